import { startFacets } from './facets/facets'

/** Opens the reports of facets. */
export const open = startFacets
