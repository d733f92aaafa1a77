import { setImmediate as turn } from 'node:timers/promises'
import type { JsMsg } from '@nats-io/jetstream'
import type { EngineOptions } from '../../log/engine.ts'

type Client = NonNullable<EngineOptions['client']>

/** A message engine of one stream in memory, with as much of a NATS client as the service uses. */
export interface FakeEngine {
  readonly client: Client
  /** Whether it answers. */
  isUp: boolean
  /** The number of further messages that it refuses, as with a full disk. */
  refuses: number
  /** The number of further sessions that fail although it answers, as while a cluster elects a leader. */
  unready: number
  /** Restarts without the last messages, which its disk did not have yet: it has those of two minutes ago. */
  restart(lost: number): void
  /** Gives every unfinished message to the next consumer that asks, as after the time for acknowledgements. */
  expire(): void
  /** Forgets the ids of its messages, as after its duplicate window. */
  forgetIds(): void
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
  let consumers: string[] = []
  let hasStream = false
  let server = 1
  let lastUp = 0
  let isUp = true
  const connections = new Set<(type: string) => void>()
  const requireUp = async () => {
    if (!isUp) throw new Error('The engine is gone.')
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
    await requireUp()
    // Consumers with the same name stand by while one of them has messages.
    const isBusy = messages.some(({ state }) => state === 'in hand')
    const given = isBusy ? [] : messages.filter(({ state }) => state === 'waiting').slice(0, 4)
    for (const message of given) message.state = 'in hand'
    if (given.length === 0) await new Promise((resolve) => setTimeout(resolve, FETCH_MS))
    return (async function* () {
      for (const message of given) yield messageOf(message)
    })()
  }

  async function publish(_subject: string, text: string, { msgID: id }: { msgID: string }) {
    await requireUp()
    if (engine.refuses > 0) {
      engine.refuses -= 1
      throw new Error('The engine is full.')
    }
    if (!known.has(id)) messages.push({ id, text, at: Date.now(), state: 'waiting' })
    known.add(id)
  }

  /** Tells every connection of a change; the client reconnects by itself. */
  const tell = (type: string) => {
    for (const hear of connections) hear(type)
  }

  async function connect() {
    while (!isUp) await turn()
    const heard: { readonly type: string }[] = []
    let wake = () => {}
    let isClosed = false
    connections.add((type) => {
      heard.push({ type })
      wake()
    })
    return {
      get info() {
        return { server_id: `server-${server}` }
      },
      async *status() {
        while (!isClosed) {
          if (heard.length === 0)
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          yield* heard.splice(0)
        }
      },
      async close() {
        isClosed = true
        wake()
      },
    }
  }

  async function jetstreamManager() {
    await requireUp()
    if (engine.unready > 0) {
      engine.unready -= 1
      throw new Error('The engine has no leader yet.')
    }
    const count = (wanted: Message['state']) =>
      messages.filter(({ state }) => state === wanted).length
    return {
      streams: {
        async info() {
          if (!hasStream) throw new Error('There is no such stream.')
        },
        async add() {
          hasStream = true
        },
      },
      consumers: {
        async add(_stream: string, { durable_name: name }: { durable_name: string }) {
          await requireUp()
          consumers = [...new Set([...consumers, name])]
        },
        list: () => ({
          next: async () =>
            consumers.map((name) => ({
              ...{ name, num_pending: count('waiting'), num_ack_pending: count('in hand') },
            })),
        }),
      },
    }
  }

  const engine: FakeEngine = {
    client: {
      connect,
      jetstreamManager,
      jetstream: () => ({ publish, consumers: { get: async () => ({ fetch }) } }),
    } as unknown as Client,
    ...{ refuses: 0, unready: 0 },
    get isUp() {
      return isUp
    },
    set isUp(next) {
      if (next !== isUp) tell(next ? 'reconnect' : 'disconnect')
      isUp = next
    },
    restart(lost) {
      server += 1
      tell('disconnect')
      if (isUp) tell('reconnect')
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
  }
  return engine
}
