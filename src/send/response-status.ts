import type { EventStatus } from '../wire/event-status'

/** The tracker would answer the same however often it is asked. */
const FINAL = [400, 401, 403, 410, 413, 414, 422]

/**
 * The status that a response gives its event: `sent`, `dropped`, or `retrying`. A response that cannot be read counts as received. 404 is not
 * final: the tracker may be being deployed.
 *
 * @param status - 0 for a response that cannot be read, `undefined` for none.
 */
export function statusAfter(status?: number): EventStatus {
  if (status === undefined) return { state: 'retrying', answer: 'no answer' }
  const answer = `answered ${status || ''}`
  if (status < 400) return { state: 'sent', answer }
  return FINAL.includes(status)
    ? { state: 'dropped', reason: `the tracker ${answer}` }
    : { state: 'retrying', answer }
}
