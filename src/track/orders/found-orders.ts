import { attempt } from '../../browser/guard'
import { listen, onStop } from '../../browser/listen'
import { ignore } from '../../log/event-log'
import { writtenSettings } from '../../settings/read-settings'
import { has, read } from '../attributes'
import { flushZeroResults, onZeroResults, stopZeroResults } from '../zero-results'
import { flushOrders, onOrder, onOrdersChanged, stopOrders } from './orders'
import { onServerEvents } from './server-events'

/*
 * Handles elements that report something by being there: orders, events of the server, and lists without results.
 */

/** Holds elements until they are whole. */
interface ParsedGate {
  readonly add: (element: Element) => void
  /** Releases elements that are complete because something follows them. */
  readonly flush: () => void
}

/** Whether the page was read to its end. Its `readyState` would not say: Chromium calls a page complete that is left before. */
const wasParsed = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.domContentLoadedEventStart !== 0

/** @param onWhole - Gets each element when the page is parsed, or when it is flushed. */
function createParsedGate(onWhole: (element: Element) => void): ParsedGate {
  const waiting = new Set<Element>()
  /** First read when there is an element. */
  let isParsed: boolean | undefined

  function flush() {
    for (const element of waiting) {
      // The parser may still be inside the element unless a sibling follows it.
      if (!isParsed && !element.nextSibling) continue
      waiting.delete(element)
      onWhole(element)
    }
  }

  function watchParser() {
    isParsed = wasParsed()
    if (isParsed) return
    onStop(
      listen(document, 'DOMContentLoaded', () => {
        isParsed = true
        flush()
      }),
    )
  }

  return {
    add(element) {
      if (isParsed === undefined) watchParser()
      if (isParsed) onWhole(element)
      else waiting.add(element)
    },
    flush,
  }
}

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
