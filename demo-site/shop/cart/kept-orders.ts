import { html, type TemplateResult } from 'lit-html'
import { money } from '../price-for-people'
import { type CartLine, readLines, sumOf } from './shop-cart'

/** An order as the thank-you page shows it. Who ordered is not kept. */
export interface Order {
  readonly id: string
  readonly lines: readonly CartLine[]
  /** Euro. */
  readonly delivery: number
}

/** From this many euro on, standard delivery is free. */
const FREE_FROM = 60

const deliveries = {
  standard: { label: 'Standard, 2 to 4 days', price: 4.95 },
  express: { label: 'Express, tomorrow', price: 12.5 },
} as const

/** One of the ways. */
export type Delivery = keyof typeof deliveries

/** The price of sending these lines, in euro. */
function deliveryPrice(lines: readonly CartLine[], way: Delivery): number {
  if (lines.length === 0) return 0
  return way === 'standard' && sumOf(lines) >= FREE_FROM ? 0 : deliveries[way].price
}

/** Keeps an order in this browser and gives it a number that no other order here has. */
export function placeOrder(lines: readonly CartLine[], way: Delivery): Order {
  const id = `AT-${Date.now().toString(36).toUpperCase()}`
  const delivery = deliveryPrice(lines, way)
  localStorage.setItem(keyOf(id), JSON.stringify(lines))
  localStorage.setItem(`${keyOf(id)}.delivery`, String(delivery))
  return { id, lines, delivery }
}

/** An order placed in this browser; `undefined` for any other. */
export function findOrder(id: string): Order | undefined {
  const lines = readLines(localStorage.getItem(keyOf(id)))
  if (lines.length === 0) return undefined
  return { id, lines, delivery: Number(localStorage.getItem(`${keyOf(id)}.delivery`)) }
}

const keyOf = (id: string) => `shop.order.${id}`

/** The prices of lines and of their delivery. */
export function summaryView(lines: readonly CartLine[], way: Delivery): TemplateResult {
  return totalsView(sumOf(lines), deliveryPrice(lines, way))
}

/** Things, delivery and both together, in euro. */
export function totalsView(sum: number, delivery: number): TemplateResult {
  return html`
    <dl class="totals">
      <div><dt>Products</dt><dd>${money(sum)}</dd></div>
      <div><dt>Delivery</dt><dd>${delivery === 0 ? 'Free' : money(delivery)}</dd></div>
      <div class="totals-sum"><dt>Total</dt><dd>${money(sum + delivery)}</dd></div>
    </dl>
    <p class="muted">Prices include VAT.</p>
  `
}

/** Lines that can only be read, for the checkout and the confirmation. */
export const shortLine = (line: CartLine): TemplateResult => html`
  <img src=${line.imageUrl} alt="" width="60" height="72" />
  <span class="line-what">
    <bdi>${line.title}</bdi>
    <span class="muted">${[line.choice, `${line.qty} × ${money(line.price)}`].filter(Boolean).join(' · ')}</span>
  </span>
  <span class="line-sum">${money(line.price * line.qty)}</span>
`
