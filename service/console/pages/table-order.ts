import { html, type TemplateResult } from 'lit-html'
import {
  type Cell,
  type ChangeCell,
  contentOf,
  type ReportColumn,
  type ReportTable,
  type ShareCell,
} from '../table-columns.ts'
import {
  change,
  changeInterval,
  count,
  decimal,
  interval,
  money,
  share,
  shortMoment,
  signedInterval,
  wilson,
} from './format'

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

/** Sorts, filters and pages a table. Pinned rows stay at the top of every page, regardless of the filter. */
export function pageOf({ rows, columns }: ReportTable, view: TableView): TablePage {
  const { column, isDescending, filter, page, pins } = view
  const sorted =
    column === undefined || column >= columns.length
      ? rows
      : rows.toSorted((one, other) => {
          const order = compare(one[column], other[column])
          return isDescending ? -order : order
        })
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
export const nameOf = ([first]: readonly Cell[]): string => String(contentOf(first) ?? UNKNOWN)

const textOf = (row: readonly Cell[]) =>
  row
    .map((cell) => String(contentOf(cell) ?? UNKNOWN))
    .join('\n')
    .toLowerCase()

const UNKNOWN = Number.NEGATIVE_INFINITY

/** Sorts texts by language and numbers by size; unknown values come last in both directions. */
function compare(one: Cell, other: Cell): number {
  const [a = UNKNOWN, b = UNKNOWN] = [contentOf(one), contentOf(other)]
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en', { numeric: true })
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
  if ('text' in value) return html`<a href=${withScope(value.href)}>${value.text}</a>`
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
  if (value === undefined) return '–'
  switch (column?.kind) {
    case 'decimal':
      return decimal(value)
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

/** A change is muted if its interval includes no change. */
function changeView({ now, before }: ChangeCell) {
  if (before === 0) return html`<span class="few">new</span>`
  if (now === 0) return html`<span class="few">gone</span>`
  const bounds = changeInterval(now, before)
  const isSure = bounds[0] > 0 || bounds[1] < 0
  return html`<span class=${isSure ? '' : 'few'}>${change(now, before) || '0%'}</span>
    <small class="interval">${signedInterval(bounds)}</small>`
}

/** A link to another page of Analytics keeps the period. */
function withScope(href: string): string {
  if (!href.startsWith('/analytics?')) return href
  const scope = [...new URLSearchParams(location.search)].filter(([name]) =>
    ['from', 'to', 'all'].includes(name),
  )
  return scope.length > 0 ? `${href}&${new URLSearchParams(scope)}` : href
}
