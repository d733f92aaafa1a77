import type { Catalog } from '../catalog/catalog.ts'
import type { Column } from '../catalog/column.ts'
import { CATEGORY_NAMES } from '../catalog/field-columns.ts'
import { keyOf, tokensOf } from '../catalog/words.ts'

/** The fields that mean something to a shopper, independent of their names in the feed. */
export interface ProductColumns {
  readonly catalog: Catalog
  readonly categories: Column | undefined
  readonly price: Column | undefined
  /** The price before a discount. */
  readonly listPrice: Column | undefined
  readonly rating: Column | undefined
  readonly isNew: Column | undefined
  readonly isAvailable: Column | undefined
}

/** Matches the name of a colour field, of products or variants. */
export const COLOUR_FIELD = /colou?r/i

/** Finds the fields by their usual names. */
export function columnsOf(catalog: Catalog): ProductColumns {
  const find = (type: Column['field']['type'], name: RegExp) =>
    catalog.columns.find(({ field }) => field.type === type && name.test(field.name))
  return {
    catalog,
    categories: find('category', new RegExp(`^${CATEGORY_NAMES}$`)),
    price: find('number', /^(price|sale_?price|final_?price)$/i) ?? find('number', /price/i),
    listPrice: find('number', /^(list|old|original|regular|was)_?price$/i),
    rating: find('number', /rating|stars|score/i),
    isNew: find('boolean', /new/i),
    isAvailable: find('boolean', /availab|in_?stock/i),
  }
}

/** A product's number in a field; `undefined` if it has none. */
export function numberAt(column: Column | undefined, row: number): number | undefined {
  if (!column) return undefined
  const { codes, offsets, values } = column
  const first = offsets[row] ?? 0
  if (first >= (offsets[row + 1] ?? 0)) return undefined
  const value = values[codes[first] ?? 0]
  return typeof value === 'number' ? value : undefined
}

/** Marks a noun at the end of a category's path: `Men>Clothing>Jackets>~parka`. */
export const NOUN_SIGN = '~'

/** The lookup keys of the nouns that end a title: "Alder Chelsea Boot" is a boot and a chelsea boot. */
export function nounsOf(title: string): readonly string[] {
  const tokens = tokensOf(title).filter(({ word }) => !/\d/.test(word))
  return [2, 1]
    .filter((length) => length < tokens.length)
    .map((length) => keyOf(tokens.slice(-length)))
}
