import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { restrictAccess } from '../http/access-control.ts'
import type { FaultMode } from '../http/answer-faults.ts'
import { RequestError } from '../http/request-error.ts'
import type { EventStore } from '../store/event-table.ts'
import type { StoredEvent } from '../store/stored-event.ts'
import { type Faults, schema } from './simulated-faults.ts'

/** Dependencies of the admin path. */
export interface AdminDeps {
  readonly events: EventStore
  readonly faultMode: FaultMode<Faults>
  /** The token of its users; `undefined` if everyone on this machine may use it. */
  readonly token: string | undefined
}

/** The response of `GET /admin/wait`. */
export interface Waited {
  /** False if the timeout came first. */
  readonly isReached: boolean
  readonly events: readonly StoredEvent[]
}

interface EventsQuery {
  readonly action?: unknown
  readonly count?: unknown
  /** Milliseconds. */
  readonly timeout?: unknown
}

const WAIT_MS = 10_000

const MAX_WAIT_MS = 600_000

/**
 * Opens the admin path, for tests and tools: `GET /admin/events?action=`, `GET /admin/counts`, `GET /admin/wait?action=&count=&timeout=`,
 * `POST /admin/reset` (events and faults), `POST /admin/faults` (replaces the faults).
 */
export function registerAdmin(app: FastifyInstance, deps: AdminDeps) {
  app.register(async (closed) => {
    await restrictAccess(closed, deps.token)
    registerEvents(closed, deps)
    registerFaults(closed, deps.faultMode)
  })
}

function registerEvents(app: FastifyInstance, { events, faultMode }: AdminDeps) {
  type WithQuery = { Querystring: EventsQuery }
  app.get<WithQuery>('/admin/events', ({ query }) => events.list(actionOf(query)))
  app.get('/admin/counts', () => events.counts())
  app.get<WithQuery>('/admin/wait', ({ query }) => waitFor(events, query))
  app.post('/admin/reset', async (_request, reply) => {
    await events.reset()
    faultMode.set({})
    return reply.code(204).send()
  })
}

function registerFaults(app: FastifyInstance, faultMode: FaultMode<Faults>) {
  const outage = createOutage(app)
  const onResponse = async () => outage.cutConnections()
  app.post<{ Body: Faults | null }>('/admin/faults', { onResponse, schema }, ({ body }, reply) => {
    const faults = body ?? {}
    faultMode.set(faults)
    // Before the response, so that a client that has read it can no longer connect.
    if (faults.outageMs) outage.begin(faults.outageMs)
    return reply.code(204).send()
  })
}

async function waitFor(events: EventStore, query: EventsQuery): Promise<Waited> {
  const action = actionOf(query)
  const count = numberOf('count', query.count, { absent: 1, most: Number.MAX_SAFE_INTEGER })
  const timeoutMs = numberOf('timeout', query.timeout, { absent: WAIT_MS, most: MAX_WAIT_MS })
  const isReached = await new Promise<boolean>((settle) => {
    const finish = (reached: boolean) => {
      clearTimeout(timer)
      stop()
      settle(reached)
    }
    const check = async () => {
      if ((await events.count(action)) >= count) finish(true)
    }
    const timer = setTimeout(finish, timeoutMs, false)
    const stop = events.watch({ onEvent: () => void check() })
    void check()
  })
  return { isReached, events: await events.list(action) }
}

/** The requested action; `undefined` for all. @throws RequestError 400 `bad-parameter`. */
function actionOf({ action }: EventsQuery): string | undefined {
  if (action === undefined || typeof action === 'string') return action
  throw new RequestError(400, 'bad-parameter', 'action is one text.', 'action')
}

function numberOf(
  name: string,
  given: unknown,
  { absent, most }: { readonly absent: number; readonly most: number },
): number {
  if (given === undefined) return absent
  const number = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
  if (number <= most) return number
  const message = `${name} is one whole number from 0 to ${most}.`
  throw new RequestError(400, 'bad-parameter', message, name)
}

/** Available once the service listens; ends when the service closes. */
function createOutage(app: FastifyInstance) {
  const server = app.server as Server
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => clearTimeout(timer))

  return {
    /** Stops listening now, and listens on the same port again after `durationMs`. */
    begin(durationMs: number) {
      const { address, port } = server.address() as AddressInfo
      server.close()
      timer = setTimeout(() => {
        timer = undefined
        server.listen(port, address)
      }, durationMs)
    },
    /** Cuts all open connections. Has no effect outside an outage. */
    cutConnections() {
      if (timer) server.closeAllConnections()
    },
  }
}
