import { accountOf } from '../../wire/account'
import { hashOf } from '../../wire/hash'
import type { OrderLineData } from '../../wire/list-and-order'
import type { TrackerAddress } from '../../wire/pixel-url'

/** The name of the stored item with an account's earlier orders, shared by the tag and the Shopify pixels. */
export const ordersKey = (address: TrackerAddress): string => `orders.${accountOf(address)}`

/** The name of the stored item with the ids of an account's earlier blocks of server events. */
export const blocksKey = (address: TrackerAddress): string => `blocks.${accountOf(address)}`

/** The number of orders remembered, more than a shopper places within the times below. */
const CAPACITY = 20

const MINUTE_MS = 60_000

/** For how long an order id means the same order, including reloads and links in e-mails. */
const KEEP_MS = 30 * 24 * 60 * MINUTE_MS

/** For how long the same lines without an id mean the same order, for example on a reload. A later purchase of the same products counts. */
const SAME_LINES_MS = 30 * MINUTE_MS

/**
 * Looks an order up, by its id or its lines. Pure.
 *
 * @param known - The stored item with earlier orders; empty if there are none.
 * @param capacity - How many are remembered.
 * @returns The new item, which includes this order; `undefined` if the order was counted before.
 */
export function withOrder(
  known: string,
  id: string | undefined,
  lines: readonly OrderLineData[],
  at: number,
  capacity = CAPACITY,
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
  const kept = [...orders, [hash, at]].slice(-capacity)
  return isKnown ? undefined : kept.map((order) => order.join('.')).join(' ')
}
