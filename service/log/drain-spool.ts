import { setTimeout as sleep } from 'node:timers/promises'
import type { LogConsumer } from './log-consumer.ts'
import type { Spool, SpooledEntry } from './spool.ts'

export interface DrainOptions {
  readonly spool: Spool
  /** The most entries that are in hand at once. */
  readonly batchSize: number
  /** Takes a batch; when it rejects, the same batch comes again. */
  readonly handle: (batch: readonly SpooledEntry[]) => Promise<void>
}

/** A reader that empties a spool. */
export interface SpoolReader extends LogConsumer {
  /** Settles when everything that was in the spool at the call is handled, or after `forMs`. */
  settled(forMs: number): Promise<void>
}

/** Hands the entries of a spool to one reader, in order, a batch at a time, as they come. */
export function drainSpool({ spool, batchSize, handle }: DrainOptions): SpoolReader {
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
      else await spool.appended(spool.acknowledged())
    }
  }

  const running = run()
  return {
    failure: () => failure,
    settled: (forMs) => {
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

/** Pauses that grow while something fails. */
export interface BackOff {
  /** Waits: 0.1 s, then twice as long each time, at most 5 s; less by chance. */
  pause(signal: AbortSignal): Promise<void>
  /** Begins anew, after a success. */
  reset(): void
}

export function createBackOff(): BackOff {
  let nextMs = FIRST_MS
  return {
    async pause(signal) {
      const ms = nextMs * (0.5 + Math.random() / 2)
      nextMs = Math.min(nextMs * 2, LONGEST_MS)
      // Stopping ends the pause; the caller looks at the signal.
      await sleep(ms, undefined, { signal }).catch(() => undefined)
    },
    reset() {
      nextMs = FIRST_MS
    },
  }
}
