/** A request for products. Everything is optional except the page, or for a search the query. */
export interface ListQuery {
  /**
   * The values that products must have, by field: one value, several (any of them matches), or
   * ranges. Products must match all fields. An empty list does not filter. Wire: `filter`, once for
   * each field.
   *
   * @example
   * { color: ['Red', 'Blue'], price: { from: 20, to: 40 }, rating: { from: 4 } }
   */
  readonly filter?: Filters | undefined
  /** The same by the ids of field and values. Wire: `filter-id`. */
  readonly filterId?: Filters | undefined
  /** Path of category names chosen in the multilevel facet. Wire: `category-filter`. */
  readonly categoryFilter?: Path | undefined
  /** Path of category ids chosen in the multilevel facet. Wire: `category-filter-id`. */
  readonly categoryFilterId?: Path | undefined
  /** The sort order; later criteria break the ties of earlier ones. By relevance by default. Wire: `sort`. */
  readonly sort?: Sort | readonly Sort[] | undefined

  /** How many products; a whole number from 0 to 100, 10 when absent. Wire: `rows`. */
  readonly rows?: number | undefined
  /** Which page of `rows` products, the first is 0. Wire: `start`, as `pageIndex * rows`. */
  readonly pageIndex?: number | undefined
  /** How many products to pass over; 0 when absent. Goes before `pageIndex`. Wire: `start`. */
  readonly start?: number | undefined

  /** The product fields wanted; all when absent. Wire: `fields`. */
  readonly fields?: readonly string[] | undefined
  /** Whether products come with their variants; `false` when absent. Wire: `variants`, `True` or `False`. */
  readonly variants?: boolean | undefined
  /** How many variants of each product. Wire: `variants.count`. */
  readonly variantsCount?: number | undefined
  /** The variant fields wanted. Wire: `variants.fields`. */
  readonly variantsFields?: readonly string[] | undefined

  /** Whether facets are wanted. Wire: `facet`. */
  readonly facet?: boolean | undefined
  /** Whether the category tree is wanted among the facets. Wire: `facet.multilevel`, `categoryPath`. */
  readonly facetMultilevel?: boolean | undefined
  /** Whether several values of one facet can be chosen, so that the others keep their counts. Wire: `facet.multiselect`. */
  readonly facetMultiselect?: boolean | undefined
  /** Whether the reply lists the facet values chosen. Wire: `selectedfacet`. */
  readonly selectedFacet?: boolean | undefined

  /** Whether banners are wanted; `true` when absent. Wire: `banner`. */
  readonly banner?: boolean | undefined
  /** A numeric field to get statistics of. Wire: `stats`. */
  readonly stats?: string | undefined
  /** Whether the service counts this request in its reports; `true` when absent. Wire: `analytics`. */
  readonly analytics?: boolean | undefined
  /** Name of the marketing campaign that brought the shopper. Wire: `uc_param`. */
  readonly campaign?: string | undefined
  /** Version of the interface. Wire: `version`. */
  readonly version?: 'V1' | 'V2' | undefined
  /** How the answer travels; the reply is the same. `json` when absent. Wire: `format`, `JSON` or `XML`. */
  readonly format?: 'json' | 'xml' | undefined
}

/** A category, brand or other attribute page; `page` or `pageId` is needed, and `pageId` wins. */
export interface BrowseQuery extends ListQuery {
  /**
   * The page by name: either the contract's text, such as `brand:"Akira"`, which is passed on
   * unchanged, or its parts. The field is `categoryPath` if absent. Wire: `p`.
   *
   * @example
   * { path: ['Men', 'Shoes'] } // categoryPath:"Men>Shoes"
   */
  readonly page?: string | PagePath | undefined
  /** The page by id, in the same two ways; the field is `categoryPathId` when absent. Wire: `p-id`. */
  readonly pageId?: string | PagePath | undefined
}

/** The results of a search. */
export interface SearchQuery extends ListQuery {
  /** The words as typed; white space around them does not count. Wire: `q`. */
  readonly query: string
}

/** A page in parts. */
export interface PagePath {
  readonly field?: string | undefined
  readonly path: Path
}

/** The names, or the ids, from the top down; or one text with `>` between them. */
export type Path = string | readonly string[]

/** Field to what it must be. */
export type Filters = Readonly<Record<string, FilterValue | readonly FilterValue[] | undefined>>

/** One value, or a range. */
export type FilterValue = string | number | boolean | ValueRange

/** A range includes its ends; one of them may be left out. Wire: `[20 TO 40]`, `[20 TO *]`, `[* TO 40]`. */
export type ValueRange =
  | { readonly from: number; readonly to?: number | undefined }
  | { readonly from?: number | undefined; readonly to: number }

/** A field and a direction. */
export type Sort = `${string} ${'asc' | 'desc'}`
