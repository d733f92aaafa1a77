import { documentValue } from '../browser/globals'
import { settings } from '../settings/read-settings'
import type { PageContext } from '../wire/event-context'
import { scrubUrl } from '../wire/scrub-url'

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
