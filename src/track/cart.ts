import { isForm } from '../browser/dom'
import { ignore, reject } from '../log/event-log'
import { quantityText } from '../wire/fields'
import type { ProductId } from '../wire/tracker-event'
import { closestWith, has, read } from './attributes'
import { listOfPath } from './known-lists'
import { readNearby, variantNear } from './nearby-fields'
import { record } from './record'

const action = 'cart'

/** The product that the controls name, or else the tile around them. */
function productOf(controls: readonly Element[], path: readonly Element[]): ProductId | undefined {
  const tile = closestWith(path, 'product')
  const named = controls.map((part) => read(part, 'cart')).find(Boolean)
  return (named ?? (tile && read(tile, 'product'))) as ProductId | undefined
}

const controlsOn = (path: readonly Element[]) =>
  closestWith(path, 'cart') ? path.filter((part) => has(part, 'cart')) : []

/** Records what is put into the cart: the press of a control with `data-svc-cart`, or the submit of such a form. */
export function trackCart(type: string, path: readonly Element[]) {
  const controls = controlsOn(path)
  // A control in a form: the form's submit follows its press, and is the one add.
  const element = controls.find(isForm) ?? controls[0]
  if (!element || type !== (isForm(element) ? 'submit' : 'click')) return

  const pid = productOf(controls, path)
  const around = path.slice(path.indexOf(element))
  const qty = quantityText(readNearby('qty', around, 'product') ?? '1')
  if (!pid) return ignore('data-svc-cart names no product', { element, action })
  if (!qty) return reject('data-svc-qty is no whole number above 0', { element, action })

  // On a product page the only list is beside the product, which came from another: that one is remembered.
  const list = closestWith(path, 'product', 'query', 'page') && listOfPath(path)
  const requestId = list?.context.requestId
  const data = { pid, qty, ...variantNear(around), ...(requestId && { requestId }) }
  record({ action, data }, { element })
}
