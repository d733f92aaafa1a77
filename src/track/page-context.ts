import { now } from '../browser/clock'
import { documentValue } from '../browser/dom'
import { settings } from '../settings/read-settings'
import { scrubText, scrubUrl } from '../wire/scrub-url'
import type { EventContext, FacetsData, PageContext } from '../wire/tracker-event'

let previousUrl: string | undefined

/** Scrubs an address and caches the last one, because every event needs its page's address. */
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

/** The page as the tracker gets it: its address and the previous one, without personal data. */
export const pageContext = (): PageContext => ({
  url: scrubOwn(location.href),
  referrer: scrubReferrer(previousUrl ?? documentValue('referrer')),
})

/** The current time and page, for events that are reported later. */
export const contextNow = (): EventContext => ({ at: now(), page: pageContext() })

/** Makes the previous route of a single-page shop the referrer. */
export const setPreviousUrl = (url: string) => {
  previousUrl = url
}

/** Removes personal data from all texts in a value, including member names. */
function scrubbed(value: unknown): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (Array.isArray(value)) return value.map(scrubbed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [scrubText(name), scrubbed(member)]),
  )
}

/** Facets without personal data in names and values, if `scrubSearch` is set. */
export const scrubFacets = (facets: FacetsData['facets']): FacetsData['facets'] =>
  settings.scrubSearch ? (scrubbed(facets) as FacetsData['facets']) : facets
