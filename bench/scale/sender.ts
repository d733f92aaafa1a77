import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventQuery, formNames } from '../../test/support/fixtures/event-requests.ts'

/** Sends events as tags do, retrying each one until it is acknowledged. */
export interface Sender {
  /** The number of responses by status; 0 means no response. */
  readonly answers: ReadonlyMap<number, number>
  /** Resolves when events `from` to `to` are all acknowledged. */
  send(from: number, to: number): Promise<void>
  close(): void
}

const USERS = 500

const TRACKER_PATH = '/v2/1p.jpg'

const START_MS = 1_793_786_400_000

/** This many events are sent before as many that happened earlier. */
const LATE = 1_024

/** The user of an event. */
export const userOf = (count: number) => `uid-${count % USERS}`

/** All users of this many events. */
export const usersOf = (events: number) =>
  Array.from({ length: Math.min(USERS, events) }, (_, count) => userOf(count))

/** The time of an event. No two events have the same time, and each user's events are sent in an order that differs from it. */
export const momentOf = (count: number) => `${START_MS + (count ^ LATE)}|0.5`

const queryOf = (count: number) =>
  eventQuery(formNames[count % formNames.length] ?? 'visitor', {
    uid: userOf(count),
    t: momentOf(count),
  })

/** @param url - The URL to which all events are sent. */
export function createSender(url: string, atOnce = 32): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const answers = new Map<number, number>()

  const ask = (address: string) =>
    new Promise<number>((settle) => {
      const request = get(address, { agent, timeout: 10_000 }, (reply) => {
        reply.resume()
        reply.once('end', () => settle(reply.statusCode ?? 0)).once('error', () => settle(0))
      })
      request.once('error', () => settle(0)).once('timeout', () => request.destroy())
    })

  async function deliver(count: number) {
    for (;;) {
      const status = await ask(`${url}${TRACKER_PATH}?${queryOf(count)}`)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (status === 200) return
      await sleep(100 + Math.random() * 200)
    }
  }

  return {
    answers,
    async send(from, to) {
      let next = from
      const lane = async () => {
        while (next < to) await deliver(next++)
      }
      await Promise.all(Array.from({ length: atOnce }, lane))
    },
    close: () => agent.destroy(),
  }
}
