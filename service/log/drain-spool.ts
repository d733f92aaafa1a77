import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog } from './log-consumer.ts'
import { openSpool, type Spool, type SpooledEntry, type SpoolOptions } from './spool.ts'

export interface DrainOptions {
  readonly spool: Spool
  readonly batchSize: number
  /** Processes a batch. If it rejects, the same batch is delivered again. */
  readonly handle: (batch: readonly SpooledEntry[]) => Promise<void>
  /** Called when no entry is waiting, and again after each `wake`. May rewind the spool. Must not reject. */
  readonly onIdle?: () => Promise<void>
}

/** A reader that empties a spool. */
export type SpoolReader = ReturnType<typeof drainSpool>

/** Delivers the entries of a spool to one reader, in order and in batches, as they arrive. */
export function drainSpool({ spool, batchSize, handle, onIdle }: DrainOptions) {
  const stopping = new AbortController()
  const backOff = createBackOff()
  let failure: unknown
  let watchers: (() => void)[] = []

  async function takeOne(batch: readonly SpooledEntry[]) {
    try {
      await handle(batch)
    } catch (error) {
      failure = error
      return backOff.pause(stopping.signal)
    }
    failure = undefined
    backOff.reset()
    spool.acknowledge(batch)
    for (const check of watchers) check()
  }

  async function run() {
    while (!stopping.signal.aborted) {
      const batch = spool.read(spool.acknowledged(), batchSize)
      if (batch.length > 0) await takeOne(batch)
      else {
        await onIdle?.()
        if (!stopping.signal.aborted) await spool.appended(spool.acknowledged())
      }
    }
  }

  const running = run()
  return {
    failure: () => failure,
    oldest: () => spool.read(spool.acknowledged(), 1)[0]?.receivedAt,
    /** Resolves when every entry that was in the spool at the call is processed, or after `forMs`. */
    settled: (forMs: number): Promise<void> => {
      const last = spool.last()
      if (spool.acknowledged() >= last) return Promise.resolve()
      return new Promise((settle) => {
        const finish = () => {
          clearTimeout(timer)
          watchers = watchers.filter((one) => one !== check)
          settle()
        }
        const check = () => {
          if (spool.acknowledged() >= last) finish()
        }
        const timer = setTimeout(finish, forMs)
        watchers.push(check)
      })
    },
    async stop() {
      stopping.abort()
      spool.wake()
      await running
    },
  }
}

const FIRST_MS = 100
const LONGEST_MS = 5_000

/** A series of pauses that grow while something fails. */
export function createBackOff() {
  let nextMs = FIRST_MS
  return {
    /** Waits 0.1 s at first, then twice as long each time, up to 5 s. Each pause is shortened by a random amount. */
    async pause(signal: AbortSignal) {
      const ms = nextMs * (0.5 + Math.random() / 2)
      nextMs = Math.min(nextMs * 2, LONGEST_MS)
      // Aborting ends the pause; the caller checks the signal.
      await sleep(ms, undefined, { signal }).catch(() => undefined)
    },
    reset() {
      nextMs = FIRST_MS
    },
  }
}

const BATCH = 500

/**
 * The log of a service in one process, which consists of its spool. It feeds one consumer.
 *
 * @throws Error if a second consumer is requested, which requires an engine.
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
    fault: spool.fault,
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
