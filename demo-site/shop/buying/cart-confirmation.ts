import { html, render } from 'lit-html'
import type { CartLine } from '../cart/shop-cart'
import { money } from '../price-for-people'

/** Says what went into the cart, and stays until it is dismissed or the page is left. */
export function confirmAdded(line: CartLine, place: HTMLElement): void {
  const close = () => render(html``, place)
  render(
    html`
      <div class="added">
        <img src=${line.imageUrl} alt="" width="80" height="96" />
        <div>
          <p class="added-head">Added to your cart</p>
          <p><bdi>${line.title}</bdi></p>
          <p class="muted">${[line.choice, `${line.qty} × ${money(line.price)}`].filter(Boolean).join(' · ')}</p>
          <p class="added-links">
            <a class="button button-small" href="/cart">View cart</a>
            <a href="/checkout">Checkout</a>
          </p>
        </div>
        <button type="button" class="icon-button" aria-label="Dismiss" @click=${close}>×</button>
      </div>
    `,
    place,
  )
}
