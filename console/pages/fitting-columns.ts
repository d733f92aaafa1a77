import type { ReportColumn } from '../table-columns.ts'
import type { TableView } from './table-order'

/** How wide a column is, in rem: room for a usual figure with its interval below it. */
const WIDTHS: Readonly<Record<ReportColumn['kind'], number>> = {
  ...{ text: 8, count: 5, decimal: 5.25, portion: 4.5, share: 5 },
  ...{ change: 6, ratio: 6, money: 5.5, moment: 8.5 },
}

/** The width of a column, in rem: its figures or the longest word of its name. */
const widthOf = ({ name, kind }: ReportColumn) =>
  Math.max(WIDTHS[kind], 1 + 0.5 * Math.max(...name.split(' ').map(({ length }) => length)))

const NAME_WIDTH = 7.5
const PIN_WIDTH = 2.25

/**
 * The columns that fit into a width (in rem), by place: the first, which names the row, then those that the user wants, then the most
 * decisive. A table therefore never needs to be scrolled sideways.
 */
export function columnsThatFit(
  columns: readonly ReportColumn[],
  width: number,
  { wanted, unwanted }: Pick<TableView, 'wanted' | 'unwanted'>,
  canPin = false,
): readonly number[] {
  const placeOf = ({ name, weight = columns.length }: ReportColumn) =>
    wanted.includes(name) ? wanted.indexOf(name) - wanted.length : weight
  const order = columns
    .map((column, place) => ({ column, place }))
    .slice(1)
    .filter(({ column }) => !unwanted.includes(column.name))
    .sort((one, other) => placeOf(one.column) - placeOf(other.column))
  let left = width - NAME_WIDTH - (canPin ? PIN_WIDTH : 0)
  const shown = [0]
  for (const { column, place } of order) {
    left -= widthOf(column)
    if (left < 0 && shown.length > 1) break
    shown.push(place)
  }
  return shown.sort((one, other) => one - other)
}
