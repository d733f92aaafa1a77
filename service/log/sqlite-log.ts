import { type DrainOptions, drainSpool, type SpoolReader } from './drain-spool.ts'
import type { EventLog } from './log-consumer.ts'
import { openSpool, type SpoolOptions } from './spool.ts'

const BATCH = 500

/**
 * The log of a service in one process: its spool, and nothing else. It feeds one consumer.
 *
 * @throws Error when a second consumer is asked for: that needs an engine.
 */
export function openSqliteLog(options: SpoolOptions): EventLog {
  const spool = openSpool(options)
  const readers = new Map<string, SpoolReader>()

  function read(name: string, handle: DrainOptions['handle']): SpoolReader {
    if (readers.size > 0) throw new Error(`${name}: the SQLite log feeds one consumer.`)
    const reader = drainSpool({ spool, batchSize: BATCH, handle })
    readers.set(name, reader)
    return reader
  }

  return {
    append: spool.append,
    consume: read,
    async settled(forMs) {
      for (const reader of readers.values()) await reader.settled(forMs)
    },
    async status() {
      const { entries, bytes, limitBytes } = spool.usage()
      const lag = Object.fromEntries([...readers.keys()].map((name) => [name, entries]))
      return { isUp: true, spooled: entries, spooledBytes: bytes, limitBytes, lag }
    },
    async close(forMs = 0) {
      for (const reader of readers.values()) {
        await reader.settled(forMs)
        await reader.stop()
      }
      spool.close()
    },
  }
}
