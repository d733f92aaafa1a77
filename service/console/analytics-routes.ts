import type { FastifyInstance } from 'fastify'
import type { EventStore } from '../store/events.ts'
import type { Sql } from '../store/sql.ts'
import { createProductFacts } from './analytics/product-facts.ts'
import { createReporter } from './analytics/report.ts'
import { readScope, type ScopeQuery } from './analytics/scope.ts'
import { servePage } from './page.ts'

export interface AnalyticsDeps {
  readonly store: Sql
  readonly events: EventStore
  /** A product's title; `undefined` when the catalogue does not have it. */
  readonly titleOf: (pid: string) => string | undefined
}

/** Opens the page `/analytics` and `GET /analytics/data?from=&to=&visit=`. */
export async function registerAnalytics(app: FastifyInstance, deps: AnalyticsDeps) {
  const { store, events, titleOf } = deps
  const facts = await createProductFacts(store)
  const reportOn = createReporter({ store, titleOf })
  const stop = events.watch({ onEvent: () => undefined, onReset: () => void facts.clear() })
  app.addHook('preClose', async () => stop())

  servePage(app, '/analytics', 'analytics.html')
  app.get<{ Querystring: ScopeQuery }>('/analytics/data', async ({ query }) => {
    const scope = readScope(query)
    await facts.catchUp()
    return reportOn(scope)
  })
}
