import { createBackOff } from './back-off.ts'
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
