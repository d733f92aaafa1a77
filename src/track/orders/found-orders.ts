import { attempt } from '../../browser/guard'
import { ignore } from '../../log/event-log'
import { writtenSettings } from '../../settings/read-settings'
import { has, read } from '../attributes'
import { flushOrders, onOrder, onOrdersChanged, stopOrders } from './orders'
import { createParsedGate } from './parsed-gate'
import { onServerEvents } from './server-events'
import { flushZeroResults, onZeroResults, stopZeroResults } from './zero-results'

/*
 * Handles elements that report something by being there: orders, lists without results, and events of the server.
 */

/**
 * Whether orders and events of the server count on this page: on any without the setting `orderPages`. A pattern that cannot be read allows
 * none, as it was written to protect.
 */
function isOrderPage(): boolean {
  const { orderPages } = writtenSettings
  return (
    orderPages === undefined ||
    attempt(() => new RegExp(String(orderPages)).test(location.pathname)) === true
  )
}

/** Handles what must be whole first: while the page is parsed there may be half of it. */
const whole = createParsedGate((element) => {
  if (read(element, 'order') !== undefined) onOrder(element)
  if (read(element, 'events') !== undefined) onServerEvents(element)
})

/** An element came, or changed. */
export function onFoundReport(element: Element) {
  if (read(element, 'total') === '0') onZeroResults(element)
  if (!has(element, 'order') && !has(element, 'events')) return
  if (isOrderPage()) whole.add(element)
  else ignore('not on an order page', { element })
}

/** The page changed. */
export const onReportsChanged = onOrdersChanged

/** A new route is shown. */
export const startReportsRoute = flushZeroResults

/** The page may go: what waits is reported now. */
export function flushReports() {
  whole.flush()
  flushOrders()
  flushZeroResults()
}

/** Forgets what waits. */
export function stopReports() {
  stopOrders()
  stopZeroResults()
}
