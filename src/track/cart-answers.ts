import { queryPage } from '../browser/dom'
import { attempt } from '../browser/guard'
import { withPart } from '../browser/load-part'
import { local, tab } from '../browser/storage'
import { accountKey } from '../settings/account-key'
import { jsonText } from '../wire/pixel-url'
import type { ActionData, EventContext } from '../wire/tracker-event'

/* Cart additions that count only when the shop has confirmed them: `data-svc-cart-done`. A part waits for the answer. */

/** A pressed cart control that waits for the shop's answer. */
export interface WaitingCart extends EventContext {
  readonly data: ActionData['cart']
  /** How the shop answers: the text of `data-svc-cart-done`. */
  readonly done: string
  /** What the page showed at the press where it answers by a change. */
  readonly shown?: string
}

/** The key of the waiting carts of this tab, because the answer may be the next page. In `local`, it says that a tab has some. */
export const cartsKey = (): string => accountKey('carts')

/** The page at one moment: its path, and the texts of the elements by which the shop may answer. */
export interface PageThen {
  readonly path: string
  readonly texts: ReadonlyMap<Element, string>
}

/** Reads the page as far as an answer of the shop can change it. The part may come only after the answer, so that it is read at the press. */
export function pageNow(done: string): PageThen {
  type Rule = Readonly<Partial<Record<'appears' | 'changes', string>>>
  const { appears, changes }: Rule = attempt(() => JSON.parse(done) as Rule) ?? { appears: done }
  const named = attempt(() => [...queryPage([appears, changes].filter(Boolean).join())]) ?? []
  return {
    path: location.pathname,
    texts: new Map(named.map((one) => [one, one.textContent ?? ''])),
  }
}

/** Waits for the answer to a press of the element, when the page was as given. */
export type AwaitAnswer = (cart: WaitingCart, element: Element, before: PageThen) => void

let pressed: Parameters<AwaitAnswer>[] = []
let isAsked = false

/** Keeps the waiting carts for the next page, as far as consent allows. */
export function keepCarts(carts: readonly WaitingCart[]) {
  if (!carts.length) tab.remove(cartsKey())
  else if (tab.write(cartsKey(), jsonText(carts))) local.write(cartsKey(), '1')
}

let wait: AwaitAnswer = (...press) => {
  pressed.push(press)
  keepCarts(pressed.map(([cart]) => cart))
  fetchCartAnswers()
}

/** Loads the part that waits for the shop's answer, also to presses on the page before. */
export function fetchCartAnswers() {
  if (isAsked) return
  isAsked = true
  void withPart<(pressed: Parameters<AwaitAnswer>[]) => AwaitAnswer>('cart-answer', (open) => {
    wait = open(pressed)
    pressed = []
  })
}

/** Records a cart addition when the shop confirms it. */
export const awaitAnswer = (cart: WaitingCart, element: Element) =>
  wait(cart, element, pageNow(cart.done))
