import { html, nothing, render, type TemplateResult } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import { qtyField } from '../buying/choice'
import { findOrder, type Order, placeOrder, shortLine, summaryView } from '../cart/kept-orders'
import { type CartLine, emptyCart, onCartChange, readCart, setQty } from '../cart/shop-cart'
import { part } from '../page-parts'
import { money, plainPrice } from '../price-for-people'

/** The cart page: shoppers can change its lines and go to the checkout. */
export function openCart(main: HTMLElement): void {
  const place = part(main, '.cart-place')
  place.replaceChildren()
  const draw = () => render(cartView(readCart()), place)
  draw()
  onCartChange(draw)
  addEventListener('pageshow', draw)
}

function cartView(lines: readonly CartLine[]) {
  if (lines.length === 0) return emptyView
  return html`
    <div class="two-columns">
      <ul class="lines" aria-label="In your cart">
        ${repeat(lines, ({ pid, variantId }) => `${pid} ${variantId}`, lineView)}
      </ul>
      <aside class="summary" aria-label="Summary">
        ${summaryView(lines)}
        <a class="button button-wide" href="/checkout">Go to checkout</a>
      </aside>
    </div>
  `
}

const lineView = (line: CartLine) => html`
  <li class="line">
    <a href=${line.url} tabindex="-1" aria-hidden="true"
      ><img src=${line.imageUrl} alt="" width="100" height="120"
    /></a>
    <div class="line-what">
      <a href=${line.url} dir="auto">${line.title}</a>
      <p class="muted">${line.choice}</p>
      <p>${money(line.price)}</p>
    </div>
    <div class="line-qty">
      ${qtyField(line.qty, (qty) => setQty(line, qty))}
      <button type="button" class="link-button" aria-label="Remove ${line.title}"
        @click=${() => setQty(line, 0)}>
        Remove
      </button>
    </div>
    <p class="line-sum">${money(line.price * line.qty)}</p>
  </li>
`

const emptyView = html`
  <div class="note">
    <h2>Your cart is empty</h2>
    <p>Good things are a click away.</p>
    <p>
      <a class="button" href="/new">See what is new</a>
    </p>
  </div>
`

/** The address and delivery form. It is in the page's HTML, and nothing that the shopper types leaves it. */
export function openCheckout(main: HTMLElement): void {
  const form = part(main, '.checkout-form')
  const summary = part(main, '.summary')
  if (!(form instanceof HTMLFormElement)) return
  if (readCart().length === 0) {
    location.replace('/cart')
    return
  }

  const lines = readCart()
  summary.replaceChildren()
  render(
    html`
      <h2>Your order</h2>
      <ul class="short-lines">
        ${lines.map((line) => html`<li>${shortLine(line)}</li>`)}
      </ul>
      ${summaryView(lines)}
    `,
    summary,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { id } = placeOrder(readCart())
    emptyCart()
    // Going back from the confirmation must not lead to a form that orders again.
    location.replace(`/thanks?order=${encodeURIComponent(id)}`)
  })
}

/** Confirms an order. The tag reads the order from this markup. */
export function openThanks(main: HTMLElement): void {
  const place = part(main, '.thanks-place')
  const order = findOrder(new URLSearchParams(location.search).get('order') ?? '')
  place.replaceChildren()
  render(order ? confirmation(order) : unknownOrder, place)
}

const confirmation = ({ id, lines }: Order): TemplateResult => html`
  <p class="eyebrow">Order ${id}</p>
  <h1>Thank you, it is on its way</h1>
  <p class="muted">This is a demo shop: nothing was charged and nothing will arrive.</p>
  <section class="summary" aria-label="Your order" data-svc-order=${id}>
    <ul class="short-lines">
      ${lines.map(
        (line) => html`
          <li data-svc-line=${line.pid} data-svc-variant=${line.variantId ?? nothing}
            data-svc-qty=${line.qty} data-svc-price=${plainPrice(line.price)}>
            ${shortLine(line)}
          </li>
        `,
      )}
    </ul>
    ${summaryView(lines)}
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
