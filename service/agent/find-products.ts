import type { Filter } from '../browse/filter.ts'
import { allRows, rowsWith } from '../browse/rows.ts'
import { select } from '../browse/selection.ts'
import type { Column } from '../catalog/column.ts'
import { isWithin } from './prices.ts'
import { numberAt, type Shelf } from './shelf.ts'
import type { Wishes } from './wishes.ts'

/** The rows of the products that fit all wishes and filters; the best match of words first. */
export function findProducts(
  shelf: Shelf,
  wishes: Wishes,
  filters: readonly Filter[],
): readonly number[] {
  const { catalog } = shelf
  const { rows } = select(catalog, {
    page: undefined,
    categoryFilter: undefined,
    text: wishes.words.length > 0 ? wishes.words.join(' ') : undefined,
    filters: [...filters, ...wishFilters(shelf, wishes)],
  })
  const isExcluded = exclusionsOf(shelf, wishes)
  const isReduced = wishes.isOnSale ? reducedIn(shelf) : () => true
  return [...rows].filter((row) => !isExcluded(row) && isReduced(row))
}

function wishFilters(shelf: Shelf, { categories, values, price, isNew }: Wishes): Filter[] {
  const { catalog, categories: tree } = shelf
  const inCategories = tree ? categories.map((paths) => filterOn(tree, paths)) : []
  const byField = Object.entries(values).flatMap(([field, wanted]) => {
    const column = catalog.column(field)
    return column ? [filterOn(column, wanted)] : []
  })
  const fresh = isNew && shelf.isNew ? [filterOn(shelf.isNew, ['true'])] : []
  return [...inCategories, ...byField, ...fresh, ...priceFilters(shelf, price)]
}

function priceFilters({ price }: Shelf, limits: Wishes['price']): Filter[] {
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

function exclusionsOf({ catalog }: Shelf, { excluded, excludedWords }: Wishes) {
  const everything = allRows(catalog.size)
  const byValue = Object.entries(excluded).flatMap(([field, values]) => {
    const column = catalog.column(field)
    return column ? [...rowsWith(everything, column, filterOn(column, values).accepted)] : []
  })
  const byWord = excludedWords.flatMap((word) => [...catalog.search(word)])
  const out = new Set([...byValue, ...byWord])
  return (row: number) => out.has(row)
}

function reducedIn({ price, listPrice }: Shelf) {
  return (row: number) => (numberAt(price, row) ?? 0) < (numberAt(listPrice, row) ?? 0)
}
