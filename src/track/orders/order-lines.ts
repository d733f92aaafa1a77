import { now } from '../../browser/clock'
import { local } from '../../browser/storage'
import { keepInMemory, readKept, storeKept } from '../../visitor/consent'
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

/**
 * Looks an order up, by its id or its lines.
 *
 * @returns The order's source; `undefined` if it was counted before. Without consent only this page's own memory may be read, so the order is
 *   looked up again when it leaves the page's memory.
 */
export function newOrder(
  id: string | undefined,
  lines: readonly OrderLineData[],
  source: EventSource,
): { readonly source: EventSource; readonly remember: () => void } | undefined {
  const at = now()
  const look = (known = '') => withOrder(known, id, lines, at)
  const kept = look(readKept(ORDERS_KEY))
  if (!kept) return undefined
  let isStored = false
  const isNew = () => {
    const stored = look(local.read(ORDERS_KEY))
    isStored = stored !== undefined && storeKept(ORDERS_KEY, stored)
    return stored !== undefined
  }
  return {
    // If the id is a `t`, a server also reports the order; both reports are then the same event.
    source: { ...source, isNew, ...(id && isEventId(id) && { t: id }) },
    /** Remembers the order; call it once the order is recorded. */
    remember() {
      if (!isStored) keepInMemory(ORDERS_KEY, kept)
    },
  }
}
