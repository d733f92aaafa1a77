import { countOf, onCartChange, readCart } from '../cart/shop-cart'

/** Keeps the number on the cart link true, also when another tab changes the cart. */
export function startCartBadge(root: ParentNode): void {
  const link = root.querySelector('.cart-link')
  const badge = link?.querySelector('.cart-count')
  const text = link?.querySelector('.cart-text')
  if (!badge || !text) return
  const show = () => {
    const count = countOf(readCart())
    badge.textContent = count > 0 ? String(count) : ''
    text.textContent = `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
  }
  show()
  onCartChange(show)
  // A page that comes back from the back/forward cache shows the number of its time.
  addEventListener('pageshow', show)
}
