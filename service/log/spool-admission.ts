import { RequestError } from '../http/request-error.ts'

/** How full the spool may be for an action to be accepted; the least valuable actions are refused first. */
const LIMITS: Readonly<Record<string, number>> = {
  order: 1,
  cart: 0.95,
  click: 0.9,
  search: 0.9,
  facets: 0.9,
  visitor: 0.9,
}

/** For impressions, which are most of the traffic, and for unknown actions. */
const USUAL_LIMIT = 0.8

/** Whether a spool accepts an event at its current size. */
export const isAdmitted = (action: string, usedBytes: number, limitBytes: number): boolean =>
  usedBytes < limitBytes * (Object.hasOwn(LIMITS, action) ? (LIMITS[action] ?? 0) : USUAL_LIMIT)

/** Retries are spread over this range, so that senders do not return at the same time. */
const RETRY_AFTER_S = { least: 5, most: 15 }

/** The error for an event that cannot be stored now. The tag sends it again. */
export function spoolError(cause?: unknown): RequestError {
  const { least, most } = RETRY_AFTER_S
  const message = cause
    ? `The disk does not take the event: ${(cause as Error).message}.`
    : 'The spool is full; the events in it are not handed over fast enough.'
  const seconds = Math.round(least + Math.random() * (most - least))
  return new RequestError(503, 'busy', message, undefined, seconds)
}
