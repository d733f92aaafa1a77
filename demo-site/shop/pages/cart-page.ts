import { html, render } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import { qtyField } from '../buying/choice'
import { summaryView } from '../cart/kept-orders'
import { type CartLine, onCartChange, readCart, setQty } from '../cart/shop-cart'
import { part } from '../page-parts'
import { money } from '../price-for-people'

/** The cart: its lines can be changed, and it leads to the checkout. */
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
        ${summaryView(lines, 'standard')}
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
      <button
        type="button"
        class="link-button"
        aria-label="Remove ${line.title}"
        @click=${() => setQty(line, 0)}
      >
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
