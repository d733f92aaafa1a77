import type { ProductId } from '../brand'
import {
  type Ignore,
  type OrderLineData,
  orderData,
  priceText,
  quantityText,
  type Report,
} from '../events'
import type { Cancel, Clock } from '../platform/clock'
import { lineage, queryDrawn } from '../platform/tree'
import { INERT, isInert } from './attributes'
import { type NearDeps, readNear, variantOf } from './near'
import type { OrderMemory } from './order-memory'

/** How long what a confirmation shows has to stay the same: a page may build it piece by piece. */
const SETTLE_MS = 300

const action = 'order'

export interface OrderDeps extends NearDeps {
  readonly clock: Clock
  readonly report: Report
  readonly ignore: Ignore
  readonly memory: OrderMemory
}

export interface Orders {
  /** A confirmation came. */
  readonly found: (element: Element) => void
  /** The page changed: a confirmation that could not be read may be complete. */
  readonly changed: () => void
  /** The page may go: what waits is read now. */
  readonly flush: () => void
  readonly stop: () => void
}

/** Reports the orders that confirmations show. */
export function createOrders(deps: OrderDeps): Orders {
  const { markup, clock, report, ignore, memory } = deps
  /** Confirmations that are not yet reported, with what was last found wrong. */
  const waiting = new Map<Element, string>()
  let cancel: Cancel | undefined
  /** What they said when they were last read. */
  let said = ''

  function lineOf(element: Element): OrderLineData | string {
    const read = (mark: 'qty' | 'price') => readNear(deps, mark, [element])
    const pid = markup.read(element, 'line')
    const qty = quantityText(read('qty') ?? '')
    const price = priceText(read('price') ?? '')
    if (!pid) return 'data-svc-line is empty'
    if (!qty) return 'data-svc-qty is no whole number above 0'
    if (!price) return 'data-svc-price is no plain number, as 1234.50'
    return { pid: pid as ProductId, qty, price, ...variantOf(deps, [element]) }
  }

  function linesOf(element: Element): OrderLineData[] | string {
    if (isInert(markup, lineage(element))) return INERT
    const lines = queryDrawn(element, markup.selector('line')).map(lineOf)
    const fault = lines.find((line) => typeof line === 'string')
    return fault ?? (lines.length ? (lines as OrderLineData[]) : 'an order needs data-svc-line')
  }

  function tell(element: Element, lines: readonly OrderLineData[]) {
    waiting.delete(element)
    if (memory.isNew(markup.read(element, 'order'), lines))
      report({ action, data: orderData(lines) }, { element })
    else ignore('this order was counted before', { element, action })
  }

  function look(fault: string, element: Element) {
    const lines = linesOf(element)
    if (!element.isConnected) waiting.delete(element)
    else if (typeof lines !== 'string') tell(element, lines)
    else if (lines !== fault) {
      waiting.set(element, lines)
      ignore(lines, { element, action })
    }
  }

  function flush() {
    cancel?.()
    cancel = undefined
    waiting.forEach(look)
  }

  const changed = () => {
    if (!waiting.size) return
    const now = JSON.stringify([...waiting.keys()].map(linesOf))
    if (cancel && now === said) return
    cancel?.()
    said = now
    cancel = clock.schedule(flush, SETTLE_MS)
  }

  return {
    found(element) {
      waiting.set(element, '')
      changed()
    },
    changed,
    flush() {
      if (cancel) flush()
    },
    stop: () => cancel?.(),
  }
}
