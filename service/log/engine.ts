import {
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  StorageType,
} from '@nats-io/jetstream'
import { connect, type NatsConnection, nanos } from '@nats-io/transport-node'

/** The stream that all intakes and consumers share. */
export const STREAM = 'SVC_EVENTS'

const MINUTE_MS = 60_000

/** How long the engine keeps events, and remembers their ids. */
const KEEP_MS = 7 * 24 * 60 * MINUTE_MS
const DUPLICATE_WINDOW_MS = 15 * MINUTE_MS

const RECONNECT_MS = 500
const TIMEOUT_MS = 5_000

/** What the service uses of the NATS client. */
const nats = { connect, jetstream, jetstreamManager }

export interface EngineOptions {
  /** `nats://host:4222`, or several URLs separated by commas. */
  readonly url: string
  /** Replaces the NATS client in tests. */
  readonly client?: typeof nats
  /** The number of copies of the stream in a cluster; 1 for a single server. */
  readonly replicas?: number
  /** The space for the stream on the engine's disk, 10 GB by default. Beyond it, the engine refuses new events. */
  readonly maxBytes?: number
}

/** A NATS JetStream server, with what intakes and consumers need of it. */
export type Engine = ReturnType<typeof connectEngine>

export interface EngineSession {
  /** Changes when the server has restarted or been replaced. */
  readonly serverId: string
  readonly client: JetStreamClient
  readonly manager: JetStreamManager
}

/** Connects in the background, so that an intake can start without its engine and survives outages. */
export function connectEngine(options: EngineOptions) {
  const { client = nats } = options
  let connection: NatsConnection | undefined
  let isConnected = false
  let prepared: { readonly serverId: string; readonly session: Promise<EngineSession> } | undefined
  let isClosed = false

  const connecting = client.connect({
    servers: options.url.split(','),
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: RECONNECT_MS,
    timeout: TIMEOUT_MS,
  })
  connecting.then(
    (opened) => {
      connection = opened
      isConnected = true
      if (isClosed) return opened.close()
      return followStatus(opened)
    },
    // A permanent error, such as a wrong password: there are no sessions, and /readyz reports it.
    (error: unknown) => console.error(`${options.url}: ${(error as Error).message}`),
  )

  async function followStatus(opened: NatsConnection) {
    for await (const { type } of opened.status()) {
      if (type === 'disconnect') isConnected = false
      if (type === 'reconnect') isConnected = true
    }
  }

  return {
    /** A session with an engine that responds and has the stream. Rejects if there is none. */
    session(): Promise<EngineSession> {
      const serverId = connection?.info?.server_id
      if (!connection || !isConnected || serverId === undefined) {
        return Promise.reject(new Error(`${options.url}: the log engine does not answer.`))
      }
      if (prepared?.serverId !== serverId) {
        const session = prepare(connection, serverId, options)
        prepared = { serverId, session }
        session.catch(() => {
          prepared = undefined
        })
      }
      return prepared.session
    },
    isConnected: () => isConnected,
    async close() {
      isClosed = true
      await connection?.close()
    },
  }
}

async function prepare(
  connection: NatsConnection,
  serverId: string,
  options: EngineOptions,
): Promise<EngineSession> {
  const { client = nats } = options
  const manager = await client.jetstreamManager(connection, { timeout: TIMEOUT_MS })
  await ensureStream(manager, options)
  return { serverId, manager, client: client.jetstream(connection, { timeout: TIMEOUT_MS }) }
}

/** Creates the stream. An existing one keeps the limits that its operator has set. */
async function ensureStream(manager: JetStreamManager, options: EngineOptions) {
  const { replicas = 1, maxBytes = 10 * 1024 ** 3 } = options
  const isThere = await manager.streams.info(STREAM).then(
    () => true,
    () => false,
  )
  if (isThere) return
  await manager.streams.add({
    name: STREAM,
    subjects: ['svc.>'],
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
    max_age: nanos(KEEP_MS),
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    num_replicas: replicas,
  })
}
