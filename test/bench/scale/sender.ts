import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventQuery, formNames } from '../../support/fixtures/event-requests.ts'

/** Sends events as tags do: each again, to whoever answers, until it is answered. */
export interface Sender {
  /** How many of each answer came; 0 for none. */
  readonly answers: ReadonlyMap<number, number>
  /** Settles when events `from` to `to` are all answered. */
  send(from: number, to: number): Promise<void>
  close(): void
}

const USERS = 500

const TRACKER_PATH = '/v2/1p.jpg'

const START_MS = 1_793_786_400_000

/** So many events are sent before so many that happened earlier. */
const LATE = 1_024

/** Whose event it is. */
export const userOf = (count: number) => `uid-${count % USERS}`

/** All users of so many events. */
export const usersOf = (events: number) =>
  Array.from({ length: Math.min(USERS, events) }, (_, count) => userOf(count))

/**
 * The moment of an event: no two are of one, and each user's events are sent in another order than
 * they happened.
 */
export const momentOf = (count: number) => `${START_MS + (count ^ LATE)}|0.5`

const queryOf = (count: number) =>
  eventQuery(formNames[count % formNames.length] ?? 'visitor', {
    uid: userOf(count),
    t: momentOf(count),
  })

/** @param url - The address that all events go to. */
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
