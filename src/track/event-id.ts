import { now } from '../browser/clock'
import { randomDecimal } from '../browser/ids'
import type { EventId, Timestamp } from '../wire/brand'

let last = 0

/**
 * Makes the `t` of an event: its time in milliseconds, a bar, a random decimal.
 *
 * The millisecond part never goes back within a page, even if the clock does, so that sorting by `t` keeps the order.
 *
 * @param at - When the event happened, if that was not now.
 */
export function newEventId(at?: Timestamp): EventId {
  last = Math.max(last, at ?? now())
  return `${at ?? last}|${randomDecimal()}` as EventId
}
