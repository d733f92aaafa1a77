import { now } from '../../browser/clock'
import { readKept, writeKept } from '../../visitor/kept-texts'
import type { EventSource } from '../../wire/event-context'
import { isEventId } from '../../wire/is-event-id'
import type { OrderLineData } from '../../wire/order-data'
import { ORDERS_KEY, withOrder } from './known-orders'

/** The source of an order. An id that is a `t` is that of a server that reports the order, too: both are then one event. */
export const sourceOfOrder = (source: EventSource, id = ''): EventSource =>
  isEventId(id) ? { ...source, t: id } : source

/**
 * Looks an order up, by its id or its lines.
 *
 * @returns A function that remembers it once it is recorded; nothing if it was counted before.
 */
export function newOrder(
  id: string | undefined,
  lines: readonly OrderLineData[],
): (() => void) | undefined {
  const kept = withOrder(readKept(ORDERS_KEY) ?? '', id, lines, now())
  return kept ? () => writeKept(ORDERS_KEY, kept) : undefined
}
