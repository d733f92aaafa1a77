import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { restrictAccess } from '../http/access-control.ts'
import type { EventLog, LogConsumer } from '../log/log-consumer.ts'

export interface OperateOptions {
  readonly registry: Registry
  /** Why the service cannot work now; empty if it can. */
  readonly troubles: () => Promise<readonly string[]>
  /** What to know although it works. */
  readonly notes: () => Promise<readonly string[]>
  /** The token of the metrics; `undefined` if everyone on this machine may read them. */
  readonly token: string | undefined
}

/** Metrics collectors and load balancers may not wait longer for a response. */
const ANSWER_WITHIN_MS = 2_000

/**
 * Opens the routes for operators' tools: `GET /healthz` (the process is alive), `GET /readyz` (503 with the
 * reasons if events should go elsewhere) and `GET /metrics` (Prometheus).
 */
export function registerOperate(app: FastifyInstance, options: OperateOptions) {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const troubles = isStopping ? ['The service is stopping.'] : await inTime(options.troubles())
    reply.code(troubles.length === 0 ? 200 : 503).header('cache-control', 'no-store')
    const notes = troubles.length === 0 ? await options.notes() : []
    return { status: troubles.length === 0 ? 'ready' : 'not ready', troubles, notes }
  })
  app.register(async (closed) => {
    await restrictAccess(closed, options.token)
    closed.get('/metrics', async (_request, reply) =>
      reply.type(options.registry.contentType).send(await options.registry.metrics()),
    )
  })
}

const inTime = (troubles: Promise<readonly string[]>): Promise<readonly string[]> =>
  Promise.race([
    troubles,
    new Promise<readonly string[]>((settle) => {
      setTimeout(settle, ANSWER_WITHIN_MS, ['The log does not answer.']).unref()
    }),
  ])

/** Above this share of the spool, new events should go to another intake. */
const NEARLY_FULL = 0.9

/** The reasons why an intake should receive no more events, one sentence each, by what its last event met. */
export async function intakeTroubles(log: EventLog): Promise<readonly string[]> {
  const fault = log.fault()
  const { spooledBytes, limitBytes } = await log.status()
  const percent = Math.round((spooledBytes / limitBytes) * 100)
  return [
    ...(fault === undefined ? [] : [`The disk takes no events: ${messageOf(fault)}`]),
    ...(spooledBytes < limitBytes * NEARLY_FULL ? [] : [`The spool is ${percent} % full.`]),
  ]
}

/** What an operator should know although the intake takes events. */
export async function intakeNotes(log: EventLog): Promise<readonly string[]> {
  const { isUp } = await log.status()
  return isUp ? [] : ['The log engine does not answer; events wait in the spool.']
}

/** A delay that is no longer a moment's load. */
const BEHIND_MS = 60_000

const STORE_ANSWERS_WITHIN_MS = 1_000

/** The reasons why stored events cannot be relied on, one sentence each, by what the last batch and a read of the store met. */
export async function consumerTroubles(
  consumer: LogConsumer,
  readStore: () => Promise<unknown>,
): Promise<readonly string[]> {
  const failure = consumer.failure()
  const lateMs = Date.now() - (consumer.oldest() ?? Date.now())
  const unread = await readStore().then(
    () => undefined,
    (error: unknown) => `The store cannot be read: ${messageOf(error)}`,
  )
  return [
    ...(failure === undefined ? [] : [`The store takes no events: ${messageOf(failure)}`]),
    ...(unread === undefined ? [] : [unread]),
    ...(lateMs < BEHIND_MS ? [] : [`Events are stored ${Math.round(lateMs / 1_000)} s late.`]),
  ]
}

/** Rejects if the work takes too long. */
export const soon = <Result>(work: Promise<Result>): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_, fail) => {
      setTimeout(() => fail(new Error('no answer')), STORE_ANSWERS_WITHIN_MS).unref()
    }),
  ])

const messageOf = (failure: unknown) => (failure instanceof Error ? failure.message : `${failure}`)
