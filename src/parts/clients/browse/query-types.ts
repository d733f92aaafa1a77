/** A request for products. Everything is optional except the page or, in a search, the query. */
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
  /** The same, by the ids of the field and its values. Wire: `filter-id`. */
  readonly filterId?: Filters | undefined
  /** The path of category names that was chosen in the multilevel facet. Wire: `category-filter`. */
  readonly categoryFilter?: Path | undefined
  /** The path of category ids that was chosen in the multilevel facet. Wire: `category-filter-id`. */
  readonly categoryFilterId?: Path | undefined
  /** The sort order; later criteria break the ties of earlier ones. By relevance by default. Wire: `sort`. */
  readonly sort?: Sort | readonly Sort[] | undefined

  /** How many products to return: a whole number from 0 to 100; 10 if absent. Wire: `rows`. */
  readonly rows?: number | undefined
  /** Which page of `rows` products to return; the first is 0. Wire: `start`, as `pageIndex * rows`. */
  readonly pageIndex?: number | undefined
  /** How many products to skip; 0 if absent. Takes precedence over `pageIndex`. Wire: `start`. */
  readonly start?: number | undefined

  /** The product fields to return; all if absent. Wire: `fields`. */
  readonly fields?: readonly string[] | undefined
  /** Whether products include their variants; `false` if absent. Wire: `variants`, `True` or `False`. */
  readonly variants?: boolean | undefined
  /** How many variants of each product to return. Wire: `variants.count`. */
  readonly variantsCount?: number | undefined
  /** The variant fields to return. Wire: `variants.fields`. */
  readonly variantsFields?: readonly string[] | undefined

  /** Whether to return facets. Wire: `facet`. */
  readonly facet?: boolean | undefined
  /** Whether the facets include the category tree. Wire: `facet.multilevel`, `categoryPath`. */
  readonly facetMultilevel?: boolean | undefined
  /** Whether the shopper can choose several values of a facet, so that its other values keep their counts. Wire: `facet.multiselect`. */
  readonly facetMultiselect?: boolean | undefined
  /** Whether the reply lists the chosen facet values. Wire: `selectedfacet`. */
  readonly selectedFacet?: boolean | undefined

  /** Whether to return banners; `true` if absent. Wire: `banner`. */
  readonly banner?: boolean | undefined
  /** A numeric field for which to return statistics. Wire: `stats`. */
  readonly stats?: string | undefined
  /** Whether the service counts this request in its reports; `true` if absent. Wire: `analytics`. */
  readonly analytics?: boolean | undefined
  /** The name of the marketing campaign that brought the shopper. Wire: `uc_param`. */
  readonly campaign?: string | undefined
  /** The version of the interface. Wire: `version`. */
  readonly version?: 'V1' | 'V2' | undefined
  /** The format of the response; the parsed reply is the same. `json` if absent. Wire: `format`, `JSON` or `XML`. */
  readonly format?: 'json' | 'xml' | undefined
}

/** A category, brand or other attribute page. `page` or `pageId` is required, and `pageId` wins. */
export interface BrowseQuery extends ListQuery {
  /**
   * The page by name: either the contract's text, such as `brand:"Akira"`, which is passed on
   * unchanged, or its parts. The field is `categoryPath` if absent. Wire: `p`.
   *
   * @example
   * { path: ['Men', 'Shoes'] } // categoryPath:"Men>Shoes"
   */
  readonly page?: string | PagePath | undefined
  /** The page by id, in the same two forms; the field is `categoryPathId` if absent. Wire: `p-id`. */
  readonly pageId?: string | PagePath | undefined
}

/** The results of a search. */
export interface SearchQuery extends ListQuery {
  /** The search text as typed; surrounding white space is ignored. Wire: `q`. */
  readonly query: string
}

/** A page in parts. */
export interface PagePath {
  readonly field?: string | undefined
  readonly path: Path
}

/** The names or ids from the top down, or one string with `>` between them. */
export type Path = string | readonly string[]

/** The required values of each field. */
export type Filters = Readonly<Record<string, FilterValue | readonly FilterValue[] | undefined>>

/** One value, or a range. */
export type FilterValue = string | number | boolean | ValueRange

/** A range that includes its ends; one of them may be omitted. Wire: `[20 TO 40]`, `[20 TO *]`, `[* TO 40]`. */
export type ValueRange =
  | { readonly from: number; readonly to?: number | undefined }
  | { readonly from?: number | undefined; readonly to: number }

/** A field and a direction. */
export type Sort = `${string} ${'asc' | 'desc'}`
