import type { FastifyInstance } from 'fastify'
import { limitRate, MAX_SAMPLE_VISITS, type RequestLog, restrictAccess } from 'svc-tag-service'
import { type AnalyticsDeps, registerAnalytics } from './analytics-routes.ts'
import { type BooksDeps, registerBooks } from './books/books-routes.ts'
import { type LiveDeps, registerLive } from './live-routes.ts'
import { badParameter } from './read-parameter.ts'
import type { SampleTraffic } from './sample/sample-traffic.ts'
import { requirePageToken, sendPrivately, servePage, serveStyles } from './serve-page.ts'
import type { BrowseRequests } from './wire.ts'

/** Dependencies of the console. */
export interface ConsoleDeps extends LiveDeps, AnalyticsDeps, BooksDeps {
  readonly requestLog: RequestLog
  readonly sample: SampleTraffic
  /** The access token; `undefined` if everyone on this machine may read the console. */
  readonly token: string | undefined
  /** Requests that one address may make in ten seconds. */
  readonly rate: number
}

/** Opens the pages that people look at: `/events`, `/analytics`, `/attribution`, `/books` and `/requests`. */
export function registerConsole(app: FastifyInstance, deps: ConsoleDeps) {
  app.register(async (closed) => {
    sendPrivately(closed)
    await limitRate(closed, deps.rate)
    await restrictAccess(closed, deps.token)
    requirePageToken(closed)
    serveStyles(closed)
    const feed = await registerLive(closed, deps)
    await registerAnalytics(closed, deps)
    await closed.register(async (books) => registerBooks(books, deps))
    registerBrowseRequests(closed, deps.requestLog)
    deps.sample.watch(feed.reset)
    registerSample(closed, deps.sample)
  })
}

/** Opens the page `/requests` and `GET /requests/list`: the requests to Browse and search. */
function registerBrowseRequests(app: FastifyInstance, log: RequestLog) {
  const words = { title: 'Browse requests', content: 'requests', data: '/requests/list' }
  servePage(app, 'requests', words)
  app.get('/requests/list', (): BrowseRequests => ({ requests: log.list(), totals: log.totals() }))
}

/** How many visits of sample traffic the pages' buttons add. */
const USUAL_VISITS = 200

/**
 * Opens `POST /console/sample?visits=`, which replaces the sample traffic (with 200 visits by default), and
 * `DELETE /console/sample`, which removes it. Both answer `{ events }`.
 */
function registerSample(app: FastifyInstance, sample: SampleTraffic) {
  type WithVisits = { Querystring: { readonly visits?: unknown } }
  app.post<WithVisits>('/console/sample', async ({ query }) => ({
    events: await sample.add(visitsOf(query.visits)),
  }))
  app.delete('/console/sample', async () => ({ events: await sample.remove() }))
}

function visitsOf(given: unknown): number {
  if (given === undefined) return USUAL_VISITS
  const visits = typeof given === 'string' && /^\d{1,6}$/.test(given) ? Number(given) : 0
  if (visits > 0 && visits <= MAX_SAMPLE_VISITS) return visits
  throw badParameter('visits', `is a whole number from 1 to ${MAX_SAMPLE_VISITS}.`)
}
