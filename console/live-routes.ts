import type {} from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import {
  type EventFilter,
  type EventStore,
  type RefusedRequests,
  RequestError,
  type Sql,
} from 'svc-tag-service'
import { createCalendar } from './analytics/calendar.ts'
import {
  type EventQuery,
  exportEvents,
  readBefore,
  readFilter,
  readFormat,
} from './event-export.ts'
import { createEventSearch } from './event-search.ts'
import { createLiveFeed, type LiveFeed, SHOWN_EVENTS, withoutAction } from './live-feed.ts'
import { servePage } from './serve-page.ts'
import { createTotals } from './totals.ts'
import type { CountedEvents, EventList } from './wire.ts'

/** Dependencies of the events page. */
export interface LiveDeps {
  readonly store: Sql
  readonly events: EventStore
  readonly refused: RefusedRequests
  readonly actions: readonly string[]
  /** IANA; days begin and end in this time zone. */
  readonly timeZone: string
}

/** Limited, because each open page costs a connection. */
const MAX_VIEWERS = 50

type WithQuery = { Querystring: EventQuery }

/**
 * Opens the live page `/events`, `GET /events/list`, `GET /events/stream` and `GET /events/export?format=`. All three requests take
 * `action`, `who`, `shopper`, `visit`, `text`, `state`, `event`, `from`, `to` and `shoppers`; the list also takes `before`.
 */
export async function registerLive(app: FastifyInstance, deps: LiveDeps): Promise<LiveFeed> {
  const { store, events, refused, actions, timeZone } = deps
  const calendar = createCalendar(timeZone)
  const totals = createTotals(actions, await events.counts())
  const search = createEventSearch(store)
  const feed = createLiveFeed({ events, refused, actions, totals, count: search.count })
  app.addHook('preClose', async () => feed.close())

  async function countOf(filter: EventFilter): Promise<CountedEvents> {
    const counted = withoutAction(filter)
    if (Object.keys(counted).length === 0) return { totals: totals.list(), isWhole: true }
    const { counts, isWhole } = await search.count(counted)
    return { totals: createTotals(actions, counts).list(), isWhole }
  }

  const words = { title: 'Events', content: 'events', data: '/events/list', timeZone }
  servePage(app, 'events', words)
  app.get<WithQuery>('/events/list', async ({ query }): Promise<EventList> => {
    const filter = readFilter(query, actions, calendar)
    const before = readBefore(query)
    return {
      ...(await search.newest(filter, { limit: SHOWN_EVENTS, before })),
      ...(await countOf(filter)),
      refused: refused.list(),
    }
  })
  // Compression would hold messages back until a block is full.
  app.get<WithQuery>('/events/stream', { compress: false }, (request, reply) => {
    const filter = readFilter(request.query, actions, calendar)
    if (feed.viewers() >= MAX_VIEWERS) {
      throw new RequestError(503, 'too-many-viewers', `${MAX_VIEWERS} pages are already open.`)
    }
    return reply.type('text/event-stream').send(feed.open(filter))
  })
  app.get<WithQuery>('/events/export', ({ query }, reply) => {
    const format = readFormat(query)
    const { type, stream } = exportEvents(search, readFilter(query, actions, calendar), format)
    return reply
      .type(type)
      .header('content-disposition', `attachment; filename="events.${format}"`)
      .send(stream)
  })
  return feed
}
