import type { Action, EventId, TrackerEvent } from '../wire/tracker-event'

/** One event in the queue, as it is stored. */
export interface QueueEntry {
  readonly kind: 'event'
  /** The layout of this record. Another version of the tag may have stored another. */
  readonly v: 2
  /** The action and the `t`. */
  readonly key: string
  readonly event: TrackerEvent
  /** The length of the request's URL in characters. */
  readonly size: number
  /** The lease: before this time (ms) no other page sends the event. 0 if the event only waits. */
  readonly until: number
  /**
   * Set if the page was left with the event in flight: milliseconds without a response; 0 means
   * assumed delivered. Absent if the page ended without storing it.
   */
  readonly silentMs?: number
}

/** A record as found in the store; any script may have written it. */
export type StoredRecord = Partial<Omit<QueueEntry, 'kind' | 'v'>> & {
  readonly key: string
  readonly kind?: string
  readonly v?: number
}

/** Actions by value: the first is sent first and dropped last. */
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

/** An action's rank by value, from 0 for the one sent first; unknown actions come last. */
export const rankOf = (action: unknown): number => BY_WORTH.indexOf(action as Action) >>> 0

/** Sorts entries by value, then by time. */
export const byWorth = (one: StoredRecord, other: StoredRecord): number =>
  rankOf(one.event?.action) - rankOf(other.event?.action) || (one.key < other.key ? -1 : 1)

/** The facts that decide about a record. */
export interface Knowledge {
  readonly now: number
  /**
   * Whether a request without a response for this many milliseconds counts as sent; `undefined` while the state of the tracker is unknown.
   */
  readonly isArriving: (silentMs: number) => boolean | undefined
}

/** The decision about a record of an earlier page or another tab. */
export type Verdict =
  | { readonly do: 'send'; readonly event: TrackerEvent }
  /** The event counts as sent, because its page was left while it was in flight. */
  | { readonly do: 'finish' }
  | { readonly do: 'drop'; readonly reason: string }
  /** Another page has a lease until this time (ms). `Infinity` if the first response decides, or if another version owns the record. */
  | { readonly do: 'leave'; readonly until: number }

const WEEK_MS = 604_800_000

const LEAVE = { do: 'leave', until: Number.POSITIVE_INFINITY } as const

/** The `t` in a key. Version 1 wrote a digit for the action. */
export const idIn = (key: string): EventId => key.replace(/^\w+ |^\d(?=\d+\|)/, '') as EventId

/** The stored members that sending needs. They must be checked, because any script of the site can write to the store. */
const isEvent = ({ action, t, uid, data }: Partial<TrackerEvent>): boolean =>
  rankOf(action) < 9 && /^\d+\|[\d.e-]+$/.test(String(t)) && typeof uid === 'string' && !!data

/** Decides about a record. Pure. */
export function judgeRecord(record: StoredRecord, { now, isArriving }: Knowledge): Verdict {
  const { key, kind = 'event', v, event, until = 0, silentMs } = record
  const age = now - Number.parseInt(idIn(key), 10)
  if (!(age < WEEK_MS)) return { do: 'drop', reason: 'older than 7 days' }
  // A page with that other version may still come back for it.
  if (kind !== 'event' || Number(v) > 2) return LEAVE
  if (!event || !isEvent(event) || typeof until !== 'number')
    return { do: 'drop', reason: 'not a record of the tag' }
  // A page that recorded its exit has also given up its lease.
  if (!silentMs && until > now) return { do: 'leave', until }
  if (silentMs === undefined) return { do: 'send', event }
  const isSent = isArriving(silentMs)
  if (isSent === undefined) return LEAVE
  return isSent ? { do: 'finish' } : { do: 'send', event }
}
