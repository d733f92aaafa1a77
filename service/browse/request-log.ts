import type { FastifyInstance, FastifyRequest } from 'fastify'
import { rawQuery } from '../http/decode-query.ts'

/** A request to Browse or search, as the console shows it. */
export interface LoggedRequest {
  readonly id: number
  /** Epoch milliseconds. */
  readonly at: number
  readonly kind: 'category' | 'search'
  readonly query: string
  readonly status: number
  readonly milliseconds: number
  /** How many products were found; absent for errors and for XML. */
  readonly found?: number
  /** Whether the request asked not to be counted: `analytics=false`. */
  readonly isUncounted: boolean
  /** From the parameter `uid` or the header `svc-user-id`; may be empty. */
  readonly uid: string
  /** The response header `x-request-id`. */
  readonly requestId: string
}

/** The Browse requests since the service started; the last 500 are kept in memory. */
export type RequestLog = ReturnType<typeof createRequestLog>

const MAX_KEPT = 500

const MAX_TEXT = 1_000

/** Creates an empty log. */
export function createRequestLog() {
  let kept: readonly LoggedRequest[] = []
  let all = 0
  let uncounted = 0

  return {
    add(request: Omit<LoggedRequest, 'id'>) {
      all += 1
      if (request.isUncounted) uncounted += 1
      kept = [{ ...request, id: all }, ...kept].slice(0, MAX_KEPT)
    },
    /** Newest first. */
    list: () => kept,
    /** How many requests there were in all, and how many of them asked not to be counted. */
    totals: () => ({ all, uncounted }),
  }
}

/** Logs the requests to the routes registered on `app`. */
export function logBrowseRequests(app: FastifyInstance, log: RequestLog) {
  const foundBy = new WeakMap<FastifyRequest, number>()
  app.addHook('preSerialization', async (request, _reply, body) => {
    const { response } = (body ?? {}) as { readonly response?: { numberOfProducts?: unknown } }
    const found = response?.numberOfProducts
    if (typeof found === 'number') foundBy.set(request, found)
    return body
  })
  app.addHook('onResponse', async (request, reply) => {
    const query = rawQuery(request.url)
    const parameters = new URLSearchParams(query)
    const found = foundBy.get(request)
    const uid = parameters.get('uid') ?? request.headers['svc-user-id'] ?? ''
    log.add({
      at: Date.now() - Math.round(reply.elapsedTime),
      kind: /\/search(\?|$)/.test(request.url) ? 'search' : 'category',
      query: query.slice(0, MAX_TEXT),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      ...(found !== undefined && { found }),
      isUncounted: parameters.get('analytics')?.toLowerCase() === 'false',
      uid: String(uid).slice(0, MAX_TEXT),
      requestId: request.id,
    })
  })
}
