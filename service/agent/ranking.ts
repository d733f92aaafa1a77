import type { Catalog } from '../catalog/catalog.ts'
import { pathOf } from '../catalog/categories.ts'
import { type Column, eachCode, hasCode, valuesOf } from '../catalog/column.ts'
import type { Product } from '../catalog/feed.ts'
import type { Metadata } from './chat-request.ts'
import type { Constraint, Order, Place } from './constraints.ts'
import { numberAt, type ProductColumns } from './product-columns.ts'

/** How to order products that match equally well. */
export interface Ranking {
  readonly order: Order | undefined
  readonly metadata: readonly Metadata[]
  readonly scoreOf: (row: number) => number
}

/** Sorts the products found; the sort is stable. */
export function ranked(
  columns: ProductColumns,
  rows: readonly number[],
  { order, metadata, scoreOf }: Ranking,
): readonly number[] {
  const byRating = (row: number) => -(numberAt(columns.rating, row) ?? 0)
  const price = (row: number) => numberAt(columns.price, row) ?? Number.POSITIVE_INFINITY
  if (order === 'cheapest') return sortedBy(rows, price)
  if (order === 'dearest') return sortedBy(rows, (row) => -price(row))
  if (order === 'best') return sortedBy(rows, byRating)
  const usual = sortedBy(sortedBy(rows, byRating), (row) => -scoreOf(row))
  const preference = preferenceFrom(columns.catalog, metadata)
  const liked = sortedBy(usual, (row) => -preference(row))
  return sortedBy(liked, (row) => (isSoldOut(columns, row) ? 1 : 0))
}

const isSoldOut = ({ isAvailable }: ProductColumns, row: number): boolean =>
  isAvailable !== undefined &&
  hasCode(isAvailable, row, (code) => String(isAvailable.values[code]) === 'false')

const sortedBy = (rows: readonly number[], keyOf: (row: number) => number): readonly number[] =>
  rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => a.key - b.key || 0)
    .map(({ row }) => row)

const weights: ReadonlyMap<string, number> = new Map([
  ['views', 1],
  ['clicks', 2],
  ['carts', 4],
])

/** A field with more values identifies products and says nothing about tastes. */
const MAX_VALUES = 1_000

/**
 * Estimates a shopper's interest in each row: highest for the products they viewed, clicked or added, then for
 * others of the same brand, category and colour.
 */
function preferenceFrom(catalog: Catalog, metadata: readonly Metadata[]): (row: number) => number {
  if (metadata.length === 0) return () => 0
  const tastes = catalog.columns
    .filter(isTaste)
    .map((column) => ({ column, weightByCode: tasteIn(catalog, column, metadata) }))
  return (row) => {
    let sum = 0
    for (const { column, weightByCode } of tastes) {
      eachCode(column, row, (code) => {
        sum += weightByCode[code] ?? 0
      })
    }
    return sum
  }
}

/**
 * Finds similar products: those of the same category, sorted by how many values they share and how close their prices are.
 *
 * @param constraints - The wishes so far; only their category is used.
 */
export function similarTo(
  columns: ProductColumns,
  product: Product,
  constraints: readonly Constraint[],
): { readonly rows: readonly number[]; readonly place: Place | undefined } {
  const { catalog, categories, price } = columns
  const own = categories
    ? valuesOf(product[categories.field.name]).flatMap(
        (path) => categories.codeOf(String(path)) ?? [],
      )
    : []
  const paths = own.flatMap((code) => catalog.categories.nodes[code] ?? []).map(pathOf)
  const isThere = (row: number) => {
    const isHere =
      own.length === 0 ||
      (categories !== undefined && hasCode(categories, row, (code) => own.includes(code)))
    return isHere && catalog.product(row).uniqueId !== product.uniqueId
  }
  const taste = preferenceFrom(catalog, [{ name: 'views', value: [product.uniqueId] }])
  const cost = Number(valuesOf(product.price)[0] ?? 0)
  const farness = (row: number) => Math.abs(Math.log((numberAt(price, row) ?? cost) / cost)) || 0
  const rows = Array.from({ length: catalog.size }, (_, row) => row).filter(isThere)
  const held = constraints.find(
    (one): one is Place =>
      one.kind === 'place' && !one.not && one.paths.some((path) => paths.includes(path)),
  )
  return {
    rows: sortedBy(rows, (row) => farness(row) - taste(row)),
    place:
      paths.length > 0
        ? { kind: 'place', paths: held ? held.paths.filter((path) => paths.includes(path)) : paths }
        : undefined,
  }
}

const isTaste = ({ field, values }: Column) =>
  field.isFacet &&
  (field.type === 'text' || field.type === 'category') &&
  !/size/i.test(field.name) &&
  values.length <= MAX_VALUES

function tasteIn(catalog: Catalog, column: Column, metadata: readonly Metadata[]): Float64Array {
  const weightByCode = new Float64Array(column.values.length)
  const codesOf = (id: string) =>
    [catalog.find(id)?.[column.field.name]]
      .flat()
      .flatMap((text) => (typeof text === 'string' ? (column.codeOf(text) ?? []) : []))
  for (const { name, value } of metadata) {
    for (const code of value.flatMap(codesOf)) {
      weightByCode[code] = (weightByCode[code] ?? 0) + (weights.get(name) ?? 1)
    }
  }
  return weightByCode
}
