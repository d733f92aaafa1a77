import { html, type TemplateResult } from 'lit-html'
import { money } from '../price-for-people'
import { type Delivery, deliveryPrice } from './kept-orders'
import { type CartLine, sumOf } from './shop-cart'

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
