/** A product as the catalogue has it; `fields` of the query chooses what else there is. */
export interface Product {
  /** The catalogue's identifier: the `pid` of every event. */
  readonly uniqueId: string
  readonly [field: string]: unknown
}

/** The answer of Browse and search. Lists that the answer does not have are empty. */
export interface BrowseReply<Item = Product> {
  readonly products: readonly Item[]
  /** How many products there are in all. */
  readonly total: number
  /** How many of them come before `products`. */
  readonly start: number
  /** Every facet of every kind, by position. */
  readonly facets: readonly Facet[]
  /** The facet values chosen; needs `selectedFacet` in the query. */
  readonly selected: readonly SelectedFacet[]
  /** Where the page is in the category tree, from the top down. */
  readonly breadcrumb: readonly Crumb[]
  readonly banners: readonly Banner[]
  /** Statistics by field, as the service gives them; needs `stats` in the query. */
  readonly stats: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Where the service wants the shopper to go instead; a web address. */
  readonly redirect: string | undefined
  /** Which of a product and its variant is to be displayed. */
  readonly relevantDocument: 'parent' | 'variant' | undefined
  /** Names this answer in later events; svc-tag carries it there by itself. */
  readonly requestId: string | undefined
  /** Milliseconds that the service took. */
  readonly queryTime: number
  /** The parameters as the service understood them. */
  readonly queryParams: Readonly<Record<string, string | readonly string[]>>
  /** The answer, untouched. */
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
  /** For people. */
  readonly displayName: string
  /** Place among the facets, the first is 1. */
  readonly position: number
  /** Only some facets have one. */
  readonly id: string | undefined
  readonly values: readonly Value[]
}

/** Chosen by values: `filter: { [facet.field]: [value.value] }`. */
export interface TextFacet extends FacetCommon<FacetValue> {
  readonly kind: 'text'
}

/** Chosen by ranges: `filter: { [facet.field]: { from: value.from, to: value.to } }`. */
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

/** A value, and how many products have it. */
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

/** A facet of which something is chosen: `values` are what. */
export type SelectedFacet = FacetCommon<string>

/** One step of a path through the category tree. */
export interface Crumb {
  readonly field: string
  /** Depth in the tree; 1 at the top. */
  readonly level: number
  readonly id: string
  /** For people; the id when the service gives no name. */
  readonly name: string
}

/** A hosted banner has an image and where it leads; a custom one has HTML, written by the shop's merchandiser. */
export interface Banner {
  readonly imageUrl: string | undefined
  readonly landingUrl: string | undefined
  readonly html: string | undefined
}
