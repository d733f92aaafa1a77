import { matches } from '../browser/dom'
import { ignore } from '../log/event-log'
import type { ProductId } from '../wire/tracker-event'
import { closestWith, has, read, selector } from './attributes'
import { countedIn, countTiles, flushImpressions } from './impressions'
import { listOfPath } from './known-lists'
import { variantNear } from './nearby-fields'
import { record } from './record'
import { dropTile } from './tile-observer'

/** A press that moved further than this is a drag. */
const DRAG_PX = 10

/** Presses on these elements, or on elements with these roles, do not open the product. */
const CONTROL = `label,button,input,select,textarea,summary${'button checkbox switch radio option combobox listbox searchbox slider spinbutton textbox'.replace(/(\w+) ?/g, ',[role=$1]')}`

const action = 'click'

let downX = 0
let downY = 0

/** Remembers where a pointer went down: a click that ends elsewhere was a drag. */
export function notePointerDown({ screenX, screenY }: MouseEvent) {
  downX = screenX
  downY = screenY
}

/** Clears the pointer position, because the next click comes from a key. In Firefox it has a detail of 1 at 0,0. */
export const noteKeyDown = () => {
  downX = Number.NaN
}

// A click from the keyboard has a detail of 0.
const isDrag = ({ detail, screenX, screenY }: MouseEvent) =>
  detail > 0 && Math.hypot(screenX - downX, screenY - downY) > DRAG_PX

/** Whether the innermost control between the press and the tile does something other than open the product. */
function isOnNestedControl(path: readonly Element[], tile: Element): boolean {
  const others = `${CONTROL},${selector('click', 'cart', 'facet', 'facets-apply', 'facets-reset')}`
  const part = path.slice(0, path.indexOf(tile)).find((element) => matches(element, others))
  return part !== undefined && !has(part, 'click')
}

/** Why a press on a tile does not count; `undefined` if it does. */
function rejectionReason(press: MouseEvent, path: readonly Element[], tile: Element) {
  const { type, button, detail } = press
  if (isOnNestedControl(path, tile)) return 'a control in the tile; data-svc-click counts it'
  if (type === 'auxclick' && button !== 1) return 'another mouse button'
  if (detail > 1) return 'a double click'
  if (isDrag(press)) return 'a drag'
  return read(tile, 'product') ? undefined : 'data-svc-product is empty'
}

/** Records a click on a product. A click counts as an impression too, which is recorded first. */
export function trackClick(type: string, path: readonly Element[], event: Event) {
  const element = closestWith(path, 'product')
  if (!element || !type.endsWith('click')) return
  const reason = rejectionReason(event as MouseEvent, path, element)
  if (reason) return ignore(reason, { element, action })

  const pid = read(element, 'product') as ProductId
  const list = listOfPath(path)
  const requestId = list?.context.requestId
  dropTile(element)
  if (!list || !countedIn(list).has(pid)) countTiles([element])
  flushImpressions()
  const data = { pid, ...variantNear([element]), ...(requestId && { requestId }) }
  record({ action, data }, { element })
}
