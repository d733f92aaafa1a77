import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { restrictAccess } from './access-control.ts'
import { RequestError } from './request-error.ts'

/** Faults of the answers of Browse or of the Shopping Agent; an empty object has none. */
export interface AnswerFaults {
  /** Answers this much later. */
  readonly delayMs?: number
  /** Refuses with this status: 404, 500, … */
  readonly status?: number
  /** Sends the beginning of an answer and cuts the connection. */
  readonly half?: boolean
  /** Heals after this many requests. */
  readonly times?: number
}

/** A switch for going wrong. Starts healthy. */
export type FaultMode<Faults extends Counted> = ReturnType<typeof createFaultMode<Faults>>

interface Counted {
  readonly times?: number
  readonly every?: number
}

/** Counts faulty requests: `times` heals after so many, with `every` only each n-th is faulty. */
export function createFaultMode<Faults extends Counted>() {
  let faults: Partial<Faults> = {}
  let seen = 0
  let met = 0
  return {
    /** Replaces the faults, and restarts the count. */
    set(next: Faults) {
      faults = next
      seen = 0
      met = 0
    },
    /** The faults that the next request meets; an empty object when it meets none. */
    next(): Partial<Faults> {
      seen += 1
      const isItsTurn = seen % (faults.every ?? 1) === 0
      if (!isItsTurn || met >= (faults.times ?? Number.POSITIVE_INFINITY)) return {}
      met += 1
      return faults
    },
  }
}

/** Lets the routes that are registered on `app` meet the faults of a mode. */
export function meetFaults(app: FastifyInstance, mode: FaultMode<AnswerFaults>) {
  app.addHook('preHandler', async (_request, reply) => {
    const { delayMs, status, half } = mode.next()
    if (delayMs) await sleep(delayMs)
    if (status) throw new RequestError(status, 'fault', 'The fault mode asked for this.')
    if (half) sendHalf(reply)
  })
}

const BEGINNING = '{"searchMetaData":{"status":0,"message":"This is only the beg'

/** Promises the client twice as many bytes, then cuts the connection. */
function sendHalf(reply: FastifyReply) {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': 2 * BEGINNING.length,
    'access-control-allow-origin': '*',
  })
  reply.raw.write(BEGINNING, () => reply.raw.destroy())
}

/** The switches by the last part of their path. */
export type AnswerFaultModes = Readonly<Record<'browse' | 'agent', FaultMode<AnswerFaults>>>

/** Opens `POST /admin/faults/browse` and `/admin/faults/agent`, which replace the faults there. */
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

/** Whether a value makes a fault of one name. */
type FaultCheck = (value: unknown) => boolean

/** Checks for the values of each fault of one kind. */
export type FaultChecks<Faults> = Readonly<Record<keyof Faults, FaultCheck>>

/** Longer waits do not fit into a timer. */
const MAX_MS = 24 * 60 * 60 * 1000

/** Characters that a header may hold. */
const HEADER_TEXT = /^[\x20-\x7e]{1,2000}$/

/** A whole number that is not negative. */
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

/** A text that a header may hold. */
export const isHeaderText: FaultCheck = (value) =>
  typeof value === 'string' && HEADER_TEXT.test(value)

/**
 * Parses posted faults; an empty body clears them.
 *
 * @throws RequestError 400 `unknown-fault` or `bad-fault`: a test that requests a fault and gets none would pass
 *   wrongly.
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
