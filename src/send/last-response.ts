import { now } from '../browser/clock'
import type { EventStatus } from '../wire/event-status'

/*
 * How the tracker answered this page last.
 */

let isFailing = false
/** How long the last response took; `undefined` before the first. */
let answeredMs: number | undefined
let answeredAt = 0

/** Notes what the end of a request, sent at a time (ms), means for its event. */
export function noteResponse(sentAt: number, state: EventStatus['state']) {
  isFailing = state === 'retrying'
  if (state !== 'sent') return
  answeredAt = now()
  answeredMs = answeredAt - sentAt
}

/** Milliseconds for which a request sent at a time (ms) has had no response from the tracker; `undefined` if the last request failed. */
export const silentSince = (sentAt: number): number | undefined =>
  isFailing ? undefined : now() - Math.max(sentAt, answeredAt)

/**
 * Whether a request counts as sent that was in flight when its page was left: the tracker is well, and silent no longer than a response
 * may take. `undefined` while nothing is known of the tracker.
 */
export const isArriving = (silentMs: number): boolean | undefined =>
  answeredMs === undefined ? undefined : silentMs < 2 * answeredMs + 1_000
