import { type Filter, filterFor } from '../browse/filter.ts'
import type { Term } from '../browse/filter-syntax.ts'
import { allRows, rowsWith } from '../browse/rows.ts'
import { select } from '../browse/selection.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Column } from '../catalog/column.ts'
import type { ChatFilter } from './chat-request.ts'
import type { Criteria } from './criteria.ts'
import { isWithin } from './prices.ts'
import { numberAt, type ProductColumns } from './product-columns.ts'

/** The rows of the products that fit all criteria and filters; the best match of words first. */
export function findProducts(
  columns: ProductColumns,
  criteria: Criteria,
  filters: readonly Filter[],
): readonly number[] {
  const { rows } = select(columns.catalog, {
    page: undefined,
    categoryFilter: undefined,
    text: criteria.words.length > 0 ? wholeWords(criteria.words) : undefined,
    filters: [...filters, ...criteriaFilters(columns, criteria)],
  })
  const excluded = exclusionsOf(columns.catalog, criteria)
  const isWanted = (row: number) =>
    !excluded.has(row) && (!criteria.isOnSale || isReduced(columns, row))
  return [...rows].filter(isWanted)
}

/** A text to search for whose last word is finished: "cars" is no beginning of "cardigan". */
export const wholeWords = (words: readonly string[]): string => `${words.join(' ')} `

const RANGE = /^\[\s*(\*|-?\d+(?:\.\d+)?)\s+TO\s+(\*|-?\d+(?:\.\d+)?)\s*\]$/i

/**
 * The filters of a message as Browse has them: one of the options, each a value of the field or a
 * range of numbers, `[10 TO 40]`. A filter without options limits nothing.
 *
 * @throws RequestError 400 for a field that the catalogue cannot filter by, or a value or range
 *   that does not go with it.
 */
export const chatFilters = (catalog: Catalog, filters: readonly ChatFilter[]): readonly Filter[] =>
  filters
    .filter(({ options }) => options.length > 0)
    .map(({ field, options }) => {
      const terms = options.map((option) => termOf(field, option))
      return filterFor(catalog, terms, 'filters')
    })

function termOf(field: string, option: string): Term {
  const [, min, max] = RANGE.exec(option) ?? []
  if (min === undefined || max === undefined) return { kind: 'value', field, value: option }
  const bound = (text: string, open: number) => (text === '*' ? open : Number(text))
  return {
    kind: 'range',
    field,
    min: bound(min, Number.NEGATIVE_INFINITY),
    max: bound(max, Number.POSITIVE_INFINITY),
  }
}

function criteriaFilters(
  columns: ProductColumns,
  { categories, values, price, isNew }: Criteria,
): Filter[] {
  const wanted: (readonly [Column | undefined, readonly string[]])[] = [
    ...categories.map((paths) => [columns.categories, paths] as const),
    ...Object.entries(values).map(([field, own]) => [columns.catalog.column(field), own] as const),
    ...(isNew ? [[columns.isNew, ['true']] as const] : []),
  ]
  const byValue = wanted.flatMap(([column, own]) => (column ? [filterOn(column, own)] : []))
  return [...byValue, ...priceFilters(columns, price)]
}

function priceFilters({ price }: ProductColumns, limits: Criteria['price']): Filter[] {
  if (!price || (limits.min === undefined && limits.max === undefined)) return []
  const accepted = Uint8Array.from(price.values, (value) =>
    typeof value === 'number' && isWithin(limits, value) ? 1 : 0,
  )
  return [{ column: price, accepted, choices: [] }]
}

/** One of some values; a value that no product has is in none. */
function filterOn(column: Column, wanted: readonly string[]): Filter {
  const accepted = new Uint8Array(column.values.length)
  for (const value of wanted) {
    const code = column.codeOf(value)
    if (code !== undefined) accepted[code] = 1
  }
  return { column, accepted, choices: wanted }
}

function exclusionsOf(
  catalog: Catalog,
  { excluded, excludedWords }: Criteria,
): ReadonlySet<number> {
  const byValue = Object.entries(excluded).flatMap(([field, values]) => {
    const column = catalog.column(field)
    if (!column) return []
    return [...rowsWith(allRows(catalog.size), column, filterOn(column, values).accepted)]
  })
  return new Set([
    ...byValue,
    ...excludedWords.flatMap((word) => [...catalog.search(wholeWords([word]))]),
  ])
}

const isReduced = ({ price, listPrice }: ProductColumns, row: number) =>
  (numberAt(price, row) ?? 0) < (numberAt(listPrice, row) ?? 0)
