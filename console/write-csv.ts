import { type ColumnOption, type Stringifier, stringify } from 'csv-stringify'

/**
 * What a spreadsheet could take for the beginning of a formula inside a cell: where it separates cells by semicolons, as in many
 * countries, by tabs or lines, a part of the cell becomes a cell of its own.
 */
const INNER_FORMULA = /([;\t\r\n])(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** Everything that some spreadsheet separates cells or lines by. */
const SEPARATORS = /[;\t|\r\n,]/

/**
 * Creates the writer of every CSV file: UTF-8 with a byte order mark, so that Excel shows all letters, and with no cell that a spreadsheet
 * could run as a formula. Numbers are written as they are.
 */
export const createCsvWriter = (columns: readonly (string | ColumnOption)[]): Stringifier =>
  stringify({
    header: true,
    columns: [...columns],
    bom: true,
    escape_formulas: true,
    quoted_match: SEPARATORS,
    cast: { string: (text) => text.replace(INNER_FORMULA, "$1'") },
  })
