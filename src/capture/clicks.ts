import type { ProductId } from '../brand'
import type { Ignore, Report } from '../events'
import { matches } from '../platform/tree'
import { carrier, type Watch } from './attributes'
import type { List, Lists } from './list'
import { type NearDeps, variantOf } from './near'

/** A press that moved further than this was a drag. */
const DRAG_PX = 10

/** Presses on these, or on what has the role of one, are about something else than opening the product. */
const CONTROL =
  'label,button,input,select,textarea,summary,[role=button],[role=checkbox],[role=switch],[role=radio],[role=option],[role=combobox],[role=listbox],[role=searchbox],[role=slider],[role=spinbutton],[role=textbox]'

const action = 'click'

export interface ClickDeps extends NearDeps {
  readonly lists: Lists
  readonly report: Report
  readonly ignore: Ignore
  /** Counts the tile as seen in its list, if it was not yet: who clicks has seen. */
  readonly onClick: (tile: Element, list: List | undefined) => void
}

export interface Clicks {
  readonly watch: Watch
  /** A pointer went down: a click that ends elsewhere was a drag. */
  readonly pressed: (down: MouseEvent) => void
}

/** Reports the product that a press lands on. */
export function createClicks(deps: ClickDeps): Clicks {
  const { markup, lists, report, ignore, onClick } = deps
  const elsewhere = `${CONTROL},${markup.selector('click', 'cart', 'facet', 'facets-apply', 'facets-reset')}`
  let downX = 0
  let downY = 0

  const isDrag = ({ detail, screenX, screenY }: MouseEvent) =>
    detail > 0 && Math.hypot(screenX - downX, screenY - downY) > DRAG_PX

  /** The innermost thing in the tile with a say in whether a press on it is about the product. */
  function isElsewhere(path: readonly Element[], tile: Element): boolean {
    const part = path.slice(0, path.indexOf(tile)).find((element) => matches(element, elsewhere))
    return part !== undefined && markup.read(part, 'click') === undefined
  }

  function tell(element: Element, list: List | undefined) {
    const requestId = list?.context.requestId
    onClick(element, list)
    const data = {
      pid: markup.read(element, 'product') as ProductId,
      ...variantOf(deps, [element]),
      ...(requestId && { requestId }),
    }
    report({ action, data }, { element })
  }

  /** Why a press on a tile is no click on its product; nothing when it is one. */
  function faultOf(press: MouseEvent, path: readonly Element[], tile: Element): string | undefined {
    const { type, button, detail } = press
    const faults = [
      [isElsewhere(path, tile), 'a control in the tile; data-svc-click counts it'],
      [type === 'auxclick' && button !== 1, 'another mouse button'],
      // A click made by a key has a detail of 0.
      [detail > 1, 'a double click'],
      [isDrag(press), 'a drag'],
      [!markup.read(tile, 'product'), 'data-svc-product is empty'],
    ] as const
    return faults.find(([isFault]) => isFault)?.[1]
  }

  function judge(press: MouseEvent, path: readonly Element[], element: Element) {
    const fault = faultOf(press, path, element)
    if (fault) ignore(fault, { element, action })
    else tell(element, lists.of(path))
  }

  function pressed({ screenX, screenY }: MouseEvent) {
    downX = screenX
    downY = screenY
  }

  return {
    pressed,
    watch(type, path, event) {
      const press = event as MouseEvent
      if (type === 'pointerdown') pressed(press)
      // In Firefox a click by key has a detail of 1, as one by pointer has, and stands at 0,0.
      if (type === 'keydown') downX = Number.NaN
      const tile = carrier(markup, path, 'product')
      if (tile && type.endsWith('click')) judge(press, path, tile)
    },
  }
}
