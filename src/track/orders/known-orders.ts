import type { OrderLineData } from '../../wire/list-and-order'

/** The key of the stored item with earlier orders, shared by the tag and the Shopify pixels. */
export const ORDERS_KEY = 'svc.orders'

/** The number of orders remembered, more than a shopper places within the times below. */
const CAPACITY = 20

const MINUTE_MS = 60_000

/** For how long an order id means the same order, including reloads and links in e-mails. */
const KEEP_MS = 30 * 24 * 60 * MINUTE_MS

/** For how long the same lines without an id mean the same order, for example on a reload. A later purchase of the same products counts. */
const SAME_LINES_MS = 30 * MINUTE_MS

/** [FNV-1a](http://www.isthe.com/chongo/tech/comp/fnv/) with 32 bits: enough for 20 orders, and ids cannot be recovered from it. */
const hashOf = (text: string): string =>
  (
    [...text].reduce(
      (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193),
      0x811c9dc5,
    ) >>> 0
  ).toString(36)

/**
 * Looks an order up, by its id or its lines. Pure.
 *
 * @param known - The stored item with earlier orders; empty if there are none.
 * @returns The new item, which includes this order; `undefined` if the order was counted before.
 */
export function withOrder(
  known: string,
  id: string | undefined,
  lines: readonly OrderLineData[],
  at: number,
): string | undefined {
  const hash = hashOf(
    id || lines.map(({ pid, qty, price, variantId }) => [pid, qty, price, variantId]).join('\n'),
  )
  const orders = known
    .split(' ')
    .map((order) => order.split('.'))
    .filter(([, time]) => at - Number(time) < KEEP_MS)
  const isKnown = orders.some(
    ([other, time]) => other === hash && (id || at - Number(time) < SAME_LINES_MS),
  )
  const kept = [...orders, [hash, at]].slice(-CAPACITY)
  return isKnown ? undefined : kept.map((order) => order.join('.')).join(' ')
}
