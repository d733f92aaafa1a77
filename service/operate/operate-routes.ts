import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { restrictAccess } from '../http/access-control.ts'
import type { EventLog, LogConsumer } from '../log/log-consumer.ts'

export interface OperateOptions {
  readonly registry: Registry
  /** Why the service cannot work now; empty if it can. */
  readonly troubles: () => Promise<readonly string[]>
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
    return { status: troubles.length === 0 ? 'ready' : 'not ready', troubles }
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
      setTimeout(settle, ANSWER_WITHIN_MS, ['The store or the log does not answer.']).unref()
    }),
  ])

/** Above this share of the spool, new events should go to another intake. */
const NEARLY_FULL = 0.9

/** The reasons why an intake should receive no more events, one sentence each. */
export async function intakeTroubles(log: EventLog): Promise<readonly string[]> {
  const { spooledBytes, limitBytes } = await log.status()
  const percent = Math.round((spooledBytes / limitBytes) * 100)
  return spooledBytes < limitBytes * NEARLY_FULL ? [] : [`The spool is ${percent} % full.`]
}

/** The reasons why a consumer is not making progress; empty if it is. */
export function consumerTroubles(consumer: LogConsumer): readonly string[] {
  const failure = consumer.failure()
  return failure === undefined ? [] : [`The store takes no events: ${messageOf(failure)}`]
}

const messageOf = (failure: unknown) => (failure instanceof Error ? failure.message : `${failure}`)
