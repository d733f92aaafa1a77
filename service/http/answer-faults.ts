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
  let met = 0
  return {
    set(next: Faults) {
      faults = next
      seen = 0
      met = 0
    },
    /** The faults of the next request; an empty object if it has none. */
    next(): Partial<Faults> {
      seen += 1
      const isItsTurn = seen % (faults.every ?? 1) === 0
      if (!isItsTurn || met >= (faults.times ?? Number.POSITIVE_INFINITY)) return {}
      met += 1
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
      closed.post(`/admin/faults/${name}`, ({ body }, reply) => {
        mode.set(parseFaultValues(body, checks))
        return reply.code(204).send()
      })
    }
  })
}

type FaultCheck = (value: unknown) => boolean

/** The checks for the values of one kind of faults. */
export type FaultChecks<Faults> = Readonly<Record<keyof Faults, FaultCheck>>

/** Timers do not support longer delays. */
const MAX_MS = 24 * 60 * 60 * 1000

const HEADER_TEXT = /^[\x20-\x7e]{1,2000}$/

/** A non-negative whole number. */
export const isCount: FaultCheck = (value) => Number.isInteger(value) && Number(value) >= 0

/** A whole number of at least 1. */
export const isPositive: FaultCheck = (value) => isCount(value) && value !== 0

/** Milliseconds, at most a day. */
export const isDuration: FaultCheck = (value) => isCount(value) && Number(value) <= MAX_MS

/** True or false. */
export const isFlag: FaultCheck = (value) => typeof value === 'boolean'

/** An HTTP status from `least` to 599. */
export const isStatus =
  (least: number): FaultCheck =>
  (value) =>
    isCount(value) && Number(value) >= least && Number(value) <= 599

/** Text that is allowed in a header. */
export const isHeaderText: FaultCheck = (value) =>
  typeof value === 'string' && HEADER_TEXT.test(value)

/**
 * Parses posted faults; an empty body clears them.
 *
 * @throws RequestError 400 `unknown-fault` or `bad-fault`, because a test that requests a fault and does not get it would pass wrongly.
 */
export function parseFaultValues<Faults extends object>(
  body: unknown,
  checks: FaultChecks<Faults>,
): Faults {
  const faults = body ?? {}
  if (typeof faults !== 'object' || Array.isArray(faults)) {
    throw new RequestError(400, 'bad-fault', 'Faults are a JSON object of names and values.')
  }
  for (const [name, value] of Object.entries(faults)) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof Faults] : undefined
    const message = `There is no fault of the name ${name}; there are ${Object.keys(checks).join(', ')}.`
    if (!check) throw new RequestError(400, 'unknown-fault', message, name)
    if (!check(value)) throw new RequestError(400, 'bad-fault', `${name} cannot be that.`, name)
  }
  return faults as Faults
}

const checks: FaultChecks<AnswerFaults> = {
  delayMs: isDuration,
  status: isStatus(400),
  half: isFlag,
  times: isCount,
}
