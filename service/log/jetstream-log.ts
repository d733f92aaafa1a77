import { drainSpool, type SpoolReader } from './drain-spool.ts'
import {
  connectEngine,
  type Engine,
  type EngineOptions,
  type EngineSession,
  STREAM,
} from './engine.ts'
import { consumeEngine } from './engine-consumer.ts'
import type { EventLog, LogConsumer, LogEntry } from './log-consumer.ts'
import { openSpool, type Spool, type SpooledEntry, type SpoolOptions } from './spool.ts'

/** Longer than the two minutes after which NATS writes to its disk, and short enough for NATS to remember the ids. */
const KEEP_PUBLISHED_MS = 10 * 60_000

/** The log of several machines: each intake has a spool, which it publishes to NATS JetStream. */
export function openJetStreamLog(
  engineOptions: EngineOptions,
  spoolOptions: SpoolOptions,
): EventLog {
  const engine = connectEngine(engineOptions)
  const spool = openSpool({ keepMs: KEEP_PUBLISHED_MS, ...spoolOptions })
  const forwarder = forwardSpool(spool, engine)
  const consumers: LogConsumer[] = []

  return {
    append: spool.append,
    fault: spool.fault,
    consume(name, handle) {
      const consumer = consumeEngine(engine, name, handle)
      consumers.push(consumer)
      return consumer
    },
    settled: async () => undefined,
    async status() {
      const { entries, bytes, limitBytes } = spool.usage()
      const isUp = engine.isConnected() && forwarder.failure() === undefined
      const lag = await readLag(engine).catch(() => ({}))
      return { isUp, spooled: entries, spooledBytes: bytes, limitBytes, lag }
    },
    async close(forMs = 0) {
      await forwarder.settled(forMs)
      await Promise.all([forwarder, ...consumers].map((reader) => reader.stop()))
      await engine.close()
      spool.close()
    },
  }
}

async function readLag(engine: Engine): Promise<Record<string, number>> {
  if (!engine.isConnected()) return {}
  const { manager } = await engine.session()
  const infos = await manager.consumers.list(STREAM).next()
  return Object.fromEntries(
    infos.map(({ name, num_pending, num_ack_pending }) => [name, num_pending + num_ack_pending]),
  )
}

const IN_FLIGHT = 256

const LAST_ENGINE = 'engine'

const LOOK_EVERY_MS = 1_000

/**
 * Publishes a spool to the engine. The id of a message is the origin of its request, so that the
 * engine drops duplicates. After a restart, the engine may have lost messages that were not on its
 * disk yet, so everything still in the spool is published again, even if no new event arrives.
 */
function forwardSpool(spool: Spool, engine: Engine): SpoolReader {
  /** @throws Error if the engine does not respond, or if it has restarted or been replaced; in this case, the spool is rewound first. */
  async function openSession(): Promise<EngineSession> {
    const session = await engine.session().catch((error) => {
      // Keeps the entries longer, because the engine may come back without them.
      spool.keepLonger()
      throw error
    })
    if (spool.note(LAST_ENGINE) === session.serverId) return session
    spool.rewind()
    spool.setNote(LAST_ENGINE, session.serverId)
    throw new Error('The engine was started again; its events are published again.')
  }

  const reader = drainSpool({
    spool,
    batchSize: IN_FLIGHT,
    handle: async (batch) => publish(await openSession(), batch),
    onIdle: async () => void (await openSession().catch(() => undefined)),
  })
  const timer = setInterval(spool.wake, LOOK_EVERY_MS).unref()
  return {
    ...reader,
    stop() {
      clearInterval(timer)
      return reader.stop()
    },
  }
}

async function publish({ client }: EngineSession, batch: readonly SpooledEntry[]) {
  const results = await Promise.allSettled(
    batch.map(({ number: _number, ...entry }) =>
      client.publish(subjectFor(entry), JSON.stringify(entry), { msgID: entry.origin }),
    ),
  )
  const failed = results.find(({ status }) => status === 'rejected') as
    | PromiseRejectedResult
    | undefined
  if (failed) throw failed.reason
}

const subjectFor = ({ site, action }: LogEntry) => `svc.${tokenOf(site)}.${tokenOf(action)}`

/** The text with only the characters that a subject allows between two dots. */
const tokenOf = (text: string) => text.replace(/[^\w-]/g, '_').slice(0, 64) || '_'
