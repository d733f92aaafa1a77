import { html, type TemplateResult } from 'lit-html'
import {
  type Cell,
  type ChangeCell,
  contentOf,
  type ReportColumn,
  type ReportTable,
  type ShareCell,
} from '../table-columns.ts'
import { wilson } from '../wilson.ts'
import { count, decimal, interval, money, share, shortMoment } from './format'
import { changeCell } from './report-parts'
import { withScope } from './report-scope'

/** How the user has arranged a table. */
export interface TableView {
  /** The index of the column to sort by; by default, the rows keep the report's order. */
  readonly column?: number
  readonly isDescending: boolean
  /** Matches anywhere in the texts of a row. */
  readonly filter: string
  /** From 0. */
  readonly page: number
  /** First cells of the rows pinned to the top. */
  readonly pins: ReadonlySet<string>
  /** Names of columns that the user wants, the last chosen first, and of those that the user does not want. */
  readonly wanted: readonly string[]
  readonly unwanted: readonly string[]
}

/** A row on the page, and whether it is pinned. */
export interface ShownRow {
  readonly cells: readonly Cell[]
  readonly isPinned: boolean
}

/** The rows of one page. */
export interface TablePage {
  readonly rows: readonly ShownRow[]
  /** How many rows pass the filter, and how many pages they fill. */
  readonly matching: number
  readonly pages: number
}

/** Rows per page. */
export const PAGE_ROWS = 20

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

/** Sorts, filters and pages a table. Pinned rows stay at the top of every page, regardless of the filter. */
export function pageOf({ rows, columns }: ReportTable, view: TableView): TablePage {
  const { column, isDescending, filter, page, pins } = view
  const sorted =
    column === undefined || column >= columns.length
      ? rows
      : rows.toSorted((one, other) => compare(one[column], other[column], isDescending))
  const isPinned = (row: readonly Cell[]) => pins.has(nameOf(row))
  const wanted = filter.trim().toLowerCase()
  const matching = sorted.filter(
    (row) => !isPinned(row) && (wanted === '' || textOf(row).includes(wanted)),
  )
  const pages = Math.max(1, Math.ceil(matching.length / PAGE_ROWS))
  const start = Math.min(page, pages - 1) * PAGE_ROWS
  const shown = [...sorted.filter(isPinned), ...matching.slice(start, start + PAGE_ROWS)]
  return {
    rows: shown.map((cells) => ({ cells, isPinned: isPinned(cells) })),
    matching: matching.length,
    pages,
  }
}

/** The text of a row's first cell, which names it. */
export const nameOf = ([first]: readonly Cell[]): string => String(contentOf(first) ?? '')

const textOf = (row: readonly Cell[]) =>
  row
    .map((cell) => String(contentOf(cell) ?? ''))
    .join('\n')
    .toLowerCase()

/** Sorts texts by language and numbers by size; unknown values come last in both directions. */
function compare(one: Cell, other: Cell, isDescending: boolean): number {
  const [a, b] = [contentOf(one), contentOf(other)]
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const order =
    typeof a === 'number' && typeof b === 'number'
      ? Number(a > b) - Number(a < b)
      : String(a).localeCompare(String(b), 'en', { numeric: true })
  return isDescending ? -order : order
}

/** A figure based on fewer cases is marked as uncertain. */
const FEW = 30

/** A cell as text; a figure based on few cases is marked. */
export function cellView(
  value: Cell,
  column: ReportColumn | undefined,
  currency: string,
): TemplateResult | string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return plainNumber(value, column, currency)
  if ('text' in value)
    return value.href === '' ? value.text : html`<a href=${withScope(value.href)}>${value.text}</a>`
  if ('part' in value) return shareView(value)
  if ('now' in value) return changeView(value)
  const bounds = `${decimal(value.low)} to ${decimal(value.high)}`
  return html`${decimal(value.ratio)} <small class="interval">${bounds}</small>`
}

function plainNumber(
  value: number | undefined,
  column: ReportColumn | undefined,
  currency: string,
) {
  if (value === undefined || Number.isNaN(value)) return '–'
  switch (column?.kind) {
    case 'decimal':
      return decimal(value)
    case 'portion':
      return share(value)
    case 'money':
      return money(value, currency)
    case 'moment':
      return shortMoment(value, Date.now())
    default:
      return count(value)
  }
}

function shareView({ part, whole }: ShareCell) {
  const kind = whole < FEW ? 'few' : ''
  return html`<span class=${kind}>${share(part / whole)}</span>
    <small class="interval">${interval(wilson(part, whole))}</small>`
}

function changeView({ now, before }: ChangeCell) {
  if (before === 0) return html`<span class="few">new</span>`
  if (now === 0) return html`<span class="few">gone</span>`
  return changeCell(now, before)
}
