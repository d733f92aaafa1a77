import { documentValue } from '../browser/dom'
import { settings } from '../settings/read-settings'
import { scrubText, scrubUrl } from '../wire/scrub-url'
import type { FacetsData, PageContext } from '../wire/tracker-event'

let previousUrl: string | undefined

/** Scrubs an address, and remembers the last one: every event asks for that of its page again. */
function createScrubber(): (url: string) => string {
  let last: string | undefined
  let scrubbed = ''
  return (url) => {
    if (url !== last) scrubbed = scrubUrl(url, settings.scrubUrl)
    last = url
    return scrubbed
  }
}

const scrubOwn = createScrubber()
const scrubReferrer = createScrubber()

/** The page as the tracker gets it: its address and the one before, without what looks personal. */
export const pageContext = (): PageContext => ({
  url: scrubOwn(location.href),
  referrer: scrubReferrer(previousUrl ?? documentValue('referrer')),
})

/** Makes the previous route of a single-page shop the referrer. */
export const setPreviousUrl = (url: string) => {
  previousUrl = url
}

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
