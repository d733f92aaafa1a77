import type { FastifyInstance } from 'fastify'
import type { RequestLog } from '../browse/request-log.ts'
import { servePage } from './serve-page.ts'
import type { BrowseRequests } from './wire.ts'

/** Opens the page `/requests` and `GET /requests/list`: what was asked of Browse and search. */
export function registerBrowseRequests(app: FastifyInstance, log: RequestLog) {
  servePage(app, '/requests', 'requests.html')
  app.get('/requests/list', (): BrowseRequests => ({ requests: log.list(), totals: log.totals() }))
}
