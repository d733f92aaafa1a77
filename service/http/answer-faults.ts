import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { restrictAccess } from './access-control.ts'
import { RequestError } from './request-error.ts'

/** Simulated faults in the responses of Browse or the Shopping Agent; an empty object has none. */
export interface AnswerFaults {
  readonly delayMs?: number
  readonly status?: number
  /** Sends the beginning of the response and then cuts the connection. */
  readonly half?: boolean
  readonly times?: number
}

/** A switch for simulated faults. At first there are none. */
export type FaultMode<Faults extends Counted> = ReturnType<typeof createFaultMode<Faults>>

interface Counted {
  readonly times?: number
  readonly every?: number
}

/** Counts faulty requests: with `times`, the fault ends after this many; with `every`, only each n-th request is faulty. */
export function createFaultMode<Faults extends Counted>() {
  let faults: Partial<Faults> = {}
  let seen = 0
  let applied = 0
  return {
    set(next: Faults) {
      faults = next
      seen = 0
      applied = 0
    },
    /** The faults of the next request; an empty object if it has none. */
    next(): Partial<Faults> {
      seen += 1
      const isItsTurn = seen % (faults.every ?? 1) === 0
      if (!isItsTurn || applied >= (faults.times ?? Number.POSITIVE_INFINITY)) return {}
      applied += 1
      return faults
    },
  }
}

/** Applies the faults of a mode to the routes that are registered on `app`. */
export function meetFaults(app: FastifyInstance, mode: FaultMode<AnswerFaults>) {
  app.addHook('preHandler', async (_request, reply) => {
    const { delayMs, status, half } = mode.next()
    if (delayMs) await sleep(delayMs)
    if (status) throw new RequestError(status, 'fault', 'The fault mode asked for this.')
    if (half) sendHalf(reply)
  })
}

const BEGINNING = '{"searchMetaData":{"status":0,"message":"This is only the beg'

/** Announces twice as many bytes as it sends, then cuts the connection. */
function sendHalf(reply: FastifyReply) {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': 2 * BEGINNING.length,
    'access-control-allow-origin': '*',
  })
  reply.raw.write(BEGINNING, () => reply.raw.destroy())
}

/** The switches, by the last segment of their path. */
export type AnswerFaultModes = Readonly<Record<'browse' | 'agent', FaultMode<AnswerFaults>>>

/** Opens `POST /admin/faults/browse` and `/admin/faults/agent`, which replace the faults of these services. */
export function registerAnswerFaults(
  app: FastifyInstance,
  modes: AnswerFaultModes,
  token: string | undefined,
) {
  app.register(async (closed) => {
    await restrictAccess(closed, token)
    for (const [name, mode] of Object.entries(modes)) {
      const path = `/admin/faults/${name}`
      closed.post<{ Body: AnswerFaults | null }>(path, { schema }, ({ body }, reply) => {
        mode.set(body ?? {})
        return reply.code(204).send()
      })
    }
  })
}

/** The JSON schema of the values that a kind of fault may have. */
export type FaultSchemas<Faults> = Readonly<Record<keyof Faults, object>>

/** A non-negative whole number. */
export const COUNT = { type: 'integer', minimum: 0 }

/** Milliseconds, at most a day, because timers do not support longer delays. */
export const DURATION = { ...COUNT, maximum: 24 * 60 * 60 * 1000 }

/** True or false. */
export const FLAG = { type: 'boolean' }

/**
 * The schema of a request that sets faults; an empty body clears them. Other names and values are refused, because a
 * test that requests a fault and does not get it would pass wrongly.
 */
export const faultsSchema = <Faults>(properties: FaultSchemas<Faults>) => ({
  body: { type: ['object', 'null'], properties, additionalProperties: false },
})

const schema = faultsSchema<AnswerFaults>({
  delayMs: DURATION,
  status: { type: 'integer', minimum: 400, maximum: 599 },
  half: FLAG,
  times: COUNT,
})
