import { type Cell, contentOf, type ReportTable } from '../table-columns.ts'

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
