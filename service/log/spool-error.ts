import { RequestError } from '../request-error.ts'

/** Senders that come back spread over this time, so that they do not come back together. */
const RETRY_AFTER_S = { least: 5, most: 15 }

/** The refusal of an event that cannot be kept now. The tag sends it again. */
export function spoolError(cause?: unknown): RequestError {
  const { least, most } = RETRY_AFTER_S
  const message = cause
    ? `The disk does not take the event: ${(cause as Error).message}.`
    : 'The spool is full; the events in it are not handed over fast enough.'
  const seconds = Math.round(least + Math.random() * (most - least))
  return new RequestError(503, 'busy', message, undefined, seconds)
}
