/**
 * Why a service did not give what was asked.
 *
 * - `bad-request`: the call itself is wrong; the message names what, and only another call can help.
 * - `unauthorized`: the service does not accept the keys.
 * - `not-found`: the service knows no such page, or no such conversation any more.
 * - `server`: the service failed or is too busy; later may help.
 * - `network`: no answer: offline, blocked, or not allowed by CORS.
 * - `timeout`: no answer within 30 seconds.
 * - `aborted`: called off by the page, or by a later call.
 * - `malformed-reply`: an answer that cannot be read.
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

/** Answer of a service that refused a request. */
export interface Refusal {
  /** The HTTP status. */
  readonly status?: number | undefined
  /** The service's own name for what is wrong: `unknown-field`. */
  readonly code?: string | undefined
  /** The service's own words. */
  readonly message?: string | undefined
}

/** The error that a client of a service rejects with. Code reads `fault`; people read `message`. */
export class ServiceError extends Error {
  readonly fault: Fault
  /** The HTTP status of a refusal; absent where none was answered. */
  readonly status: number | undefined
  /** The service's own name for what is wrong, such as `unknown-field`; absent where it gave none. */
  readonly code: string | undefined

  /**
   * @param detail - What came instead of a good answer, or what would have been needed.
   * @param options - The message of a refusal, where there is one, is the whole message.
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

/** The fault for a status. */
export function faultFor(status: number): Fault {
  if (status === 404) return 'not-found'
  if (status === 401 || status === 403) return 'unauthorized'
  // 429 (too many requests): this request itself is valid.
  return status === 429 || status >= 500 ? 'server' : 'bad-request'
}

/**
 * Why the Shopping Agent did not answer.
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
 * Why `svc.browse` or `svc.search` gave no products.
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
