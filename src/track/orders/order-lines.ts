import { now } from '../../browser/clock'
import { local } from '../../browser/storage'
import { settings } from '../../settings/read-settings'
import { keepInMemory, readKept, storeKept } from '../../visitor/consent'
import { isEventId, priceText, quantityText } from '../../wire/fields'
import { linesOf, type OrderData, type OrderLineData } from '../../wire/list-and-order'
import { orderRef } from '../../wire/order-ref'
import type { EventSource, ProductId, RawEvent } from '../../wire/tracker-event'
import { blocksKey, ordersKey, withOrder } from './known-orders'

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

/** Something that counts once over page loads. */
export interface Once {
  /** Whether it was not counted before. Asked when an event of it leaves the page's memory; later events get the same answer. */
  readonly isNew: () => boolean
  /** Remembers it; call it once its event is recorded. */
  readonly remember: () => void
}

/**
 * Looks up what counts once over page loads. Without consent only this page's own memory may be read, so it is looked up again by
 * {@link Once.isNew}.
 *
 * @param look - Returns the stored item with this one, or `undefined` if the item contains it.
 */
function newOnce(
  key: string,
  look: (known: string | undefined) => string | undefined,
): Once | undefined {
  const kept = look(readKept(key))
  if (!kept) return undefined
  let isNew: boolean | undefined
  let isStored = false
  return {
    isNew() {
      if (isNew !== undefined) return isNew
      const stored = look(local.read(key))
      isStored = stored !== undefined && storeKept(key, stored)
      isNew = stored !== undefined
      return isNew
    },
    remember() {
      if (!isStored) keepInMemory(key, kept)
    },
  }
}

/**
 * Looks an order up, by its id or its lines.
 *
 * @returns The order as an event, with its source; `undefined` if it was counted before.
 */
export function newOrder(
  id: string | undefined,
  data: OrderData,
  source: EventSource,
): (Once & { readonly event: RawEvent; readonly source: EventSource }) | undefined {
  const at = now()
  const once = newOnce(ordersKey(settings), (known = '') => withOrder(known, id, linesOf(data), at))
  if (!once) return undefined
  const { isNew } = once
  return {
    ...once,
    event: {
      action: 'order',
      data: { ...data, ...(id && { ref: orderRef(settings.siteKey, id) }) },
    },
    // If the id is a `t`, a server also reports the order; both reports are then the same event.
    source: { ...source, isNew, ...(id && isEventId(id) && { t: id }) },
  }
}

/** More blocks with an id than a shop delivers within a visit. */
const BLOCKS = 50

/** Looks a block of server events up by its id; `undefined` if it was counted before. */
export function newBlock(id: string): Once | undefined {
  const at = now()
  return newOnce(blocksKey(settings), (known = '') => withOrder(known, id, [], at, BLOCKS))
}
