import { wellFormed } from './fields'
import type { TrackerEvent } from './tracker-event'

/** Characters that JSON escapes and that occur in well-formed text. */
const special = /["\\\t\n\r]/g

const escaped = (character: string) =>
  `\\${{ '\t': 't', '\n': 'n', '\r': 'r' }[character] ?? character}`

const quoted = (text: string) => `"${wellFormed(text).replace(special, escaped)}"`

/**
 * Writes a payload (strings, numbers, booleans, lists and plain objects of these) as JSON.
 *
 * Not `JSON.stringify`: a page may have replaced it, or put `toJSON` on a prototype (old Prototype.js does), which turns every list into a
 * string. Members that are `undefined` are left out.
 */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`
  if (typeof value !== 'object' || value === null) return String(value ?? null)

  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${quoted(name)}:${jsonText(member)}`).join()}}`
}

/**
 * Writes `name=value` pairs, each value encoded once.
 *
 * Not URLSearchParams: it writes a space as "+", which only form decoding reverses, and the contract promises only URL decoding.
 */
export const queryString = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  pairs.map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value))}`).join('&')

/** Where a shop's events are sent. */
export interface TrackerAddress {
  /** The tracker's origin, without the path. */
  readonly trackerUrl: string
  /** The tracker's `SvcKey`. */
  readonly siteKey: string
}

/**
 * The URL of the GET request that reports one event to the tracker, with the parameters in the contract's order.
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
