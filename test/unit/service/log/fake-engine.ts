import { setImmediate as turn } from 'node:timers/promises'
import type { JsMsg } from '@nats-io/jetstream'
import type { Engine } from '../../../../service/log/engine.ts'

/** An in-memory message engine with one stream, as far as forwarders and consumers use it. */
export interface FakeEngine extends Engine {
  /** Whether it responds. */
  isUp: boolean
  /** The number of messages to refuse from now on, as with a full disk. */
  refuses: number
  /** Restarts without the last messages, which were not on its disk: only messages older than two minutes remain. */
  restart(lost: number): void
  /** Redelivers every unfinished message to the next consumer, because its time has expired. */
  expire(): void
  /** Forgets the ids of its messages, as after its duplicate window. */
  forgetIds(): void
  /** Messages that no consumer has finished. */
  waiting(): number
}

interface Message {
  readonly id: string
  readonly text: string
  readonly at: number
  state: 'waiting' | 'in hand' | 'done'
}

/** The engine writes to its disk this often. */
const DISK_MS = 120_000

/** Longer than any turn of a test, and short enough that a consumer stops soon. */
const FETCH_MS = 5

export function createFakeEngine(): FakeEngine {
  let messages: Message[] = []
  let known = new Set<string>()
  let server = 1
  let lastUp = 0
  const requireUp = () => {
    if (!engine.isUp) throw new Error('The engine is gone.')
    lastUp = Date.now()
  }

  const messageOf = (message: Message) =>
    ({
      json: () => JSON.parse(message.text),
      working: () => undefined,
      ack() {
        message.state = 'done'
      },
    }) as unknown as JsMsg

  async function fetch() {
    requireUp()
    // Consumers with the same name stand by while one of them has messages.
    const isBusy = messages.some(({ state }) => state === 'in hand')
    const given = isBusy ? [] : messages.filter(({ state }) => state === 'waiting').slice(0, 4)
    for (const message of given) message.state = 'in hand'
    if (given.length === 0) await new Promise((resolve) => setTimeout(resolve, FETCH_MS))
    return (async function* () {
      for (const message of given) yield messageOf(message)
    })()
  }

  const client = {
    async publish(_subject: string, text: string, { msgID: id }: { readonly msgID: string }) {
      requireUp()
      if (engine.refuses > 0) {
        engine.refuses -= 1
        throw new Error('The engine is full.')
      }
      if (!known.has(id)) messages.push({ id, text, at: Date.now(), state: 'waiting' })
      known.add(id)
    },
    consumers: { get: async () => ({ fetch }) },
  }
  const session = async () => {
    await turn()
    requireUp()
    return { serverId: `server-${server}`, client, manager: { consumers: { add: requireUp } } }
  }
  const engine: FakeEngine = {
    isUp: true,
    refuses: 0,
    session: session as unknown as Engine['session'],
    isConnected: () => engine.isUp,
    close: async () => undefined,
    restart(lost) {
      server += 1
      const isOnDisk = ({ at }: Message) => at <= lastUp - DISK_MS
      const first = Math.max(messages.length - lost, 0)
      messages = messages.filter((message, index) => index < first || isOnDisk(message))
      known = new Set(messages.map(({ id }) => id))
      engine.expire()
    },
    expire() {
      for (const message of messages) if (message.state === 'in hand') message.state = 'waiting'
    },
    forgetIds: () => known.clear(),
    waiting: () => messages.filter(({ state }) => state !== 'done').length,
  }
  return engine
}
