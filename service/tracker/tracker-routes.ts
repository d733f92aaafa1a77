import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FaultMode } from '../http/answer-faults.ts'
import { rawQuery } from '../http/decode-query.ts'
import type { Keys } from '../http/keys.ts'
import { limitRate } from '../http/rates.ts'
import { RequestError } from '../http/request-error.ts'
import type { EventLog } from '../log/log-consumer.ts'
import type { IntakeMetrics } from '../operate/metrics.ts'
import { browserName } from './browser-name.ts'
import { readEvent } from './judge-event.ts'
import { answerPixel, dropsRepeatsHeaders, verdictHeaders } from './pixel-answer.ts'
import { type Faults, isFailure } from './simulated-faults.ts'

/** Appends an event to the log, and writes the verdict into the response headers. */
export type Accept = (query: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>

interface AcceptDeps {
  readonly log: EventLog
  readonly metrics: IntakeMetrics
  readonly keys: Keys
}

/** Dependencies of the tracker. */
export interface TrackerDeps {
  readonly accept: Accept
  readonly faultMode: FaultMode<Faults>
  readonly keys: Keys
  /** How many events one address may send in ten seconds. */
  readonly rate: number
}

/** Many times what a browser or a CDN allows; longer requests are not stored. */
const MAX_QUERY_BYTES = 64 * 1024

/**
 * Opens the tracker: `GET /v2/1p.jpg`. Every event, good or bad, is in the log before the response is sent. The
 * response contains the verdict, see `verdictHeaders`, and says that the service drops repeats.
 *
 * @throws RequestError 414 `url-too-long`, 503 `busy`; only these events are not stored.
 */
export function registerTracker(app: FastifyInstance, deps: TrackerDeps) {
  app.register(async (limited) => {
    await limitRate(limited, deps.rate)
    answerEvents(limited, deps)
  })
}

/** Creates the function that takes every event into the log. */
export function createAccept({ log, metrics, keys }: AcceptDeps): Accept {
  return async (query, request, reply) => {
    const event = readEvent(query, keys.siteKey)
    const { site, action } = event
    const browser = browserName(request.headers['user-agent'])
    try {
      await log.append({ site, action, query, browser, receivedAt: Date.now() })
    } catch (error) {
      metrics.onRefused(action)
      throw error
    }
    metrics.onReceived(event)
    reply.headers({ ...verdictHeaders(event), ...dropsRepeatsHeaders(event) })
  }
}

function answerEvents(app: FastifyInstance, { accept, faultMode, keys }: TrackerDeps) {
  const isForeignKey = (request: FastifyRequest) => {
    const key = new URLSearchParams(rawQuery(request.url)).get('SvcKey')
    return key !== null && key !== keys.siteKey
  }

  app.get('/v2/1p.jpg', async (request, reply) => {
    const faults = faultMode.next()
    if (faults.delayMs) await sleep(faults.delayMs)
    // A HEAD request only inspects the response and is not an event. It may be used to check a site key.
    if (request.method === 'GET' && (faults.keep ?? !isFailure(faults)))
      await accept(queryOf(request), request, reply)
    if (request.method === 'HEAD' && isForeignKey(request)) return reply.code(403).send()
    return answerPixel(request, reply, faults)
  })
}

function queryOf({ url }: FastifyRequest): string {
  const query = rawQuery(url)
  if (query.length <= MAX_QUERY_BYTES) return query
  throw new RequestError(414, 'url-too-long', `An event has at most ${MAX_QUERY_BYTES} bytes.`)
}
