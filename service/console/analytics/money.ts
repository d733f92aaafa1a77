/** A row as the database has it: money in millionths. */
export type InMicros<Row> = Omit<Row, 'revenue'> & { readonly micros: number }

/** The row with its money in the shop's currency. */
export function inMoney<Row>({ micros, ...row }: InMicros<Row>): Row {
  return { ...row, revenue: micros / 1e6 } as Row
}
