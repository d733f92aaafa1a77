/** What a page knows of its tracker. */
export interface Health {
  /** No tries before then; 0 when there is no pause, Infinity when only something new ends it. */
  readonly pausedUntil: number
  /** How often in a row a try failed; those that were sent together count once. */
  readonly failures: number
  /** How many of them in a row looked like a content blocker. */
  readonly refusals: number
  /** How long the last answer took; `undefined` when there was none on this page. */
  readonly answeredMs: number | undefined
}

/** A request without a good answer. */
export interface Failure {
  readonly now: number
  readonly tookMs: number
  /** There was no answer at all. */
  readonly isSilent: boolean
  /** What the tracker asked for; 0 when it asked for nothing. */
  readonly askedMs: number
  readonly isOnline: boolean
  /** A random number from 0 to 1. */
  readonly random: number
}

const SECOND_MS = 1_000
const LONGEST_PAUSE_MS = 300_000

/** A content blocker answers faster than any network. */
const QUICK_MS = 100
const REFUSALS = 3

/** Three tries of what may be a blocker reach over more than 5 s, so that a restarting tracker is not taken for one. */
const REFUSED_PAUSE_MS = 3_000

/** Nothing is known yet. */
export const unknownHealth: Health = {
  pausedUntil: 0,
  failures: 0,
  refusals: 0,
  answeredMs: undefined,
}

/** After an answer that settled its event. A pause goes on: the tracker may have asked for it. */
export const afterAnswer = ({ pausedUntil }: Health, answeredMs: number): Health => ({
  ...unknownHealth,
  pausedUntil,
  answeredMs,
})

/**
 * After a failure: a pause, exponential with [full jitter](https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/), so
 * that the shoppers of a whole country do not come back at once; at least what the tracker asked for. Without a network, or when
 * a content blocker is at work, no try has any sense until something changes.
 */
export function afterFailure(health: Health, failure: Failure): Health {
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

const isRefusal = ({ answeredMs }: Health, { isSilent, isOnline, tookMs }: Failure): boolean =>
  answeredMs === undefined && isSilent && isOnline && tookMs < QUICK_MS

/** Whether a try has shown how the tracker is. */
export const isKnown = ({ failures, answeredMs }: Health): boolean =>
  failures > 0 || answeredMs !== undefined

/**
 * Whether what is, or was, under way from a page that is left counts as sent: the tracker answers, and has been silent no longer than an
 * answer may take.
 *
 * @param silentMs - `undefined` for a page that did not come to say.
 */
export const isArriving = (
  { failures, answeredMs = Number.NaN }: Health,
  silentMs = Number.NaN,
): boolean => failures === 0 && silentMs < 2 * answeredMs + SECOND_MS
