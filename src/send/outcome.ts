import type { EventStatus } from '../wire/event-status'
import type { QueueEntry } from './queue-entry'

/** How a request ended: with the response, or without one. */
export interface Outcome {
  readonly entry: QueueEntry
  readonly sentAt: number
  readonly response: Response | undefined
}

/** The tracker would answer the same however often it is asked. */
const FINAL = [400, 401, 403, 410, 413, 414, 422]

/**
 * The status that a response gives its event: `sent`, `dropped`, or `retrying`. A response that cannot be read counts as received. 404 is not
 * final: the tracker may be being deployed.
 *
 * @param response - Its status is 0 if it cannot be read, and missing where a page took it away: then it cannot be read, either.
 */
export function statusAfter(response?: { readonly status?: number }): EventStatus {
  if (!response) return { state: 'retrying', answer: 'no answer' }
  const { status = 0 } = response
  const answer = `answered ${status || ''}`
  if (status < 400) return { state: 'sent', answer }
  return FINAL.includes(status)
    ? { state: 'dropped', reason: `the tracker ${answer}` }
    : { state: 'retrying', answer }
}
