import { html, type TemplateResult } from 'lit-html'
import { money } from '../price-for-people'
import { type CartLine, deliveryPrice, readLines, sumOf } from './shop-cart'

/** An order as the thank-you page shows it, without the customer's details. */
export interface Order {
  readonly id: string
  readonly lines: readonly CartLine[]
}

/** Stores an order in this browser, and gives it a number that is unique in this browser. */
export function placeOrder(lines: readonly CartLine[]): Order {
  const id = `AT-${Date.now().toString(36).toUpperCase()}`
  localStorage.setItem(keyOf(id), JSON.stringify(lines))
  return { id, lines }
}

/** An order placed in this browser; `undefined` for any other. */
export function findOrder(id: string): Order | undefined {
  const lines = readLines(localStorage.getItem(keyOf(id)))
  return lines.length === 0 ? undefined : { id, lines }
}

const keyOf = (id: string) => `shop.order.${id}`

/** The price of the products, the delivery and the total, in euros. */
export function summaryView(lines: readonly CartLine[]): TemplateResult {
  const sum = sumOf(lines)
  const delivery = deliveryPrice(lines)
  return html`
    <dl class="totals">
      <div><dt>Products</dt><dd>${money(sum)}</dd></div>
      <div><dt>Delivery</dt><dd>${delivery === 0 ? 'Free' : money(delivery)}</dd></div>
      <div class="totals-sum"><dt>Total</dt><dd>${money(sum + delivery)}</dd></div>
    </dl>
    <p class="muted">Prices include VAT.</p>
  `
}

/** A read-only line, for the checkout and the confirmation. */
export const shortLine = (line: CartLine): TemplateResult => html`
  <img src=${line.imageUrl} alt="" width="60" height="72" />
  <span class="line-what">
    <bdi>${line.title}</bdi>
    <span class="muted">${[line.choice, `${line.qty} × ${money(line.price)}`].filter(Boolean).join(' · ')}</span>
  </span>
  <span class="line-sum">${money(line.price * line.qty)}</span>
`
