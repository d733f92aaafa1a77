import { isForm } from '../browser/dom'
import { ignore, reject } from '../log/event-log'
import { quantityText } from '../wire/fields'
import type { ProductId } from '../wire/tracker-event'
import { closestWith, has, read } from './attributes'
import { listOfPath } from './known-lists'
import { readNearby, variantNear } from './nearby-fields'
import { record } from './record'

const action = 'cart'

/** The product that the controls name, or otherwise the tile around them. */
function productOf(controls: readonly Element[], path: readonly Element[]): ProductId | undefined {
  const tile = closestWith(path, 'product')
  const named = controls.map((part) => read(part, 'cart')).find(Boolean)
  return (named ?? (tile && read(tile, 'product'))) as ProductId | undefined
}

const controlsOn = (path: readonly Element[]) =>
  closestWith(path, 'cart') ? path.filter((part) => has(part, 'cart')) : []

/** Records a cart addition: a press of a control with `data-svc-cart`, or the submission of a form with it. */
export function trackCart(type: string, path: readonly Element[]) {
  const controls = controlsOn(path)
  // For a control in a form, the submit that follows the press counts as the addition.
  const element = controls.find(isForm) ?? controls[0]
  if (!element || type !== (isForm(element) ? 'submit' : 'click')) return

  const pid = productOf(controls, path)
  const around = path.slice(path.indexOf(element))
  const qty = quantityText(readNearby('qty', around, 'product') ?? '1')
  if (!pid) return ignore('data-svc-cart names no product', { element, action })
  if (!qty) return reject('data-svc-qty is no whole number above 0', { element, action })

  // The only list on a product page did not lead to the product. List memory knows the one that did.
  const list = closestWith(path, 'product', 'query', 'page') && listOfPath(path)
  const requestId = list?.context.requestId
  const data = { pid, qty, ...variantNear(around), ...(requestId && { requestId }) }
  record({ action, data }, { element })
}
