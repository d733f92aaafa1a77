import type { FastifyInstance } from 'fastify'
import { keepPrivate } from '../private.ts'
import { limitRate } from '../rates.ts'
import { type AnalyticsDeps, registerAnalytics } from './analytics-routes.ts'
import { type LiveDeps, registerLive } from './live-routes.ts'
import { sendPrivately, servePage } from './page.ts'

/** What the console needs to know. */
export interface ConsoleDeps extends LiveDeps, AnalyticsDeps {
  /** Who may look; `undefined` for whoever sits at this machine. */
  readonly token: string | undefined
  /** Requests that one address may make in ten seconds. */
  readonly rate: number
}

/** Opens the pages that people look at: `/events` and `/analytics`. */
export function registerConsole(app: FastifyInstance, deps: ConsoleDeps) {
  app.register(async (closed) => {
    sendPrivately(closed)
    await limitRate(closed, deps.rate)
    await keepPrivate(closed, deps.token)
    servePage(closed, '/console/console.css', 'console.css')
    await registerLive(closed, deps)
    await registerAnalytics(closed, deps)
  })
}
