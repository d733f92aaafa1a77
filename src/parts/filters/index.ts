import { hooks } from '../../browser/hooks'
import { settings } from '../../settings/read-settings'
import type { TrackerEvent } from '../../wire/tracker-event'
import { scrubAddress } from './scrub-also'
import { strictFields } from './strict-fields'

/** Removes the data that the settings `strictFields` and `scrubAlso` exclude from every event. */
export function open() {
  const { strictFields: isStrict, scrubAlso } = settings
  const scrubbed = (url: string) => scrubAddress(url, scrubAlso)
  hooks.filter = (event) => {
    const { action, data } = event
    const addresses = { url: scrubbed(data.url), referrer: scrubbed(data.referrer) }
    const clean = { ...data, ...addresses }
    return { ...event, data: isStrict ? strictFields(action, clean) : clean } as TrackerEvent
  }
}
