/** A product as the catalogue has it. The query's `fields` determine its other members. */
export interface Product {
  /** The catalogue's identifier: the `pid` of every event. */
  readonly uniqueId: string
  readonly [field: string]: unknown
}

/** The reply of Browse and search. Lists that are missing in the response are empty. */
export interface BrowseReply<Item = Product> {
  readonly products: readonly Item[]
  /** The total number of products. */
  readonly total: number
  /** The number of products before `products`. */
  readonly start: number
  /** Every facet of every kind, by position. */
  readonly facets: readonly Facet[]
  /** The chosen facet values; requires `selectedFacet` in the query. */
  readonly selected: readonly SelectedFacet[]
  /** The position of the page in the category tree, from the top down. */
  readonly breadcrumb: readonly Crumb[]
  readonly banners: readonly Banner[]
  /** Statistics by field, as the service returns them; requires `stats` in the query. */
  readonly stats: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The web address to which the service redirects the shopper. */
  readonly redirect: string | undefined
  /** Whether to display a product or its variant. */
  readonly relevantDocument: 'parent' | 'variant' | undefined
  /** Identifies this reply in later events; svc-tag adds it to them automatically. */
  readonly requestId: string | undefined
  /** Milliseconds that the service took. */
  readonly queryTime: number
  /** The parameters as the service understood them. */
  readonly queryParams: Readonly<Record<string, string | readonly string[]>>
  /** The unchanged response. */
  readonly raw: unknown
}

/** A facet of the list. `kind` tells which other members there are. */
export type Facet = TextFacet | RangeFacet | MultilevelFacet

/** Fields of every kind of facet. */
interface FacetCommon<Value> {
  /** The facet's name in events and reports. */
  readonly name: string
  /** The field to filter by. */
  readonly field: string
  /** The name to display. */
  readonly displayName: string
  /** Position among the facets; the first is 1. */
  readonly position: number
  /** Present only for some facets. */
  readonly id: string | undefined
  readonly values: readonly Value[]
}

/** A facet that is filtered by values: `filter: { [facet.field]: [value.value] }`. */
export interface TextFacet extends FacetCommon<FacetValue> {
  readonly kind: 'text'
}

/** A facet that is filtered by ranges: `filter: { [facet.field]: { from: value.from, to: value.to } }`. */
export interface RangeFacet extends FacetCommon<RangeValue> {
  readonly kind: 'range'
  /** The lowest bound. */
  readonly start: number
  /** The highest bound. */
  readonly end: number
  /** The width of each range. */
  readonly gap: number
}

/** One level of the category tree: `categoryFilterId` takes the ids of the breadcrumb and of a value. */
export interface MultilevelFacet extends FacetCommon<LevelValue> {
  readonly kind: 'multilevel'
  /** Depth in the tree; 1 at the top. */
  readonly level: number
  /** The levels above. */
  readonly breadcrumb: readonly Crumb[]
}

/** A value, and the number of products that have it. */
export interface FacetValue {
  readonly value: string
  readonly count: number
}

export interface RangeValue extends FacetValue {
  readonly from: number
  readonly to: number
}

export interface LevelValue extends FacetValue {
  readonly id: string
}

/** A facet with chosen values, which are in `values`. */
export type SelectedFacet = FacetCommon<string>

/** One step of a path through the category tree. */
export interface Crumb {
  readonly field: string
  /** Depth in the tree; 1 at the top. */
  readonly level: number
  readonly id: string
  /** The name to display, or the id if the service gives no name. */
  readonly name: string
}

/** A hosted banner has an image and a link; a custom banner has HTML, written by the shop's merchandiser. */
export interface Banner {
  readonly imageUrl: string | undefined
  readonly landingUrl: string | undefined
  readonly html: string | undefined
}
