import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { rawQuery } from '../http/decode-query.ts'
import { unreadable } from '../http/error-handler.ts'
import { limitRate } from '../http/rates.ts'
import { errorBody, RequestError } from '../http/request-error.ts'
import { postedQuery } from './judge-event.ts'
import { answerPixel } from './pixel-answer.ts'
import type { Accept } from './tracker-routes.ts'

/** A request to the tracker that could not be parsed as an event. */
export interface RefusedRequest {
  readonly id: number
  /** Epoch milliseconds. */
  readonly at: number
  /** The HTTP method; empty if it could not be parsed. */
  readonly method: string
  readonly status: number
  readonly reason: string
  /** The beginning of its query string, body or bytes. */
  readonly beginning: string
}

/** The refused requests since the service started; the last hundred are kept in memory. */
export type RefusedRequests = ReturnType<typeof createRefusedRequests>

const MAX_KEPT = 100

const MAX_BEGINNING = 500

/** Creates an empty list. */
export function createRefusedRequests(now: () => number = Date.now) {
  const watchers = new Set<() => void>()
  let kept: readonly RefusedRequest[] = []
  let last = 0

  function change(next: readonly RefusedRequest[]) {
    kept = next
    for (const onChange of watchers) onChange()
  }

  return {
    add(request: Omit<RefusedRequest, 'id' | 'at'>) {
      const beginning = request.beginning.slice(0, MAX_BEGINNING)
      last += 1
      change([{ ...request, beginning, id: last, at: now() }, ...kept].slice(0, MAX_KEPT))
    },
    /** Newest first. */
    list: () => kept,
    /** Calls back after each added request, and after `clear`. Returns the function that stops it. */
    watch(onChange: () => void) {
      watchers.add(onChange)
      return () => void watchers.delete(onChange)
    },
    clear: () => change([]),
  }
}

const TRACKER_PATH = '/v2/1p.jpg'

interface RefusedDeps {
  readonly refused: RefusedRequests
  readonly accept: Accept
  /** How many requests one address may make in ten seconds. */
  readonly rate: number
}

/** A beacon is refused anyway; this much of its body is enough to recognise it. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Records tracker requests that are not events: too long, or sent by POST, as `navigator.sendBeacon` does. A POST
 * is answered with 405 `use-get`, unless the vendor's assistant sent it.
 */
export function traceRefused(app: FastifyInstance, { refused, accept, rate }: RefusedDeps) {
  app.addHook('onError', async ({ method, url }, _reply, error) => {
    if (!url.startsWith(TRACKER_PATH) || !(error instanceof RequestError)) return
    if (error.statusCode !== 414) return
    refused.add({ method, status: 414, reason: error.message, beginning: rawQuery(url) })
  })
  app.register(async (posts) => {
    await limitRate(posts, rate)
    answerPosts(posts, refused, accept)
  })
}

function answerPosts(app: FastifyInstance, refused: RefusedRequests, accept: Accept) {
  app.removeAllContentTypeParsers()
  const asText = { parseAs: 'string', bodyLimit: MAX_BODY_BYTES } as const
  app.addContentTypeParser('*', asText, (_request, body, done) => done(null, body))
  app.post(TRACKER_PATH, async (request, reply) => {
    const { url, body } = request
    const query = postedQuery(rawQuery(url), body)
    if (query !== undefined) {
      await accept(query, request, reply)
      return answerPixel(request, reply, {})
    }
    const reason = 'The tracker takes GET: put the parameters into the query string.'
    const beginning = rawQuery(url) || (typeof body === 'string' ? body : '')
    refused.add({ method: 'POST', status: 405, reason, beginning })
    return reply
      .code(405)
      .header('allow', 'GET')
      .send(errorBody({ reason: 'use-get', message: reason }))
  })
}

/**
 * Records malformed HTTP requests that appear to be for the tracker. If the headers were too long, only their end
 * is known; they count as tracker requests, because no other URLs grow that long.
 */
export function traceUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  refused: RefusedRequests,
) {
  // Node reports each further chunk of the same request.
  if (!socket.writable) return
  const { rawPacket } = error as { readonly rawPacket?: Buffer }
  const beginning = rawPacket?.subarray(0, 2_000).toString('latin1') ?? ''
  const { status, message: reason } = unreadable(error)
  if (status !== 431 && !beginning.includes(TRACKER_PATH)) return
  const method = /^[A-Z]+(?= )/.exec(beginning)?.[0] ?? ''
  refused.add({ method, status, reason, beginning })
}
