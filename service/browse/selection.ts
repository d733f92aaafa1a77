import type { Catalog, VariantRows } from '../catalog/catalog.ts'
import type { CodedValues, Column } from '../catalog/column.ts'
import type { Filter } from './match-filter.ts'

/** Limits on the products of a reply. */
export interface Limits {
  /** The page: a category, a brand. */
  readonly page: Filter | undefined
  readonly text: string | undefined
  readonly filters: readonly Filter[]
  /** The place in the category tree, below the page's. */
  readonly categoryFilter: Filter | undefined
}

/** The products that a request asks for. */
export interface Selection {
  /** In the order of relevance: the search's, else the feed's. */
  readonly rows: Rows
  /** The products there would be without the filters that choose from one facet. */
  rowsWithout(column: Column): Rows
  /** 1 at each variant that fits every filter on variants; `undefined` when there is none. */
  readonly fittingVariants: Uint8Array | undefined
}

/** Applies the limits of a request. */
export function select(catalog: Catalog, limits: Limits): Selection {
  const onProducts = limits.filters.filter(({ column }) => column.field.level === 'product')
  const onVariants = limits.filters.filter(({ column }) => column.field.level === 'variant')
  const fittingVariants =
    onVariants.length > 0 ? variantsThatFit(catalog.variants, onVariants) : undefined

  const here = rowsOfPlace(catalog, limits)
  const base = fittingVariants ? withVariants(here, catalog, fittingVariants) : here
  const rows = onProducts.reduce(narrowed, base)
  return {
    rows,
    rowsWithout(column) {
      const others = onProducts.filter((own) => own.column.field.facet !== column.field.facet)
      return others.length === onProducts.length ? rows : others.reduce(narrowed, base)
    },
    fittingVariants,
  }
}

const narrowed = (rows: Rows, { column, accepted }: Filter) => rowsWith(rows, column, accepted)

/** Products before anything is chosen. */
function rowsOfPlace(catalog: Catalog, { page, text, categoryFilter }: Limits): Rows {
  const places = [page, categoryFilter].filter((place) => place !== undefined)
  const found = text === undefined ? allRows(catalog.size) : catalog.search(text)
  return places.reduce(narrowed, found)
}

/** One and the same variant must fit all filters: red and large, not red or large. */
const variantsThatFit = ({ size }: VariantRows, filters: readonly Filter[]) =>
  flagsAt(filters.reduce(narrowed, allRows(size)), size)

function withVariants(rows: Rows, { size, variants }: Catalog, fitting: Uint8Array): Rows {
  const products = variants.productOf.filter((_, variant) => fitting[variant])
  const hasFitting = flagsAt(products, size)
  return rows.filter((row) => hasFitting[row])
}

/** Some rows, in an order that means something: that of the feed, or of relevance. */
export type Rows = Uint32Array

/** The rows from 0 up to `size`. */
export function allRows(size: number): Rows {
  const rows = new Uint32Array(size)
  for (let row = 0; row < size; row += 1) rows[row] = row
  return rows
}

/** Those of the rows, in their order, that have at least one accepted value. */
export function rowsWith(rows: Rows, { codes, offsets }: CodedValues, accepted: Uint8Array): Rows {
  const kept = new Uint32Array(rows.length)
  let length = 0
  for (const row of rows) {
    const end = offsets[row + 1] ?? 0
    let index = offsets[row] ?? 0
    while (index < end && !accepted[codes[index] ?? 0]) index += 1
    if (index < end) kept[length++] = row
  }
  return kept.subarray(0, length)
}

/** How many of the rows have each value, by code. */
export function countCodes({ values, codes, offsets }: CodedValues, rows: Rows): Uint32Array {
  const counts = new Uint32Array(values.length)
  for (const row of rows) {
    const end = offsets[row + 1] ?? 0
    for (let index = offsets[row] ?? 0; index < end; index += 1) {
      const code = codes[index] ?? 0
      counts[code] = (counts[code] ?? 0) + 1
    }
  }
  return counts
}

/** 1 at each of the rows, 0 at all others up to `size`. */
function flagsAt(rows: Rows, size: number): Uint8Array {
  const flags = new Uint8Array(size)
  for (const row of rows) flags[row] = 1
  return flags
}
