import type { Catalog, VariantRows } from '../catalog/catalog.ts'
import type { CodedValues, Column } from '../catalog/column.ts'
import type { Reading } from '../catalog/text-search.ts'
import type { Filter } from './match-filter.ts'

/** The conditions on the products of a reply. */
export interface Limits {
  /** The page: a category, a brand. */
  readonly page: Filter | undefined
  readonly text: string | undefined
  readonly filters: readonly Filter[]
  /** The category chosen below the page. */
  readonly categoryFilter: Filter | undefined
}

/** The products that match a request. */
export interface Selection {
  /** Ordered by relevance for a search, otherwise as in the feed. */
  readonly rows: Rows
  /** The matching products if the filters on one facet were removed. */
  rowsWithout(column: Column): Rows
  /** How the text was read, if no product matches it as written. */
  readonly reading: Reading | undefined
  /** 1 for each variant that passes every variant filter; `undefined` if there are no such filters. */
  readonly fittingVariants: Uint8Array | undefined
}

/** Applies the conditions of a request. */
export function select(catalog: Catalog, limits: Limits): Selection {
  const onProducts = limits.filters.filter(({ column }) => column.field.level === 'product')
  const onVariants = limits.filters.filter(({ column }) => column.field.level === 'variant')
  const fittingVariants =
    onVariants.length > 0 ? variantsThatFit(catalog.variants, onVariants) : undefined

  const found = limits.text === undefined ? undefined : catalog.search(limits.text)
  const places = [limits.page, limits.categoryFilter].filter((place) => place !== undefined)
  const here = places.reduce(narrowed, found?.rows ?? allRows(catalog.size))
  const base = fittingVariants ? withVariants(here, catalog, fittingVariants) : here
  const rows = onProducts.reduce(narrowed, base)
  return {
    rows,
    rowsWithout(column) {
      const others = onProducts.filter((own) => own.column.field.facet !== column.field.facet)
      return others.length === onProducts.length ? rows : others.reduce(narrowed, base)
    },
    reading: found?.reading,
    fittingVariants,
  }
}

const narrowed = (rows: Rows, { column, accepted }: Filter) => rowsWith(rows, column, accepted)

/** A single variant must pass all filters: red and large, not red in one variant and large in another. */
const variantsThatFit = ({ size }: VariantRows, filters: readonly Filter[]) =>
  flagsAt(filters.reduce(narrowed, allRows(size)), size)

function withVariants(rows: Rows, { size, variants }: Catalog, fitting: Uint8Array): Rows {
  const products = variants.productOf.filter((_, variant) => fitting[variant])
  const hasFitting = flagsAt(products, size)
  return rows.filter((row) => hasFitting[row])
}

/** Rows in a meaningful order: that of the feed, or of relevance. */
export type Rows = Uint32Array

/** The rows from 0 to `size`, exclusive. */
export function allRows(size: number): Rows {
  const rows = new Uint32Array(size)
  for (let row = 0; row < size; row += 1) rows[row] = row
  return rows
}

/** The rows that have at least one accepted value, in the same order. */
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

/** Counts the rows with each value, by code. */
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

function flagsAt(rows: Rows, size: number): Uint8Array {
  const flags = new Uint8Array(size)
  for (const row of rows) flags[row] = 1
  return flags
}
