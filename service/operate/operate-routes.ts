import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { restrictAccess } from '../access-control.ts'

export interface OperateOptions {
  readonly registry: Registry
  /** Why the service cannot do its work now; empty when it can. */
  readonly troubles: () => Promise<readonly string[]>
  /** The token of the metrics; `undefined` for whoever sits at this machine. */
  readonly token: string | undefined
}

/** A collector of metrics or a load balancer may not wait longer for an answer. */
const ANSWER_WITHIN_MS = 2_000

/**
 * Opens what operators' tools ask: `GET /healthz` (the process lives), `GET /readyz` (503 with the
 * reasons when events should go elsewhere) and `GET /metrics` (Prometheus).
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
