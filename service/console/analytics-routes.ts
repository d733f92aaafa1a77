import type { FastifyInstance } from 'fastify'
import type { Db } from '../store/database.ts'
import type { EventStore } from '../store/events.ts'
import { createProductFacts } from './analytics/product-facts.ts'
import { createReporter } from './analytics/report.ts'
import { readScope, type ScopeQuery } from './analytics/scope.ts'
import { servePage } from './page.ts'

export interface AnalyticsDeps {
  readonly db: Db
  readonly events: EventStore
  /** A product's title; `undefined` when the catalogue does not have it. */
  readonly titleOf: (pid: string) => string | undefined
}

/** Opens the page `/analytics` and `GET /analytics/data?from=&to=&visit=`. */
export function registerAnalytics(app: FastifyInstance, { db, events, titleOf }: AnalyticsDeps) {
  const facts = createProductFacts(db)
  const reportOn = createReporter({ db, titleOf })
  const stop = events.watch({ onEvent: () => undefined, onReset: facts.clear })
  app.addHook('preClose', async () => stop())

  servePage(app, '/analytics', 'analytics.html')
  app.get<{ Querystring: ScopeQuery }>('/analytics/data', async ({ query }) => {
    const scope = readScope(query)
    await facts.catchUp()
    return reportOn(scope)
  })
}
