import type { Action, EventId, TrackerEvent } from '../wire/tracker-event'

/** One event in the queue, as it is stored. */
export interface QueueEntry {
  readonly kind: 'event'
  /** The layout of this record. Another version of the tag may have stored another. */
  readonly v: 3
  /** The account that the event belongs to. Pages of other accounts leave it alone. */
  readonly account: string
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
  readonly silentMs?: number | undefined
  /** How often a try failed while other events were answered. */
  readonly refused?: number
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
  /** The account of this page. */
  readonly account: string
  /**
   * Whether a request without a response for this many milliseconds counts as sent; `undefined` while the state of the tracker is unknown.
   */
  readonly isArriving: (silentMs: number) => boolean | undefined
}

/** The decision about a record of an earlier page or another tab. */
export type Verdict =
  | { readonly do: 'send'; readonly event: TrackerEvent; readonly refused: number }
  /** The event counts as sent, because its page was left while it was in flight. */
  | { readonly do: 'finish' }
  | { readonly do: 'drop'; readonly reason: string }
  /**
   * Another page has a lease until this time (ms). `Infinity` if the first response decides, or if another account or version owns the
   * record.
   */
  | { readonly do: 'leave'; readonly until: number }

const WEEK_MS = 604_800_000

const LEAVE = { do: 'leave', until: Number.POSITIVE_INFINITY } as const

/** The `t` in a key. Version 1 wrote a digit for the action. */
export const idIn = (key: string): EventId => key.replace(/^\w+ |^\d(?=\d+\|)/, '') as EventId

/** The stored members that sending needs. They must be checked, because any script of the site can write to the store. */
const isEvent = ({ action, t, uid, data }: Partial<TrackerEvent>): boolean =>
  rankOf(action) < 9 && /^\d+\|[\d.e-]+$/.test(String(t)) && typeof uid === 'string' && !!data

/**
 * Whether a record belongs to another account, or to another version of the tag, whose page may still come back for it. Version 2 noted no
 * account: its events belong to the page that finds them.
 */
const isOthers = ({ kind = 'event', v, account }: StoredRecord, own: string): boolean =>
  kind !== 'event' || Number(v) > 3 || (account ?? own) !== own

/** Decides about a record. Pure. */
export function judgeRecord(
  record: StoredRecord,
  { now, account, isArriving }: Knowledge,
): Verdict {
  const { key, event, until = 0, silentMs, refused } = record
  const age = now - Number.parseInt(idIn(key), 10)
  if (!(age < WEEK_MS)) return { do: 'drop', reason: 'older than 7 days' }
  if (isOthers(record, account)) return LEAVE
  if (!event || !isEvent(event) || typeof until !== 'number')
    return { do: 'drop', reason: 'not a record of the tag' }
  // A page that recorded its exit has also given up its lease.
  if (!silentMs && until > now) return { do: 'leave', until }
  const send = { do: 'send', event, refused: Number(refused) || 0 } as const
  if (silentMs === undefined) return send
  const isSent = isArriving(silentMs)
  if (isSent === undefined) return LEAVE
  return isSent ? { do: 'finish' } : send
}

/**
 * The entries that show whether the tracker is down or refuses some events: those that failed least often, and of these the most valuable,
 * the least valuable and the shortest, because a tracker refuses kinds of events and long URLs. Pure.
 *
 * @param failures - How often each entry has failed.
 */
export function probesAmong<Entry extends Pick<QueueEntry, 'key' | 'size'> & StoredRecord>(
  entries: readonly Entry[],
  failures: (entry: Entry) => number,
): readonly Entry[] {
  const fewest = Math.min(...entries.map(failures))
  const candidates = entries.filter((entry) => failures(entry) === fewest).sort(byWorth)
  const shortest = candidates.reduce<Entry | undefined>(
    (best, entry) => (best && best.size <= entry.size ? best : entry),
    undefined,
  )
  const probes = [candidates[0], candidates[candidates.length - 1], shortest]
  return [...new Set(probes)].filter((entry) => entry !== undefined)
}

/** The most that {@link probesAmong} returns. */
export const MAX_PROBES = 3
