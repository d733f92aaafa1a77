import { html, nothing, render, type TemplateResult } from 'lit-html'
import {
  type Delivery,
  findOrder,
  type Order,
  placeOrder,
  shortLine,
  summaryView,
  totalsView,
} from '../cart/kept-orders'
import { emptyCart, readCart, sumOf } from '../cart/shop-cart'
import { part } from '../page-parts'
import { plainPrice } from '../price-for-people'

/** Where to send it and how. The form itself is in the page's HTML; nothing typed leaves it. */
export function openCheckout(main: HTMLElement): void {
  const form = part(main, '.checkout-form')
  const summary = part(main, '.summary')
  if (!(form instanceof HTMLFormElement)) return
  if (readCart().length === 0) {
    location.replace('/cart')
    return
  }

  const way = (): Delivery =>
    new FormData(form).get('delivery') === 'express' ? 'express' : 'standard'
  const draw = () => {
    const lines = readCart()
    render(
      html`
        <h2>Your order</h2>
        <ul class="short-lines">
          ${lines.map((line) => html`<li>${shortLine(line)}</li>`)}
        </ul>
        ${summaryView(lines, way())}
      `,
      summary,
    )
  }
  summary.replaceChildren()
  draw()
  form.addEventListener('change', draw)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { id } = placeOrder(readCart(), way())
    emptyCart()
    // Back from the confirmation must not lead to a form that orders again.
    location.replace(`/thanks?order=${encodeURIComponent(id)}`)
  })
}

/** Confirms an order; the markup is what the tag reads the order from. */
export function openThanks(main: HTMLElement): void {
  const place = part(main, '.thanks-place')
  const order = findOrder(new URLSearchParams(location.search).get('order') ?? '')
  place.replaceChildren()
  render(order ? confirmation(order) : unknownOrder, place)
}

const confirmation = ({ id, lines, delivery }: Order): TemplateResult => html`
  <p class="eyebrow">Order ${id}</p>
  <h1>Thank you, it is on its way</h1>
  <p class="muted">This is a demo shop: nothing was charged and nothing will arrive.</p>
  <section class="summary" aria-label="Your order" data-svc-order=${id}>
    <ul class="short-lines">
      ${lines.map(
        (line) => html`
          <li
            data-svc-line=${line.pid}
            data-svc-variant=${line.variantId ?? nothing}
            data-svc-qty=${line.qty}
            data-svc-price=${plainPrice(line.price)}
          >
            ${shortLine(line)}
          </li>
        `,
      )}
    </ul>
    ${totalsView(sumOf(lines), delivery)}
  </section>
  <p><a class="button" href="/">Back to the shop</a></p>
`

const unknownOrder = html`
  <div class="note">
    <h1>We cannot find this order</h1>
    <p>Orders are shown in the browser that placed them.</p>
    <a class="button" href="/">Back to the shop</a>
  </div>
`
