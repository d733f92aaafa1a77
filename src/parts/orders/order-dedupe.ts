import { now } from '../../browser/clock'
import { readKept, writeKept } from '../../visitor/kept-texts'
import type { OrderLineData } from '../../wire/order'

const KEY = 'svc.orders'

/** Orders remembered; more than anybody places in the time below. */
const CAPACITY = 20

const MINUTE_MS = 60_000

/** How long an order with an id stays the same order: through reloads, and links in e-mails. */
const KEEP_MS = 30 * 24 * 60 * MINUTE_MS

/** How long the same lines without an id are the same order: through reloads; the next such purchase counts. */
const SAME_LINES_MS = 30 * MINUTE_MS

/** [FNV-1a](http://www.isthe.com/chongo/tech/comp/fnv/) of 32 bits: enough for 20, and no id can be read back from it. */
const hashOf = (text: string): string => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}

/**
 * Looks an order up, by its id or its lines.
 *
 * @returns A function that remembers it once it is recorded; nothing if it was counted before.
 */
export function newOrder(
  id: string | undefined,
  lines: readonly OrderLineData[],
): (() => void) | undefined {
  const at = now()
  const hash = hashOf(
    id || lines.map(({ pid, qty, price, variantId }) => [pid, qty, price, variantId]).join('\n'),
  )
  const orders = (readKept(KEY) ?? '')
    .split(' ')
    .map((order) => order.split('.'))
    .filter(([, time]) => at - Number(time) < KEEP_MS)
  const isKnown = orders.some(
    ([known, time]) => known === hash && (id || at - Number(time) < SAME_LINES_MS),
  )
  if (isKnown) return
  const kept = [...orders, [hash, at]].slice(-CAPACITY).map((order) => order.join('.'))
  return () => writeKept(KEY, kept.join(' '))
}
