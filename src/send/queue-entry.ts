import type { Action, TrackerEvent } from '../wire/tracker-event'

/** One event in the queue, as it is stored. */
export interface QueueEntry {
  readonly kind: 'event'
  /** The layout of this record. Another version of the tag may have stored another. */
  readonly v: 2
  /** The action and `t`. */
  readonly key: string
  readonly event: TrackerEvent
  /** Characters of the request's URL. */
  readonly size: number
  /** The lease: until then (ms) no other page sends the event. 0 if it only waits. */
  readonly until: number
  /**
   * Set when the page was left with the event in flight: milliseconds without a response; 0 means assumed delivered. Absent for a page
   * that had no time to say so.
   */
  readonly silentMs?: number
}

/** A record as it is found in the store, whatever wrote it. */
export type StoredRecord = Partial<Omit<QueueEntry, 'kind' | 'v'>> & {
  readonly key: string
  readonly kind?: string
  readonly v?: number
}

/** Actions by worth: the first leaves first, and is given up last. */
const BY_WORTH: readonly Action[] = [
  'order',
  'cart',
  'click',
  'search',
  'facets',
  'PRODUCT_IMPRESSIONS',
  'visitor',
]

/** The key of an event in the queue. */
export const keyOf = ({ action, t }: Pick<TrackerEvent, 'action' | 't'>): string => `${action} ${t}`

/** An action's place by worth, from 0 for the one that leaves first; the last place for what is none. */
export const rankOf = (action: unknown): number => BY_WORTH.indexOf(action as Action) >>> 0

/** Orders entries by worth, then by time. */
export const byWorth = (one: StoredRecord, other: StoredRecord): number =>
  rankOf(one.event?.action) - rankOf(other.event?.action) || (one.key < other.key ? -1 : 1)
