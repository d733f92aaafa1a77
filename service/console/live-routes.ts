import type { FastifyInstance } from 'fastify'
import { RequestError } from '../request-error.ts'
import type { EventStore } from '../store/events.ts'
import { type EventQuery, readBefore, readFilter } from './event-query.ts'
import { createLiveFeed, SHOWN_EVENTS } from './live-feed.ts'
import { servePage } from './page.ts'
import { createTotals } from './totals.ts'
import type { EventList } from './wire.ts'

export interface LiveDeps {
  readonly events: EventStore
  /** The actions of the contract, in its order. */
  readonly actions: readonly string[]
}

/** More than people open; each costs a connection. */
const MAX_VIEWERS = 50

/**
 * Opens the live page `/events`, `GET /events/list?action=&who=&state=&before=` and
 * `GET /events/stream?action=&who=&state=`.
 */
export async function registerLive(app: FastifyInstance, { events, actions }: LiveDeps) {
  const totals = createTotals(actions, await events.counts())
  const feed = createLiveFeed({ events, totals })
  app.addHook('preClose', async () => feed.close())

  servePage(app, '/events', 'events.html')
  app.get<{ Querystring: EventQuery }>('/events/list', async ({ query }): Promise<EventList> => {
    const before = readBefore(query)
    const page = { limit: SHOWN_EVENTS, ...(before !== undefined && { before }) }
    return { events: await events.newest(readFilter(query, actions), page), totals: totals.list() }
  })
  // Compressed, it would wait for a whole block.
  app.get<{ Querystring: EventQuery }>('/events/stream', { compress: false }, (request, reply) => {
    const filter = readFilter(request.query, actions)
    if (feed.viewers() >= MAX_VIEWERS) {
      throw new RequestError(503, 'too-many-viewers', `${MAX_VIEWERS} pages are looking already.`)
    }
    return reply.type('text/event-stream').send(feed.open(filter))
  })
}
