import type { EventStatus } from '../wire/tracker-event'
import type { QueueEntry } from './queue-entry'

/** How a request ended: with a response, or without one. */
export interface Outcome {
  readonly entry: QueueEntry
  readonly sentAt: number
  readonly response: Response | undefined
}

/** Statuses that a retry would not change. */
const FINAL = [400, 401, 403, 410, 413, 414, 422]

/**
 * The status that a response gives its event: `sent`, `dropped` or `retrying`. A response that cannot be read counts as received. 404 is
 * not final, because the tracker may be in the middle of a deployment.
 *
 * @param response - Its status is 0 if it cannot be read, and absent if the page has removed it, which also counts as unreadable.
 * @param refused - How often this event failed while others were answered.
 */
export function statusAfter(response?: { readonly status?: number }, refused = 0): EventStatus {
  const meanwhile = refused ? `; refused ${refused} times while others arrived` : ''
  if (!response) return { state: 'retrying', answer: `no answer${meanwhile}` }
  const { status = 0 } = response
  const answer = `answered ${status || ''}${meanwhile}`
  if (status < 400) return { state: 'sent', answer }
  return FINAL.includes(status)
    ? { state: 'dropped', reason: `the tracker ${answer}` }
    : { state: 'retrying', answer }
}

/** Upper bound for `Retry-After`. */
const LONGEST_MS = 3_600_000

/**
 * The milliseconds of a [`Retry-After`](https://www.rfc-editor.org/rfc/rfc9110#field.retry-after)
 * header, which holds seconds or a date; 0 if it asks for no pause, and at most an hour.
 */
export function retryAfterMs(header: string | null, now: number): number {
  const delayMs = Number(header) * 1_000 || Date.parse(header ?? '') - now
  return delayMs > 0 ? Math.min(delayMs, LONGEST_MS) : 0
}

/** The health of the tracker, as far as this page knows. */
export interface Health {
  /** No tries before this time (ms); 0 for no pause, `Infinity` if only a new event ends the pause. */
  readonly pausedUntil: number
  /** Failed tries in a row; those that were sent together count once. */
  readonly failures: number
  /** How many of the last failures in a row looked like a content blocker. */
  readonly refusals: number
  /** Whether this page has received a response from the tracker. */
  readonly hasAnswered: boolean
}

/** A request that failed. */
export interface FailedTry {
  readonly now: number
  readonly tookMs: number
  /** Whether there was no response at all. */
  readonly isSilent: boolean
  /** The pause that the tracker asked for; 0 if it asked for none. */
  readonly askedMs: number
  readonly isOnline: boolean
  /** A random number from 0 to 1. */
  readonly random: number
}

const SECOND_MS = 1_000
/** No retry waits longer, unless the tracker asked for it. */
export const LONGEST_PAUSE_MS = 300_000

/** A content blocker rejects a request faster than any network could. */
const QUICK_MS = 100
const REFUSALS = 3

/** Three tries take more than 5 s, so that a restarting tracker is not mistaken for a content blocker. */
const REFUSED_PAUSE_MS = 3_000

/** The initial state. */
export const unknownHealth: Health = {
  pausedUntil: 0,
  failures: 0,
  refusals: 0,
  hasAnswered: false,
}

/** The state after a response that settled its event. @param pausedUntil - The end of a pause that the tracker asked for; 0 for none. */
export const afterAnswer = (pausedUntil: number): Health => ({
  ...unknownHealth,
  pausedUntil,
  hasAnswered: true,
})

/**
 * The state after a failure. The pause grows exponentially with [full
 * jitter](https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/), so that the shoppers of a whole country do not come
 * back at once, and is at least what the tracker asked for. Without a network, or while a content blocker is active, there is no retry
 * until something changes.
 */
export function afterFailure(health: Health, failure: FailedTry): Health {
  const { now, isOnline, random, askedMs } = failure
  const asked = Math.max(health.pausedUntil, now + askedMs)
  if (health.pausedUntil > 0) return { ...health, pausedUntil: asked }

  const failures = health.failures + 1
  const refusals = isRefusal(health, failure) ? health.refusals + 1 : 0
  const longest = Math.min(LONGEST_PAUSE_MS, SECOND_MS * 2 ** (failures - 1))
  const pauseMs = random * longest + (refusals > 0 ? REFUSED_PAUSE_MS : 0)
  const isHopeless = !isOnline || refusals >= REFUSALS
  const pausedUntil = isHopeless ? Number.POSITIVE_INFINITY : Math.max(asked, now + pauseMs)
  return { ...health, pausedUntil, failures, refusals }
}

/** The pause of an event that failed this many times while others were answered, in ms: from 1 s to 5 min with full jitter. */
export const ownPauseMs = (refused: number, random: number): number =>
  random * Math.min(LONGEST_PAUSE_MS, SECOND_MS * 2 ** (refused - 1))

const isRefusal = ({ hasAnswered }: Health, { isSilent, isOnline, tookMs }: FailedTry): boolean =>
  !hasAnswered && isSilent && isOnline && tookMs < QUICK_MS
