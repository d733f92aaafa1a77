import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Keys } from '../keys.ts'
import { rawQuery } from '../query-string.ts'
import { limitRate } from '../rates.ts'
import { RequestError } from '../request-error.ts'
import type { EventStore } from '../store/events.ts'
import { answerPixel } from './answer.ts'
import { type FaultMode, isFailure } from './faults.ts'
import { readEvent } from './read-event.ts'

/** What the tracker needs to know. */
export interface TrackerDeps {
  readonly events: EventStore
  readonly faultMode: FaultMode
  readonly keys: Keys
  /** Events that one address may send in ten seconds. */
  readonly rate: number
}

/** Many times what a browser or a CDN lets through; beyond it nothing is kept. */
const MAX_QUERY_BYTES = 64 * 1024

/**
 * Opens the tracker: `GET /v2/1p.jpg`. An event is kept, good or bad, before it is answered.
 *
 * @throws RequestError 414 `url-too-long`; only that event is not kept.
 */
export function registerTracker(app: FastifyInstance, deps: TrackerDeps) {
  app.register(async (limited) => {
    await limitRate(limited, deps.rate)
    answerEvents(limited, deps)
  })
}

function answerEvents(app: FastifyInstance, { events, faultMode, keys }: TrackerDeps) {
  app.get('/v2/1p.jpg', async (request, reply) => {
    const faults = faultMode.next()
    if (faults.delayMs) await sleep(faults.delayMs)
    // A HEAD, which finds out what answers look like, is no event.
    if (request.method === 'GET' && (faults.keep ?? !isFailure(faults)))
      await events.add(readEvent(queryOf(request), keys.siteKey))
    return answerPixel(request, reply, faults)
  })
}

function queryOf({ url }: FastifyRequest): string {
  const query = rawQuery(url)
  if (query.length <= MAX_QUERY_BYTES) return query
  throw new RequestError(414, 'url-too-long', `An event has at most ${MAX_QUERY_BYTES} bytes.`)
}
