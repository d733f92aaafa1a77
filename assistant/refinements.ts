import {
  type ChatFilter,
  type Column,
  countCodes,
  type Refinement,
  type Rows,
} from 'svc-tag-service'
import { type Constraint, type Drop, subjectOfField } from './constraints.ts'
import { acceptedOf } from './find.ts'
import { numberAt, type ShopView } from './shop-view.ts'

const MAX_FIELDS = 5
const MAX_OPTIONS = 8
const PRICE_STEPS = 3

/**
 * Filters that narrow the results: each option keeps some of the products, none keeps all.
 *
 * @param rows - The products found.
 */
export function refinementsFor(view: ShopView, rows: readonly number[]): readonly Refinement[] {
  if (rows.length < 2) return []
  const found = Uint32Array.from(rows)
  const byValue = view.catalog.columns
    .filter(({ field }) => field.isFacet && field.type === 'text')
    .map((column) => ({ field: column.field.name, options: narrowing(column, found) }))
  const all = [...byValue.filter(({ options }) => options.length > 1), ...priceSteps(view, rows)]
  return all.slice(-MAX_FIELDS)
}

const narrowing = (column: Column, found: Rows): readonly string[] =>
  [...countCodes(column, found)]
    .map((count, code) => ({ count, value: String(column.values[code]) }))
    .filter(({ count }) => count > 0 && count < found.length)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_OPTIONS)
    .map(({ value }) => value)

function priceSteps({ price }: ShopView, rows: readonly number[]): readonly Refinement[] {
  const prices = rows.flatMap((row) => numberAt(price, row) ?? []).sort((a, b) => a - b)
  const inner = Array.from({ length: PRICE_STEPS - 1 }, (_, step) =>
    Math.round(prices[Math.floor(((step + 1) * prices.length) / PRICE_STEPS)] ?? 0),
  )
  const ends = [Math.floor(prices[0] ?? 0), ...inner, Math.ceil(prices.at(-1) ?? 0)]
  const bounds = [...new Set(ends)]
  if (!price || bounds.length < 3) return []
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
export function chosenFilters(view: ShopView, filters: readonly ChatFilter[]): Chosen {
  const all = filters.map((filter) => chosenFilter(view, filter))
  return { add: all.flatMap(({ add }) => add), drop: all.flatMap(({ drop }) => drop) }
}

function chosenFilter(view: ShopView, { field: written, options }: ChatFilter): Chosen {
  const { catalog, price } = view
  const field = catalog.column(written)?.field.name ?? written
  const isPrice = field === price?.field.name
  const drop = [{ of: subjectOfField(field) }, ...(isPrice ? [{ of: 'price' }] : [])]
  const said = options.join(' or ')
  if (said === '') return { add: [], drop }
  acceptedOf(catalog, written, options)
  const [low, high] = isPrice ? (RANGE.exec(said)?.slice(1).map(Number) ?? []) : []
  if (low === undefined || high === undefined)
    return { add: [{ kind: 'value', field, any: options, said }], drop }
  const limits = { low: { at: low, isIn: true }, high: { at: high, isIn: true } }
  return { add: [{ kind: 'price', limits, said }], drop }
}
