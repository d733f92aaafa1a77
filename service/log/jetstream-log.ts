import { connectEngine, type Engine, type EngineOptions, STREAM } from './engine.ts'
import { consumeEngine } from './engine-consumer.ts'
import { forwardSpool } from './forwarder.ts'
import type { EventLog, LogConsumer } from './log-consumer.ts'
import { openSpool, type SpoolOptions } from './spool.ts'

/** Longer than the two minutes after which NATS writes to its disk; within its memory of ids. */
const KEEP_PUBLISHED_MS = 10 * 60_000

/** The log of several machines: a spool on each intake, published to NATS JetStream. */
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

/** Messages that each consumer of the stream has not finished. */
async function readLag(engine: Engine): Promise<Record<string, number>> {
  if (!engine.isConnected()) return {}
  const { manager } = await engine.session()
  const infos = await manager.consumers.list(STREAM).next()
  return Object.fromEntries(
    infos.map(({ name, num_pending, num_ack_pending }) => [name, num_pending + num_ack_pending]),
  )
}
