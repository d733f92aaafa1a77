import type { Action, TrackerEvent } from '../wire/tracker-event'

/** One event in the journal, as it is stored. */
export interface JournalEntry {
  /** The layout of this record. Another version of the tag may have stored another. */
  readonly v: 1
  /** The action's worth, then `t`: in the order of keys, what leaves first comes first. */
  readonly key: string
  readonly event: TrackerEvent
  /** Characters of the request's URL. */
  readonly size: number
  /** The lease: until then (ms) no other page sends the event. 0 if it only waits. */
  readonly until: number
  /**
   * Set when the page was left with the event in flight: milliseconds without a response; 0 means assumed delivered. Absent for a page
   * that did not come to say.
   */
  readonly silentMs?: number
}

/** Something that a part has to make events of, kept because the page was left before the part came. */
export interface RawRecord {
  readonly v: 2
  readonly key: string
  /** The file of the part. */
  readonly part: string
  /** For the part to check. */
  readonly content: unknown
}

/** Actions by rank: the first leaves first, and is given up last. */
const BY_WORTH: readonly Action[] = [
  'order',
  'cart',
  'click',
  'search',
  'facets',
  'PRODUCT_IMPRESSIONS',
  'visitor',
]

/** The key of an event in the journal. */
export const keyOf = ({ action, t }: Pick<TrackerEvent, 'action' | 't'>): string =>
  BY_WORTH.indexOf(action) + t
