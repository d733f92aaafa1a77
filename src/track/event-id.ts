import { now } from '../browser/clock'
import { newShortId, randomDecimal } from '../browser/ids'
import type { EventId, Timestamp } from '../wire/tracker-event'

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

let pageInstance = ''
let numbered = 0

/**
 * Numbers an event of this load of the page: `<8 characters>.<n>`, counting from 1. A number that the tracker misses below a later one was
 * lost on the way.
 */
export function nextNumber(): string {
  pageInstance ||= newShortId()
  return `${pageInstance}.${++numbered}`
}
