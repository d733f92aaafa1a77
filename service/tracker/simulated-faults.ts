import { COUNT, DURATION, FLAG, faultsSchema } from '../http/answer-faults.ts'

/**
 * Simulated faults of tracker requests; an empty object is a healthy tracker. Faults can be combined: a late 429 without CORS headers,
 * every third time. If several responses are set, the first of `hang`, `reset`, `refuse`, `redirect`, `html`, `status` applies.
 */
export interface Faults {
  readonly delayMs?: number
  readonly hang?: boolean
  /** Resets the connection (RST) instead of responding. */
  readonly reset?: boolean
  /** Closes the connection (FIN) instead of responding. */
  readonly refuse?: boolean
  /** Redirects to this URL with 302, or `status`. */
  readonly redirect?: string
  /** Responds with a web page, like a captive portal or an error page; 200, or `status`. */
  readonly html?: boolean
  /** Responds with this status and no body: 204, 400, 404, 429, 500, 503, … */
  readonly status?: number
  /** The `Retry-After` header, exposed to CORS: seconds, or an HTTP date (`new Date().toUTCString()`). */
  readonly retryAfter?: string | number
  /** `false` omits the CORS headers. */
  readonly cors?: boolean
  /** The `Cross-Origin-Resource-Policy`; `same-origin` makes the browser hide the response. */
  readonly corp?: 'same-origin' | 'same-site' | 'cross-origin'
  /** Whether to store the event. By default it is stored unless the response is a failure: a status from 400, a redirect or a web page. */
  readonly keep?: boolean
  /** The fault ends after this many requests. */
  readonly times?: number
  /** Only every n-th request fails, starting with the n-th. */
  readonly every?: number
  /**
   * Closes the listener at once for this long. The system then refuses every connection, including those to the
   * pages, Browse and the admin path, and open connections are cut.
   */
  readonly outageMs?: number
}

const HEADER_TEXT = { type: 'string', pattern: '^[\\x20-\\x7e]{1,2000}$' }

/** The schema of a request that sets faults. */
export const schema = faultsSchema<Faults>({
  delayMs: DURATION,
  hang: FLAG,
  reset: FLAG,
  refuse: FLAG,
  redirect: HEADER_TEXT,
  html: FLAG,
  status: { type: 'integer', minimum: 200, maximum: 599 },
  retryAfter: { anyOf: [COUNT, HEADER_TEXT] },
  cors: FLAG,
  corp: { enum: ['same-origin', 'same-site', 'cross-origin'] },
  keep: FLAG,
  times: COUNT,
  every: { type: 'integer', minimum: 1 },
  outageMs: DURATION,
})

/** Whether the sender must treat the response as a failure. */
export const isFailure = ({ hang, reset, refuse, redirect, html, status = 200 }: Faults): boolean =>
  Boolean(hang || reset || refuse) || (status >= 400 && !redirect && !html)
