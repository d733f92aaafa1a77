import {
  type Catalog,
  type Column,
  eachCode,
  type Metadata,
  type Product,
  valuesOf,
} from 'svc-tag-service'
import type { Of, Order } from './constraints.ts'
import { kindsAmong, numberAt, priceOf, type ShopView, textsAt } from './shop-view.ts'

interface Ranks {
  readonly metadata?: readonly Metadata[]
  readonly colours?: readonly Of<'value'>[]
  /** Rows sold out in what is wished. */
  readonly gone?: ReadonlySet<number>
  /** Rows that the shop calls as the shopper does. */
  readonly first?: ReadonlySet<number>
  /** The price of what is wished, if that is one size of several. */
  readonly price?: (row: number) => number | undefined
}

/** Sorts the products found. Without an order: the very kind, the very colour, those in stock, what the shopper has shown a taste for, the rating. */
export function ranked(
  view: ShopView,
  rows: readonly number[],
  order: Order | undefined,
  { metadata = [], colours = [], gone = new Set(), first = new Set(), price }: Ranks = {},
): readonly number[] {
  const priceAt = price ?? ((row: number) => numberAt(view.price, row))
  if (order === 'cheapest') return sortedBy(rows, (row) => priceAt(row) ?? Number.POSITIVE_INFINITY)
  if (order === 'dearest')
    return sortedBy(rows, (row) => -(priceAt(row) ?? Number.NEGATIVE_INFINITY))
  const rated = sortedBy(rows, (row) => -(numberAt(view.rating, row) ?? 0))
  if (order === 'best') return rated
  const taste = tasteFrom(view.catalog, metadata)
  const isSoldOut = (row: number) =>
    gone.has(row) || textsAt(view.isAvailable, row).includes('false')
  const isShade = (row: number) =>
    colours.some(({ field, any, said }) => {
      const own = textsAt(view.catalog.column(field), row).filter((value) => any.includes(value))
      return kindsAmong(own, said).length === own.length
    })
  return sortedBy(
    sortedBy(rated, (row) => -taste(row)),
    (row) => 4 * Number(!first.has(row)) + 2 * Number(isShade(row)) + Number(isSoldOut(row)),
  )
}

const sortedBy = (rows: readonly number[], keyOf: (row: number) => number): readonly number[] =>
  rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key - b.key))
    .map(({ row }) => row)

const weights: Readonly<Record<string, number>> = { views: 1, clicks: 2, carts: 4 }

/** A field with more values identifies products and says nothing about tastes. */
const MAX_VALUES = 1_000

/** The shopper's interest in each row: products they viewed, clicked or added, then others of the same brand, category, colour. */
function tasteFrom(catalog: Catalog, metadata: readonly Metadata[]): (row: number) => number {
  const tastes = catalog.columns
    .filter((column) => metadata.length > 0 && isTaste(column))
    .map((column) => {
      const weightByCode = new Map<number, number>()
      for (const { name, value } of metadata)
        for (const text of value.flatMap((id) => valuesOf(catalog.find(id)?.[column.field.name]))) {
          const code = column.codeOf(String(text)) ?? -1
          weightByCode.set(code, (weightByCode.get(code) ?? 0) + (weights[name] ?? 1))
        }
      return { column, weightByCode }
    })
  return (row) => {
    let sum = 0
    for (const { column, weightByCode } of tastes)
      eachCode(column, row, (code) => {
        sum += weightByCode.get(code) ?? 0
      })
    return sum
  }
}

const isTaste = ({ field, values }: Column) =>
  field.isFacet &&
  (field.type === 'text' || field.type === 'category') &&
  !/size/i.test(field.name) &&
  values.length <= MAX_VALUES

/** Sorts rows by how many values they share with a product and how close their prices are. */
export function byLikeness(
  view: ShopView,
  rows: readonly number[],
  product: Product,
): readonly number[] {
  const taste = tasteFrom(view.catalog, [{ name: 'views', value: [product.uniqueId] }])
  const cost = priceOf(product) ?? 0
  const farness = (row: number) =>
    Math.abs(Math.log((numberAt(view.price, row) ?? cost) / cost)) || 0
  return sortedBy(rows, (row) => farness(row) - taste(row))
}
