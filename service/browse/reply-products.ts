import type { Catalog } from '../catalog/catalog.ts'
import type { Product, Variant } from '../catalog/product.ts'
import type { BrowseQuery, VariantsWanted } from './read-query.ts'

/** A product as far as it was asked for. */
export type ShownProduct = Readonly<Record<string, unknown>>

/** The products of some rows, with the fields and variants that a request wants. */
export function productsAt(
  catalog: Catalog,
  rows: Uint32Array,
  { fields, variants }: Pick<BrowseQuery, 'fields' | 'variants'>,
  fittingVariants: Uint8Array | undefined,
): readonly ShownProduct[] {
  return Array.from(rows, (row) => {
    const { variants: own = [], ...product }: Product = catalog.product(row)
    const shown = fields ? only(product, ['uniqueId', ...fields]) : product
    if (!variants) return shown
    const fits = fittingVariants && fittingOf(catalog, row, fittingVariants)
    return { ...shown, variants: variantsShown(own, variants, fits) }
  })
}

/** Those that the filters fit come first: the red one, when red was chosen. */
function variantsShown(
  own: readonly Variant[],
  { count, fields }: VariantsWanted,
  fits: ((place: number) => boolean) | undefined,
): readonly Variant[] {
  const ordered = fits
    ? [...own.filter((_, place) => fits(place)), ...own.filter((_, place) => !fits(place))]
    : own
  const counted = ordered.slice(0, count)
  return fields ? counted.map((variant) => only(variant, ['uniqueId', ...fields])) : counted
}

/** Variants are rows in the order of their products, so a product's own are found from its first. */
function fittingOf({ variants }: Catalog, row: number, fitting: Uint8Array) {
  const first = variants.productOf.indexOf(row)
  return (place: number) => fitting[first + place] === 1
}

function only(fields: Readonly<Record<string, unknown>>, names: readonly string[]): ShownProduct {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]),
  )
}
