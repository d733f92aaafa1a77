import { settings } from '../settings/read-settings'
import type { FacetsData } from '../wire/facets-data'
import { scrubText } from '../wire/scrub-url'

/** All texts in a value, names of members too, without what looks personal. */
function scrubbed(value: unknown): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (Array.isArray(value)) return value.map(scrubbed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [scrubText(name), scrubbed(member)]),
  )
}

/** Facets as they may be sent: with the setting `scrubSearch`, names and values lose what looks personal. */
export const scrubFacets = (facets: FacetsData['facets']): FacetsData['facets'] =>
  settings.scrubSearch ? (scrubbed(facets) as FacetsData['facets']) : facets
