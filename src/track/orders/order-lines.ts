import { now } from '../../browser/clock'
import { readKept, writeKept } from '../../visitor/consent'
import { isEventId, priceText, quantityText } from '../../wire/fields'
import type { OrderLineData } from '../../wire/list-and-order'
import type { EventSource, ProductId } from '../../wire/tracker-event'
import { ORDERS_KEY, withOrder } from './known-orders'

/** The texts of one line as the page shows them: product, quantity, price, variant. */
export type LineTexts = readonly string[]

function parseLine([pid, qtyText = '', price = '', variantId]: LineTexts): OrderLineData | string {
  const qty = quantityText(qtyText)
  const unitPrice = priceText(price)
  if (!pid) return 'data-svc-line is empty'
  if (!qty) return 'data-svc-qty is no whole number above 0'
  if (!unitPrice) return 'data-svc-price is no plain number, as 1234.50'
  return {
    pid: pid as ProductId,
    qty,
    price: unitPrice,
    ...(variantId && variantId !== '0' && { variantId }),
  }
}

/** Parses the lines of an order. If something is wrong, returns the first mistake as a sentence. */
export function parseLines(texts: readonly LineTexts[]): readonly OrderLineData[] | string {
  const lines = texts.map(parseLine)
  const problem = lines.find((line) => typeof line === 'string')
  return problem ?? (lines.length ? (lines as OrderLineData[]) : 'an order needs data-svc-line')
}

/** The source of an order. If its id is a `t`, a server also reports the order; both reports are then the same event. */
export const sourceOfOrder = (source: EventSource, id = ''): EventSource =>
  isEventId(id) ? { ...source, t: id } : source

/**
 * Looks an order up, by its id or its lines.
 *
 * @returns A function that remembers the order once it is recorded; `undefined` if it was counted before.
 */
export function newOrder(
  id: string | undefined,
  lines: readonly OrderLineData[],
): (() => void) | undefined {
  const kept = withOrder(readKept(ORDERS_KEY) ?? '', id, lines, now())
  return kept ? () => writeKept(ORDERS_KEY, kept) : undefined
}
