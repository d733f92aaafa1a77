import { jsonText } from './json-text'
import { queryString } from './query-string'
import type { TrackerEvent } from './tracker-event'

/** Where the events of a shop go. */
export interface TrackerAddress {
  /** The tracker's origin, without the path. */
  readonly trackerUrl: string
  /** The tracker's `SvcKey`. */
  readonly siteKey: string
}

/**
 * The GET that tells the tracker one event, in the contract's parameter order.
 *
 * Every value is encoded by `encodeURIComponent`, so the bar in `t` is `%7C`.
 */
export function pixelUrl({ trackerUrl, siteKey }: TrackerAddress, event: TrackerEvent): string {
  const parameters = {
    data: jsonText(event.data),
    SvcKey: siteKey,
    action: event.action,
    uid: event.uid,
    t: event.t,
  }
  return `${trackerUrl}/v2/1p.jpg?${queryString(Object.entries(parameters))}`
}
