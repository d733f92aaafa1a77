import type { EventTime, Timestamp } from '../brand'

export interface EventTimesDeps {
  readonly now: () => Timestamp
  /** Between 0 and 1, from a source that two tabs do not share. */
  readonly randomDecimal: () => number
}

/**
 * Makes the `t` of each event: its time, a bar, a random decimal.
 *
 * The millisecond part never goes back within a page, even when the clock does, so that sorting by `t` keeps the order.
 *
 * @param at - When the event happened, if that was not now: what was called before the tag had loaded keeps its own time.
 */
export function createEventTimes({ now, randomDecimal }: EventTimesDeps) {
  let last = 0
  return (at?: Timestamp): EventTime => {
    last = Math.max(last, at ?? now())
    return `${at ?? last}|${randomDecimal()}` as EventTime
  }
}
