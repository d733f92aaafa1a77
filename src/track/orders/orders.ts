import { type Cancel, schedule } from '../../browser/clock'
import { composedAncestors, queryWithin } from '../../browser/dom'
import { hooks } from '../../browser/hooks'
import { ignore, reject } from '../../log/event-log'
import { type OrderLineData, orderData } from '../../wire/list-and-order'
import type { EventSource } from '../../wire/tracker-event'
import { IGNORED, isIgnored, read, selector } from '../attributes'
import { readNearby } from '../nearby-fields'
import { REPEATED, record } from '../record'
import { type LineTexts, newOrder, parseLines } from './order-lines'

/** How long a confirmation must stay unchanged, because a page may build it piece by piece. */
const SETTLE_MS = 300

const action = 'order'

/** The texts of an order's line as the page shows them. */
const textsOfLine = (line: Element): LineTexts => [
  read(line, 'line') ?? '',
  ...(['qty', 'price', 'variant'] as const).map((name) => readNearby(name, [line]) ?? ''),
]

/** Confirmations that are not reported yet, each with the last mistake found in it. */
const waiting = new Map<Element, string>()
let cancel: Cancel | undefined
/** Their texts at the last check. */
let shown = ''

function linesIn(element: Element): readonly OrderLineData[] | string {
  if (isIgnored(composedAncestors(element))) return IGNORED
  return parseLines(queryWithin(element, selector('line')).map(textsOfLine))
}

/** Records an order that was not counted before. */
export function recordOrder(
  id: string | undefined,
  lines: readonly OrderLineData[],
  source: EventSource,
) {
  const order = newOrder(id, orderData(lines), source)
  if (!order) ignore(REPEATED, { ...source, action })
  else if (record(order.event, order.source)) order.remember()
}

function check(problem: string, element: Element) {
  const lines = linesIn(element)
  const id = read(element, 'order')
  // The element may have lost its attribute since. Without its id, the order would count again.
  if (!element.isConnected || id === undefined) waiting.delete(element)
  else if (typeof lines !== 'string') {
    waiting.delete(element)
    recordOrder(id, lines, { element })
  } else if (lines !== problem) {
    waiting.set(element, lines)
    reject(lines, { element, action })
  }
}

function checkAll() {
  cancel?.()
  cancel = undefined
  waiting.forEach(check)
}

/** Whether the texts of the pending confirmations differ from those of the last call. */
function haveChanged() {
  const last = shown
  shown = JSON.stringify([...waiting.keys()].map(linesIn))
  return shown !== last
}

/** Lines may be in shadow roots that are not searched yet, or have been added since the last scan. */
function checkSettled() {
  if (hooks.isSearchPartial || haveChanged()) cancel = schedule(checkSettled, SETTLE_MS)
  else checkAll()
}

/** The page changed, so a confirmation that could not be read may now be complete. */
export function onOrdersChanged() {
  if (!waiting.size || (!haveChanged() && cancel)) return
  cancel?.()
  cancel = schedule(checkSettled, SETTLE_MS)
}

/** A confirmation was added. */
export function onOrder(element: Element) {
  waiting.set(element, '')
  onOrdersChanged()
}

/** Reads the pending confirmations now, because the page may be unloaded. */
export function flushOrders() {
  if (cancel) checkAll()
}

/** Drops the pending confirmations. */
export function stopOrders() {
  cancel?.()
  cancel = undefined
  waiting.clear()
}
