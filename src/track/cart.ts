import { isForm, matches } from '../browser/dom'
import { ignore, reject } from '../log/event-log'
import { quantityText } from '../wire/fields'
import type { ActionData, ProductId } from '../wire/tracker-event'
import { closestWith, has, read } from './attributes'
import { awaitAnswer } from './cart-answers'
import { listOfPath } from './known-lists'
import { readNearby, variantNear } from './nearby-fields'
import { contextNow } from './page-context'
import { record } from './record'

const action = 'cart'

/** The product that the controls name, or otherwise the tile around them. */
function productOf(controls: readonly Element[], path: readonly Element[]): ProductId | undefined {
  const tile = closestWith(path, 'product')
  const named = controls.map((part) => read(part, 'cart')).find(Boolean)
  return (named ?? (tile && read(tile, 'product'))) as ProductId | undefined
}

/** The submit buttons of forms that the browser validates before it fires `submit`. */
const SUBMIT =
  'button:not([type=button],[type=reset],[formnovalidate]),[type=submit]:not([formnovalidate])'

/** Whether the browser's own validation stops the form that a press would submit. `:invalid` fires no events, unlike `checkValidity()`. */
function isStopped(path: readonly Element[]): boolean {
  const button = path.find((part) => matches(part, SUBMIT)) as HTMLButtonElement | undefined
  const form = button?.form
  return !!form && matches(form, ':invalid:not([novalidate])')
}

const controlsOn = (path: readonly Element[]) =>
  closestWith(path, 'cart') ? path.filter((part) => has(part, 'cart')) : []

/** Records a cart addition: a press of a control with `data-svc-cart`, or the submission of a form with it. */
export function trackCart(type: string, path: readonly Element[]) {
  const controls = controlsOn(path)
  // For a control in a form, the submit that follows the press counts as the addition.
  const element = controls.find(isForm) ?? controls[0]
  if (element && type === (isForm(element) ? 'submit' : 'click')) add(controls, element, path)
}

function add(controls: readonly Element[], element: Element, path: readonly Element[]) {
  const pid = productOf(controls, path)
  const around = path.slice(path.indexOf(element))
  const qty = quantityText(readNearby('qty', around, 'product') ?? '1')
  if (isStopped(path)) return ignore('the form is not filled in', { element, action })
  if (!pid) return ignore('data-svc-cart names no product', { element, action })
  if (!qty) return reject('data-svc-qty is no whole number above 0', { element, action })

  // The only list on a product page did not lead to the product. List memory knows the one that did.
  const list = closestWith(path, 'product', 'query', 'page') && listOfPath(path)
  const requestId = list?.context.requestId
  report({ pid, qty, ...variantNear(around), ...(requestId && { requestId }) }, controls, element)
}

/** Records an addition, as soon as the shop confirms it if the control says how. */
function report(data: ActionData['cart'], controls: readonly Element[], element: Element) {
  const done = controls.map((part) => read(part, 'cart-done')).find(Boolean)
  if (done) awaitAnswer({ ...contextNow(), data, done }, element)
  else record({ action, data }, { element })
}
