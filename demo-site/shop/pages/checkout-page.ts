import { html, render } from 'lit-html'
import { type Delivery, placeOrder } from '../cart/kept-orders'
import { emptyCart, readCart } from '../cart/shop-cart'
import { shortLine, summaryView } from '../cart/summary-view'
import { part } from '../page-parts'

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
