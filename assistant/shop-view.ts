import {
  type Catalog,
  type Column,
  eachCode,
  keyOf,
  type Product,
  tokensOf,
  type Variant,
  valuesOf,
} from 'svc-tag-service'
import type { Constraint, Of } from './constraints.ts'

/** A catalogue, and the fields that mean something to a shopper, whatever the feed calls them. */
export type ShopView = ReturnType<typeof viewOf>

/** Matches the name of a colour field, of products or variants. */
export const COLOUR_FIELD = /colou?r/i
/** Matches the name of a brand field. */
export const BRAND_FIELD = /brand|maker|manufacturer|vendor/i

/** Finds the fields by their usual names. */
export function viewOf(catalog: Catalog) {
  const find = (type: Column['field']['type'], ...names: readonly RegExp[]) =>
    names
      .map((name) =>
        catalog.columns.find(({ field }) => field.type === type && name.test(field.name)),
      )
      .find(Boolean)
  const texts = catalog.columns.filter(({ field }) => field.isFacet && field.type === 'text')
  const size = texts.find(({ field }) => /size/i.test(field.name))
  const gender = texts.find(({ field }) => /gender|^sex$|audience/i.test(field.name))
  return {
    catalog,
    title: catalog.columns.find(({ field }) => /^(title|name)$/i.test(field.name)),
    categories: find('category', /^categoryPath$/),
    price: find('number', /^(price|sale_?price|final_?price)$/i, /price/i),
    /** The price before a discount. */
    listPrice: find('number', /^(list|old|original|regular|was)_?price$/i),
    rating: find('number', /rating|stars|score/i),
    isNew: find('boolean', /new/i),
    isAvailable: find('boolean', /availab|in_?stock/i),
    size,
    gender,
    /** Text facets other than size and gender. */
    facets: texts.filter((column) => column !== size && column !== gender),
  }
}

/** A product's number in a field; `undefined` if it has none. */
export function numberAt(column: Column | undefined, row: number): number | undefined {
  const first = column?.offsets[row] ?? 0
  if (!column || first >= (column.offsets[row + 1] ?? 0)) return undefined
  const value = column.values[column.codes[first] ?? 0]
  return typeof value === 'number' ? value : undefined
}

/** The texts of a row in a field. */
export function textsAt(column: Column | undefined, row: number): readonly string[] {
  const texts: string[] = []
  if (column) eachCode(column, row, (code) => texts.push(String(column.values[code])))
  return texts
}

/** Groups the rows of a catalogue by keys of their titles. */
export function rowsByTitle(view: ShopView, keysOf: (text: string) => readonly string[]) {
  const { title, catalog } = view
  const all = new Map<string, number[]>()
  const keys = (title?.values ?? []).map((text) => keysOf(String(text)))
  for (let row = 0; title && row < catalog.size; row += 1)
    eachCode(title, row, (code) => {
      for (const key of keys[code] ?? [])
        all
          .set(key, all.get(key) ?? [])
          .get(key)
          ?.push(row)
    })
  return all as ReadonlyMap<string, readonly number[]>
}

/** Groups items by a key. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups as ReadonlyMap<string, readonly Item[]>
}

/** The lookup key of a text. */
export const keyIn = (text: string): string => keyOf(tokensOf(text))

/** Whether a wish is about a colour. */
export const isColour = (one: Constraint): one is Of<'value'> =>
  one.kind === 'value' && COLOUR_FIELD.test(one.field)

/** The values among some that are called otherwise than what was said: navy for "blue", black & white for "black". */
export const kindsAmong = (values: readonly string[], said: string): readonly string[] =>
  values.filter((value) => !said.split(' or ').map(keyIn).includes(keyIn(value)))

/** A product's title, or its id if the feed has no title. */
export const titleOf = (product: Product): string =>
  String(valuesOf(product.title ?? product.name)[0] ?? product.uniqueId)

/** The listed price of a product; `undefined` if the feed has none. */
export function priceOf(product: Product): number | undefined {
  const price = Number(valuesOf(product.price)[0] ?? Number.NaN)
  return Number.isFinite(price) ? price : undefined
}

/** The first field of a product or variant whose name matches; the `v` prefix of variant fields is ignored. */
export const fieldNamed = (fields: Product | Variant, name: RegExp): unknown =>
  Object.entries(fields).find(([field]) => name.test(field.replace(/^v(?=[A-Z])/, '')))?.[1]

/** Whether a variant field, such as `vSize`, `variant_size` or `size`, corresponds to the product field `size`. */
export const isVariantName = (name: string, field: string): boolean =>
  name.replace(/^v(ariant)?_?(?=[A-Z_])/, '').toLowerCase() ===
  field.replace(/^v(?=[A-Z])/, '').toLowerCase()
