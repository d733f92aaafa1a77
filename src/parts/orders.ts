import { read } from '../track/attributes'
import type { OrdersPart, RawFinding } from '../track/on-demand'
import { record } from '../track/record'
import { listFields } from '../wire/list-context'
import { handOverBlock, onInlineEvents, startEventsRoute } from './orders/inline-events'
import { parseLines } from './orders/order-lines'
import { flushOrders, onOrder, onOrdersChanged, recordOrder, stopOrders } from './orders/orders'
import { createParsedGate } from './orders/parsed-gate'
import { flushZeroResults, onZeroResults, stopZeroResults } from './orders/zero-results'

/** Reports what an earlier page kept because it was left before this part came. */
function report({ order, events, empty, ...context }: RawFinding) {
  const lines = order && parseLines(order.lines)
  if (typeof lines === 'object') recordOrder(order?.id, lines, context)
  if (events) handOverBlock(events.trim(), context)
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
    whole.add(element)
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
