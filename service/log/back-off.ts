import { setTimeout as sleep } from 'node:timers/promises'

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
