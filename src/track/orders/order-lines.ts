import type { ProductId } from '../../wire/brand'
import type { OrderLineData } from '../../wire/order-data'
import { priceText } from '../../wire/price-text'
import { quantityText } from '../../wire/quantity-text'

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

/** Parses the lines of an order. Returns the first thing that is wrong, as a sentence, if there is something. */
export function parseLines(texts: readonly LineTexts[]): readonly OrderLineData[] | string {
  const lines = texts.map(parseLine)
  const problem = lines.find((line) => typeof line === 'string')
  return problem ?? (lines.length ? (lines as OrderLineData[]) : 'an order needs data-svc-line')
}
