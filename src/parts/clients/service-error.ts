/**
 * Why a request to a service failed.
 *
 * - `bad-request`: the call itself is wrong. The message names the mistake; repeating the call does
 *   not help.
 * - `unauthorized`: the service does not accept the keys.
 * - `not-found`: the service does not know this page, or no longer knows the conversation.
 * - `server`: the service failed or is too busy; try again later.
 * - `network`: no response, because the browser is offline or the request was blocked or not
 *   allowed by CORS.
 * - `timeout`: no response within 30 seconds.
 * - `aborted`: cancelled by the page or by a later call.
 * - `malformed-reply`: the response cannot be read.
 */
export type Fault =
  | 'bad-request'
  | 'unauthorized'
  | 'not-found'
  | 'server'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'malformed-reply'

/** The error response of a service. */
export interface Refusal {
  /** The HTTP status. */
  readonly status?: number | undefined
  /** The service's own name for the error, such as `unknown-field`. */
  readonly code?: string | undefined
  /** The service's own message. */
  readonly message?: string | undefined
}

/** The error that a client of a service rejects with. Code reads `fault`; people read `message`. */
export class ServiceError extends Error {
  readonly fault: Fault
  /** The HTTP status of the error response; absent if there was no response. */
  readonly status: number | undefined
  /** The service's own name for the error, such as `unknown-field`; absent if it gave none. */
  readonly code: string | undefined

  /**
   * @param detail - What was received instead of a valid response, or what was missing.
   * @param options - The message of an error response, if there is one, replaces the whole message.
   */
  constructor(fault: Fault, detail?: unknown, options: FailureOptions = {}) {
    super(options.message ?? (detail ? `${fault}: ${detail}` : fault), options)
    this.fault = fault
    this.status = options.status
    this.code = options.code
  }
}

/** Details of a failure besides its fault. */
interface FailureOptions extends Refusal {
  readonly cause?: unknown
}

/** The error class of one client. */
export type Failure = new (fault: Fault, detail?: unknown, options?: FailureOptions) => ServiceError

/** The fault for an HTTP status. */
export function faultFor(status: number): Fault {
  if (status === 404) return 'not-found'
  if (status === 401 || status === 403) return 'unauthorized'
  // 429 (too many requests) counts as a server fault, because the request itself is valid.
  return status === 429 || status >= 500 ? 'server' : 'bad-request'
}

/**
 * The error of a call to the Shopping Agent that failed.
 *
 * @example
 * svc.agent.ask('a raincoat').catch((error) => {
 *   if (error.fault === 'server') console.log('The assistant is busy. Please try again.')
 * })
 */
export class AgentError extends ServiceError {
  override readonly name = 'AgentError'
}

/**
 * The error of a call to `svc.browse` or `svc.search` that failed.
 *
 * @example
 * svc.search('boots').catch((error) => {
 *   if (error.fault === 'aborted') return
 *   console.log(error.fault === 'network' ? 'You seem to be offline.' : 'Please try again.')
 * })
 */
export class BrowseError extends ServiceError {
  override readonly name = 'BrowseError'
}
