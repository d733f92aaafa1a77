import type { OrderLineData } from '../events'
import type { Clock } from '../platform/clock'
import type { Storage } from '../platform/storage'

const KEY = 'svc.orders'

/** Orders remembered; more than anybody places in the time below. */
const CAPACITY = 20

const MINUTE_MS = 60_000

/** How long an order with an id stays the same order: through reloads, and links in e-mails. */
const KEEP_MS = 30 * 24 * 60 * MINUTE_MS

/** How long the same lines without an id are the same order: through reloads; the next such purchase counts. */
const SAME_LINES_MS = 30 * MINUTE_MS

/** Tells orders from those counted before. */
export interface OrderMemory {
  /** Whether an order is counted for the first time; remembers it. */
  readonly isNew: (id: string | undefined, lines: readonly OrderLineData[]) => boolean
}

/** [FNV-1a](http://www.isthe.com/chongo/tech/comp/fnv/) of 32 bits: enough for 20, and no id can be read back from it. */
const hashOf = (text: string): string => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}

/** Remembers a hash of each order, in the browser where it may, else for the life of the page. */
export function createOrderMemory(storage: Storage, clock: Clock): OrderMemory {
  let kept = ''

  return {
    isNew(id, lines) {
      const now = clock.now()
      const hash = hashOf(
        id ||
          lines.map(({ pid, qty, price, variantId }) => [pid, qty, price, variantId]).join('\n'),
      )
      const entries = (storage.read(KEY) ?? kept)
        .split(' ')
        .map((entry) => entry.split('.'))
        .filter(([, at]) => now - Number(at) < KEEP_MS)
      const isKnown = entries.some(
        ([known, at]) => known === hash && (id || now - Number(at) < SAME_LINES_MS),
      )
      if (isKnown) return false
      kept = [...entries, [hash, now]]
        .slice(-CAPACITY)
        .map((entry) => entry.join('.'))
        .join(' ')
      storage.write(KEY, kept)
      return true
    },
  }
}
