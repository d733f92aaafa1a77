/** Why books cannot be read, in a sentence for their owner that names the row and column where there is one. */
export class BookFault extends Error {
  override readonly name = 'BookFault'
}

/** The place of a cell, for a sentence: `Row 7, column “Total”`. Row 1 is the header. */
export const placeOf = (row: number, column?: string): string =>
  column === undefined ? `Row ${row}` : `Row ${row}, column “${column}”`
