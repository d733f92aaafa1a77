import type { FastifyInstance } from 'fastify'
import { keepPrivate } from '../private.ts'
import type { EventStore } from '../store/events.ts'
import type { StoredEvent } from '../store/stored-event.ts'
import { type FaultMode, parseFaults } from './faults.ts'
import { createOutage } from './outage.ts'

/** What the admin path needs to know. */
export interface AdminDeps {
  readonly events: EventStore
  readonly faultMode: FaultMode
  /** Who may use it; `undefined` for whoever sits at this machine. */
  readonly token: string | undefined
}

/** The answer of `GET /admin/wait`. */
export interface Waited {
  /** False when the time was up first. */
  readonly isReached: boolean
  readonly events: readonly StoredEvent[]
}

interface EventsQuery {
  readonly action?: string
  readonly count?: string
  /** Milliseconds. */
  readonly timeout?: string
}

const WAIT_MS = 10_000

/**
 * Opens the admin path, for tests and tools:
 * `GET /admin/events?action=`, `GET /admin/counts`, `GET /admin/wait?action=&count=&timeout=`,
 * `POST /admin/reset` (events and faults), `POST /admin/faults` (replaces the faults).
 */
export function registerAdmin(app: FastifyInstance, deps: AdminDeps) {
  app.register(async (closed) => {
    await keepPrivate(closed, deps.token)
    registerEvents(closed, deps)
    registerFaults(closed, deps.faultMode)
  })
}

function registerEvents(app: FastifyInstance, { events, faultMode }: AdminDeps) {
  type WithQuery = { Querystring: EventsQuery }
  app.get<WithQuery>('/admin/events', ({ query }) => events.list(query.action))
  app.get('/admin/counts', () => events.counts())
  app.get<WithQuery>('/admin/wait', ({ query }) => waitFor(events, query))
  app.post('/admin/reset', async (_request, reply) => {
    await events.reset()
    faultMode.set({})
    return reply.code(204).send()
  })
}

function registerFaults(app: FastifyInstance, faultMode: FaultMode) {
  const outage = createOutage(app)
  const onResponse = async () => outage.cutConnections()
  app.post('/admin/faults', { onResponse }, ({ body }, reply) => {
    const faults = parseFaults(body)
    faultMode.set(faults)
    // Before the answer: who has read it finds nobody listening.
    if (faults.outageMs) outage.begin(faults.outageMs)
    return reply.code(204).send()
  })
}

/** Settles when as many events are kept as were asked for, or when the time is up. */
async function waitFor(events: EventStore, query: EventsQuery): Promise<Waited> {
  const { action, count, timeout } = query
  const isReached = await new Promise<boolean>((settle) => {
    const finish = (reached: boolean) => {
      clearTimeout(timer)
      stop()
      settle(reached)
    }
    const check = async () => {
      if ((await events.count(action)) >= Number(count ?? 1)) finish(true)
    }
    const timer = setTimeout(finish, Number(timeout ?? WAIT_MS), false)
    const stop = events.watch({ onEvent: () => void check() })
    void check()
  })
  return { isReached, events: await events.list(action) }
}
