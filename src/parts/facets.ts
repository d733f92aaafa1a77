import type { FacetsPart } from '../track/facets-on-demand'
import { startFacets } from './facets/facets'
import { reportLeftPresses } from './facets/raw-facets'

/** Opens the reports of facets, with what earlier pages left. */
export function open(...found: Parameters<typeof startFacets>): FacetsPart {
  reportLeftPresses()
  return startFacets(...found)
}
