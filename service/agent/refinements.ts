import { countCodes, type Rows } from '../browse/selection.ts'
import type { Column } from '../catalog/column.ts'
import type { ChatFilter } from './chat-request.ts'
import type { Lexicon } from './chat-turn.ts'
import type { Constraint, Drop } from './constraints.ts'
import { numberAt, type ProductColumns } from './product-columns.ts'
import { chatFilter } from './product-match.ts'

/** A filter that a reply offers, with values that narrow the results. */
export interface Refinement {
  readonly field: string
  readonly options: readonly string[]
}

const MAX_FIELDS = 5
const MAX_OPTIONS = 8
const PRICE_STEPS = 3

/**
 * Filters that narrow the results: each option keeps some of the products, none keeps all.
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

/** How a message's filters change the wishes. */
export interface Chosen {
  readonly add: readonly Constraint[]
  readonly drop: readonly Drop[]
}

const RANGE = /^\[\s*(\d+(?:\.\d+)?)\s+TO\s+(\d+(?:\.\d+)?)\s*\]$/

/**
 * Turns a message's filters into wishes, which hold until they change; a filter without options removes its field.
 *
 * @throws RequestError 400 for a filter that the catalogue cannot apply.
 */
export function chosenFilters(lexicon: Lexicon, filters: readonly ChatFilter[]): Chosen {
  const all = filters.map((filter) => chosenFilter(lexicon, filter))
  return { add: all.flatMap(({ add }) => add), drop: all.flatMap(({ drop }) => drop) }
}

function chosenFilter({ columns, catalog }: Lexicon, { field, options }: ChatFilter): Chosen {
  const name = catalog.column(field)?.field.name ?? field
  const isPrice = name === columns.price?.field.name
  const drop: readonly Drop[] = [
    { kind: 'field', field: name },
    ...(isPrice ? [{ kind: 'price' } as const] : []),
  ]
  const [first = ''] = options
  if (first === '') return { add: [], drop }
  chatFilter(columns, { field, options })
  const [, min, max] = isPrice && options.length === 1 ? (RANGE.exec(first) ?? []) : []
  const limits = { min: Number(min), max: Number(max) }
  return {
    add: [max ? { kind: 'price', limits } : { kind: 'value', field: name, values: options }],
    drop,
  }
}
