import type { Step } from '../events'

/** The tracker would say the same however often it is asked. */
const FINAL = [400, 401, 403, 410, 413, 414, 422]

/**
 * What an answer means for its event: `sent`, `dropped`, or, when it is to be sent again, `tried`. An answer that cannot be read
 * counts as received. 404 is not final: it may be a tracker that is being deployed.
 *
 * @param status - 0 for an answer that cannot be read, nothing for none.
 */
export function stepAfter(status?: number): Step {
  if (status === undefined) return { state: 'tried', answer: 'no answer' }

  const answer = `answered ${status || ''}`
  if (status < 400) return { state: 'sent', answer }
  return FINAL.includes(status)
    ? { state: 'dropped', reason: `the tracker ${answer}` }
    : { state: 'tried', answer }
}
