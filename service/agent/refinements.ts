import { countCodes, type Rows } from '../browse/rows.ts'
import type { Column } from '../catalog/column.ts'
import { numberAt, type ProductColumns } from './product-columns.ts'

/** A filter that a reply offers: one of these values narrows what was found. */
export interface Refinement {
  readonly field: string
  readonly options: readonly string[]
}

/** Few enough to be read. */
const MAX_FIELDS = 5
const MAX_OPTIONS = 8
const PRICE_STEPS = 3

/**
 * Filters that would narrow the products found: each option keeps some of them, none keeps all.
 *
 * @param rows - The products found.
 */
export function refinementsFor(
  columns: ProductColumns,
  rows: readonly number[],
): readonly Refinement[] {
  if (rows.length < 2) return []
  const found = Uint32Array.from(rows)
  const byValue = columns.catalog.columns
    .filter(({ field }) => field.isFacet && field.type === 'text')
    .map((column) => ({ field: column.field.name, options: narrowing(column, found) }))
    .filter(({ options }) => options.length > 1)
  return [...byValue, ...priceSteps(columns, rows)].slice(-MAX_FIELDS)
}

function narrowing(column: Column, found: Rows): readonly string[] {
  return [...countCodes(column, found)]
    .map((count, code) => ({ count, value: String(column.values[code]) }))
    .filter(({ count }) => count > 0 && count < found.length)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_OPTIONS)
    .map(({ value }) => value)
}

/** Thirds of the prices found, as ranges that meet. */
function priceSteps({ price }: ProductColumns, rows: readonly number[]): readonly Refinement[] {
  const prices = rows.flatMap((row) => numberAt(price, row) ?? []).sort((a, b) => a - b)
  const [lowest, highest] = [prices[0], prices.at(-1)]
  if (!price || lowest === undefined || highest === undefined) return []
  const inner = Array.from({ length: PRICE_STEPS - 1 }, (_, step) =>
    Math.round(prices[Math.floor(((step + 1) * prices.length) / PRICE_STEPS)] ?? 0),
  )
  const bounds = [...new Set([Math.floor(lowest), ...inner, Math.ceil(highest)])]
  if (bounds.length < 3) return []
  const options = bounds.slice(1).map((bound, index) => `[${bounds[index]} TO ${bound}]`)
  return [{ field: price.field.name, options }]
}
