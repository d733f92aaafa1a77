import {
  type FaultChecks,
  isCount,
  isDuration,
  isFlag,
  isHeaderText,
  isPositive,
  isStatus,
  parseFaultValues,
} from '../http/answer-faults.ts'

/**
 * Faults of tracker requests; an empty object is a healthy tracker.
 *
 * Several may be asked for at once: a late 429 without CORS headers, every third time. Of the ways
 * to answer, the first of `hang`, `reset`, `refuse`, `redirect`, `html`, `status` counts.
 */
export interface Faults {
  /** Answers this much later. */
  readonly delayMs?: number
  /** Never answers. */
  readonly hang?: boolean
  /** Resets the connection (RST) instead of answering. */
  readonly reset?: boolean
  /** Ends the connection (FIN) instead of answering. */
  readonly refuse?: boolean
  /** Answers 302, or `status`, to this address. */
  readonly redirect?: string
  /** Answers with a web page, as a captive portal or an error page does; 200, or `status`. */
  readonly html?: boolean
  /** Answers with this status and no body: 204, 400, 404, 429, 500, 503, … */
  readonly status?: number
  /** The `Retry-After` header, exposed to CORS: seconds, or an HTTP date (`new Date().toUTCString()`). */
  readonly retryAfter?: string | number
  /** `false` leaves the CORS headers out. */
  readonly cors?: boolean
  /** The `Cross-Origin-Resource-Policy`; `same-origin` makes the browser hide the answer. */
  readonly corp?: 'same-origin' | 'same-site' | 'cross-origin'
  /**
   * Whether the event is kept. When absent it is kept if the answer is no failure: a status below
   * 400, a redirect or a web page.
   */
  readonly keep?: boolean
  /** Heals after this many faulty requests. */
  readonly times?: number
  /** Only each n-th request is faulty, beginning with the n-th. */
  readonly every?: number
  /**
   * Closes the listener for so long, beginning at once: the system refuses every connection, to the
   * pages, Browse and the admin path too, and connections that are open are cut.
   */
  readonly outageMs?: number
}

const checks: FaultChecks<Faults> = {
  delayMs: isDuration,
  hang: isFlag,
  reset: isFlag,
  refuse: isFlag,
  redirect: isHeaderText,
  html: isFlag,
  status: isStatus(200),
  retryAfter: (value) => isCount(value) || isHeaderText(value),
  cors: isFlag,
  corp: (value) => ['same-origin', 'same-site', 'cross-origin'].includes(String(value)),
  keep: isFlag,
  times: isCount,
  every: isPositive,
  outageMs: isDuration,
}

/** Reads faults that were posted. @throws RequestError 400 `unknown-fault` or `bad-fault`. */
export const parseFaults = (body: unknown): Faults => parseFaultValues(body, checks)

/** Whether the sender cannot take the answer for success. */
export const isFailure = ({ hang, reset, refuse, redirect, html, status = 200 }: Faults): boolean =>
  Boolean(hang || reset || refuse) || (status >= 400 && !redirect && !html)
