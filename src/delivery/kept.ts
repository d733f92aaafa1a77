import type { EventTime } from '../brand'
import type { Action, TrackerEvent } from '../events'

/** One event in the outbox, as it is stored. */
export interface Kept {
  /** The layout of this record. Another version of the tag may have stored another. */
  readonly v: 1
  /** The event's worth, then its `t`: in the order of keys, what leaves first comes first. */
  readonly key: string
  readonly event: TrackerEvent
  /** Characters of the request's URL. */
  readonly size: number
  /** Until then nobody else sends it: it is under way, or the tracker asked us to wait. 0 when it only waits. */
  readonly until: number
  /**
   * Its page was left with this event under way, when the tracker had been silent for so long without having failed; 0 when that
   * page knew that it was well. Absent when nothing is known.
   */
  readonly silentMs?: number
}

/** What leaves first, and is given up last. */
const worth: Readonly<Record<Action, number>> = {
  order: 0,
  cart: 1,
  click: 2,
  search: 3,
  facets: 4,
  PRODUCT_IMPRESSIONS: 5,
  visitor: 6,
}

/** The key of an event in the outbox. */
export const keyOf = ({ action, t }: TrackerEvent): string => worth[action] + t

/** The `t` in a key. */
export const timeIn = (key: string): EventTime => key.slice(1) as EventTime

/** An event as it goes into the outbox. */
export const keptOf = (event: TrackerEvent, size: number, until: number): Kept => ({
  v: 1,
  key: keyOf(event),
  event,
  size,
  until,
})

/** Reads what some tag has stored; `undefined` for what this one does not know. */
export function parseKept(stored: unknown): Kept | undefined {
  const { v, event, until, size } = (stored ?? {}) as Partial<Kept>
  const { action, t, uid, data } = (event ?? {}) as Partial<TrackerEvent>
  const isKnown =
    v === 1 &&
    worth[action as Action] >= 0 &&
    typeof t === 'string' &&
    typeof uid === 'string' &&
    typeof data === 'object' &&
    data !== null &&
    Number(until) >= 0 &&
    Number(size) > 0
  return isKnown ? (stored as Kept) : undefined
}
