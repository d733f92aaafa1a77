import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { restrictAccess } from './access-control.ts'
import {
  type FaultChecks,
  isCount,
  isDuration,
  isFlag,
  isStatus,
  parseFaultValues,
} from './fault-values.ts'
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

/** A switch for going wrong. */
export interface AnswerFaultMode {
  /** Replaces the faults. */
  set(faults: AnswerFaults): void
  /** The faults that the next request meets. */
  next(): AnswerFaults
}

/** Starts healthy. */
export function createAnswerFaultMode(): AnswerFaultMode {
  let faults: AnswerFaults = {}
  let left = 0
  return {
    set(next) {
      faults = next
      left = next.times ?? Number.POSITIVE_INFINITY
    },
    next() {
      left -= 1
      return left >= 0 ? faults : {}
    },
  }
}

/** Lets the routes that are registered on `app` meet the faults of a mode. */
export function meetFaults(app: FastifyInstance, mode: AnswerFaultMode) {
  app.addHook('preHandler', async (_request, reply) => {
    const { delayMs, status, half } = mode.next()
    if (delayMs) await sleep(delayMs)
    if (status) throw new RequestError(status, 'fault', 'The fault mode asked for this.')
    if (half) sendHalf(reply)
  })
}

const BEGINNING = '{"searchMetaData":{"status":0,"message":"This is only the beg'

/** The client is promised twice as much, and sees the connection end. */
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
export type AnswerFaultModes = Readonly<Record<'browse' | 'agent', AnswerFaultMode>>

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

const checks: FaultChecks<AnswerFaults> = {
  delayMs: isDuration,
  status: isStatus(400),
  half: isFlag,
  times: isCount,
}
