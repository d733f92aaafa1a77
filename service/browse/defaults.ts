/** How Browse answers what a request leaves open. */
export interface BrowseDefaults {
  /** Whether facets come when `facet` is absent. */
  readonly hasFacets: boolean
  /** Whether the category tree is among them when `facet.multilevel` is absent. */
  readonly hasMultilevel: boolean
  /** How many variants of each product come when `variants.count` is absent; `undefined` for all. */
  readonly variantsCount: number | undefined
}

/** By the contract: nothing comes that was not asked for. */
export const contractDefaults: BrowseDefaults = {
  hasFacets: false,
  hasMultilevel: false,
  variantsCount: undefined,
}

/** By the vendor's public documents. */
export const vendorDefaults: BrowseDefaults = {
  hasFacets: true,
  hasMultilevel: true,
  variantsCount: 1,
}
