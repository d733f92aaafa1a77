import { part } from '../page-parts'

/** One line of the cart: a product in one colour and size, and its quantity. */
export interface CartLine {
  readonly pid: string
  readonly variantId?: string | undefined
  readonly title: string
  /** The colour and size in words; empty if there is no choice. */
  readonly choice: string
  /** In euros, for one unit. */
  readonly price: number
  readonly qty: number
  readonly imageUrl: string
  readonly url: string
}

/** A larger quantity is a typing error. */
export const MAX_QTY = 99

const KEY = 'shop.cart'
const CHANGED = 'shop-cart'

/** The lines of this browser's cart, oldest first. */
export function readCart(): readonly CartLine[] {
  return readLines(localStorage.getItem(KEY))
}

/** Reads lines from JSON; an empty list if it cannot be parsed. */
export function readLines(text: string | null): readonly CartLine[] {
  try {
    const lines: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(lines) ? lines.filter(isLine) : []
  } catch {
    return [] // Written by another script, or by an older version of the shop.
  }
}

/** Adds a line, or increases the quantity if the cart already has the same variant. */
export function addToCart(added: CartLine): void {
  const lines = readCart()
  const isThere = lines.some((line) => isSame(line, added))
  write(
    isThere
      ? lines.map((line) =>
          isSame(line, added) ? { ...line, qty: bounded(line.qty + added.qty) } : line,
        )
      : [...lines, added],
  )
}

/** Sets the quantity of a line; 0 removes it. */
export function setQty(changed: CartLine, qty: number): void {
  write(
    readCart().flatMap((line) => {
      if (!isSame(line, changed)) return [line]
      return qty > 0 ? [{ ...line, qty: bounded(qty) }] : []
    }),
  )
}

/** Removes all lines. */
export const emptyCart = (): void => write([])

/** Calls back when the cart changes, in this tab or another. */
export function onCartChange(listener: () => void): void {
  addEventListener(CHANGED, listener)
  addEventListener('storage', ({ key }) => {
    if (key === KEY) listener()
  })
}

/** The number of items in a cart. */
const countOf = (lines: readonly CartLine[]): number =>
  lines.reduce((count, { qty }) => count + qty, 0)

/** The total of a cart's lines, in euros. */
export const sumOf = (lines: readonly CartLine[]): number =>
  Math.round(lines.reduce((sum, { price, qty }) => sum + price * qty, 0) * 100) / 100

/** The delivery price for these lines in euros: free from 60 euros. */
export const deliveryPrice = (lines: readonly CartLine[]): number =>
  lines.length === 0 || sumOf(lines) >= 60 ? 0 : 4.95

function write(lines: readonly CartLine[]) {
  localStorage.setItem(KEY, JSON.stringify(lines))
  dispatchEvent(new Event(CHANGED))
}

const bounded = (qty: number) => Math.min(MAX_QTY, Math.max(1, Math.trunc(qty)))

const isSame = (one: CartLine, other: CartLine) =>
  one.pid === other.pid && one.variantId === other.variantId

function isLine(value: unknown): value is CartLine {
  const line = value as Partial<CartLine> | null
  return (
    typeof line?.pid === 'string' && typeof line.price === 'number' && typeof line.qty === 'number'
  )
}

/** Updates the number on the cart link, also when another tab changes the cart. */
export function startCartBadge(root: ParentNode): void {
  const badge = part(root, '.cart-count')
  const text = part(root, '.cart-text')
  const show = () => {
    const count = countOf(readCart())
    badge.textContent = count > 0 ? String(count) : ''
    text.textContent = `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
  }
  show()
  onCartChange(show)
  // A page restored from the back/forward cache shows an outdated number.
  addEventListener('pageshow', show)
}
