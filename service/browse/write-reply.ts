import type { Catalog } from '../catalog/catalog.ts'
import type { Product, Variant } from '../catalog/feed.ts'
import { CATEGORY_IDS } from '../catalog/field-columns.ts'
import type { Reading } from '../catalog/text-search.ts'
import { type Banner, bannersFor, type PageBanners } from './banners.ts'
import { breadcrumb, type Crumb } from './category-facet.ts'
import type { BrowseQuery, VariantsWanted } from './read-query.ts'
import {
  breadcrumbField,
  type Facets,
  facetsOf,
  placeOf,
  type SelectedFacet,
  selectedFacets,
} from './reply-facets.ts'
import { type Selection, select } from './selection.ts'
import { type Statistics, sorted, statisticsOf } from './sort.ts'

/** The body of a reply, in the contract's terms. */
export interface BrowseReply {
  readonly searchMetaData: {
    readonly status: 0
    readonly queryTime: number
    readonly queryParams: Readonly<Record<string, string>>
  }
  readonly response: {
    readonly numberOfProducts: number
    readonly start: number
    readonly products: readonly ShownProduct[]
  }
  readonly facets?: Facets
  readonly selected?: readonly SelectedFacet[]
  /** Beyond the contract: how a search read its text, if no product matches it as written. */
  readonly reading?: Reading
  readonly breadcrumb: Crumb | Record<string, never>
  readonly banner?: { readonly banners: readonly Banner[] }
  /** Which one to display: variants, if they were requested and filtered by. */
  readonly relevantDocument: 'parent' | 'variant'
  /** By field; the contract does not define the format. */
  readonly stats?: Readonly<Record<string, Statistics>>
}

/** Answers a query. Everything in the reply except the products describes all products found. */
export function replyTo(
  catalog: Catalog,
  banners: readonly PageBanners[],
  query: BrowseQuery,
): BrowseReply {
  const begun = performance.now()
  const { limits, facets, stats } = query
  const selection = select(catalog, limits)
  const place = placeOf(catalog, limits)
  const body: Omit<BrowseReply, 'searchMetaData'> = {
    response: responseOf(catalog, selection, query),
    ...(facets && { facets: facetsOf(catalog, selection, facets, place) }),
    ...(selection.reading && { reading: selection.reading }),
    ...(query.hasSelected && { selected: selectedFacets(catalog, limits) }),
    breadcrumb: breadcrumbOf(query, place) ?? {},
    ...(query.hasBanner && { banner: { banners: bannersFor(catalog, banners, limits.page) } }),
    relevantDocument: query.variants && selection.fittingVariants ? 'variant' : 'parent',
    ...(stats && { stats: { [stats.field.name]: statisticsOf(stats, selection.rows) } }),
  }
  const queryTime = Math.round(performance.now() - begun)
  return { searchMetaData: { status: 0, queryTime, queryParams: query.applied }, ...body }
}

function responseOf(catalog: Catalog, selection: Selection, query: BrowseQuery) {
  const { start, rows, sort } = query
  const page = sorted(selection.rows, sort).subarray(start, start + rows)
  return {
    numberOfProducts: selection.rows.length,
    start,
    products: productsAt(catalog, page, query, selection.fittingVariants),
  }
}

function breadcrumbOf({ limits }: BrowseQuery, place: ReturnType<typeof placeOf>) {
  const field = breadcrumbField(limits)
  return breadcrumb(place, field, ({ id, name }) => ({ id: field === CATEGORY_IDS ? id : name }))
}

/** A product with the requested fields. */
export type ShownProduct = Readonly<Record<string, unknown>>

function productsAt(
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

/** Matching variants come first: the red one, if red was chosen. */
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

/** Variants are stored in the order of their products, so those of a product are contiguous. */
function fittingOf({ variants }: Catalog, row: number, fitting: Uint8Array) {
  const first = variants.productOf.indexOf(row)
  return (place: number) => fitting[first + place] === 1
}

function only(fields: Readonly<Record<string, unknown>>, names: readonly string[]): ShownProduct {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]),
  )
}
