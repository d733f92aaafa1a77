import type { ListFields } from './list-context'

/** The shopper changed the facets of a list. */
export type FacetsData = ListFields & {
  readonly facets: FacetChanges | FacetsReset
  readonly requestId?: string
}

/** Facet name to what changed in it. */
export type FacetChanges = Readonly<Record<string, FacetChange>>

export interface FacetChange {
  /** The facet's own place among the facets. */
  readonly prank: string
  readonly selected?: readonly FacetValue[]
  readonly deselected?: readonly FacetValue[]
}

export interface FacetValue {
  /** The value's place in its facet. */
  readonly prank: string
  readonly val: string
}

/** All facets were cleared at once. The name is the contract's own spelling. */
export interface FacetsReset {
  readonly unxFacetsReset: true
}
