/** A row as the columns have it: money in millionths, figures of the previous period beside those of now. */
export interface RawFigures {
  readonly micros: number
  readonly [figure: string]: unknown
}

const PREVIOUS = '_before'

/** The row with its money in the shop's currency, and its previous period as `before`. */
export function inMoney<Row>(raw: RawFigures): Row {
  const { micros, ...row } = raw
  const now: Record<string, unknown> = { revenue: micros / 1e6 }
  const before: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    if (!name.endsWith(PREVIOUS)) now[name] = value
    else if (name === `micros${PREVIOUS}`) before.revenue = Number(value) / 1e6
    else before[name.slice(0, -PREVIOUS.length)] = value
  }
  return { ...now, ...(Object.keys(before).length > 0 && { before }) } as Row
}
