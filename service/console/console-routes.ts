import type { FastifyInstance } from 'fastify'
import type { RequestLog } from '../browse/request-log.ts'
import { restrictAccess } from '../http/access-control.ts'
import { limitRate } from '../http/rates.ts'
import type { SampleTraffic } from '../sample/sample-traffic.ts'
import { type AnalyticsDeps, registerAnalytics } from './analytics-routes.ts'
import { registerBrowseRequests } from './browse-log-routes.ts'
import { type LiveDeps, registerLive } from './live-routes.ts'
import { registerSample } from './sample-routes.ts'
import { requirePageToken, sendPrivately, servePage } from './serve-page.ts'

/** Dependencies of the console. */
export interface ConsoleDeps extends LiveDeps, AnalyticsDeps {
  readonly requestLog: RequestLog
  readonly sample: SampleTraffic
  /** The token of its readers; `undefined` for whoever sits at this machine. */
  readonly token: string | undefined
  /** Requests that one address may make in ten seconds. */
  readonly rate: number
}

/** Opens the pages that people look at: `/events`, `/analytics`, `/attribution` and `/requests`. */
export function registerConsole(app: FastifyInstance, deps: ConsoleDeps) {
  app.register(async (closed) => {
    sendPrivately(closed)
    await limitRate(closed, deps.rate)
    await restrictAccess(closed, deps.token)
    requirePageToken(closed)
    servePage(closed, '/console/console.css', 'console.css')
    const feed = await registerLive(closed, deps)
    await registerAnalytics(closed, deps)
    registerBrowseRequests(closed, deps.requestLog)
    deps.sample.watch(feed.reset)
    registerSample(closed, deps.sample)
  })
}
