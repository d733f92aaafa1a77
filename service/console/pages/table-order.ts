import type { Cell, ReportTable } from '../table-columns.ts'

/** How a person looks at a table. */
export interface TableView {
  /** The place of the column it is sorted by; the order of the report when absent. */
  readonly column?: number
  readonly isDescending: boolean
  /** Stands anywhere in the texts of a row. */
  readonly filter: string
  /** From 0. */
  readonly page: number
  /** First cells of the rows that stay on top. */
  readonly pins: ReadonlySet<string>
}

/** A row of the page, and whether it is pinned. */
export interface ShownRow {
  readonly cells: readonly Cell[]
  readonly isPinned: boolean
}

/** The rows of one page. */
export interface TablePage {
  readonly rows: readonly ShownRow[]
  /** How many rows pass the filter, and how many pages they make. */
  readonly matching: number
  readonly pages: number
}

/** Rows of one page. */
export const PAGE_ROWS = 20

/** Sorts, filters and divides a table. Pinned rows stay on top of every page, whatever the filter is. */
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
export const nameOf = ([first]: readonly Cell[]): string => String(contentOf(first))

const textOf = (row: readonly Cell[]) =>
  row
    .map((cell) => String(contentOf(cell)))
    .join('\n')
    .toLowerCase()

/** Texts by language, numbers by size; what is not known comes last from either end's view. */
function compare(one: Cell, other: Cell): number {
  const [a, b] = [contentOf(one), contentOf(other)]
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en', { numeric: true })
}

function contentOf(cell: Cell): string | number {
  if (cell === undefined) return Number.NEGATIVE_INFINITY
  if (typeof cell !== 'object') return cell
  if ('text' in cell) return cell.text
  if ('part' in cell) return cell.part / cell.whole
  if ('ratio' in cell) return cell.ratio
  return cell.before === 0 ? Number.POSITIVE_INFINITY : cell.now / cell.before
}
