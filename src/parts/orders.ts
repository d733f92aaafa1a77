import { attempt } from '../browser/guard'
import { ignore } from '../log/event-log'
import { writtenSettings } from '../settings/read-settings'
import { has, read } from '../track/attributes'
import type { OrdersPart, RawFinding } from '../track/on-demand'
import { record } from '../track/record'
import { listFields } from '../wire/list-context'
import { handOverBlock, onInlineEvents, startEventsRoute } from './orders/inline-events'
import { parseLines } from './orders/order-lines'
import { flushOrders, onOrder, onOrdersChanged, recordOrder, stopOrders } from './orders/orders'
import { createParsedGate } from './orders/parsed-gate'
import { flushZeroResults, onZeroResults, stopZeroResults } from './orders/zero-results'

/**
 * Whether orders and events of the server count at an address: any without the setting `orderPages`. A pattern that cannot be read allows
 * none, as it was written to protect.
 */
function isOrderPage(url: string): boolean {
  const { orderPages } = writtenSettings
  return (
    orderPages === undefined ||
    attempt(() => new RegExp(String(orderPages)).test(new URL(url).pathname)) === true
  )
}

/** Reports what an earlier page kept because it was left before this part came. */
function report({ order, events, empty, ...context }: RawFinding) {
  const lines = order && parseLines(order.lines)
  const isAllowed = isOrderPage(context.page?.url ?? '')
  if (isAllowed && typeof lines === 'object') recordOrder(order?.id, lines, context)
  if (isAllowed && events) handOverBlock(events.trim(), context)
  if (empty)
    record(
      { action: 'PRODUCT_IMPRESSIONS', data: { ...listFields(empty), pids_list: [] } },
      context,
    )
}

/** Handles what must be whole first: while the page is parsed there may be half of it. */
const whole = createParsedGate((element) => {
  if (read(element, 'order') !== undefined) onOrder(element)
  if (read(element, 'events') !== undefined) onInlineEvents(element)
})

const part: OrdersPart = {
  onFound(element) {
    if (read(element, 'total') === '0') onZeroResults(element)
    if (isOrderPage(location.href)) whole.add(element)
    else if (has(element, 'order') || has(element, 'events'))
      ignore('not on an order page', { element })
  },
  onScan: onOrdersChanged,
  onRoute() {
    flushZeroResults()
    startEventsRoute()
  },
  flush() {
    whole.flush()
    flushOrders()
    flushZeroResults()
  },
  stop() {
    stopOrders()
    stopZeroResults()
  },
}

/** Opens the reports of orders, zero results and events of the server. @param finding - Of an earlier page. */
export function open(finding?: RawFinding): OrdersPart {
  if (finding) report(finding)
  return part
}
