import { listen, onStop } from '../../browser/listen'
import { ignore } from '../../log/event-log'
import { settings } from '../../settings/read-settings'
import { has, read } from '../attributes'
import { flushZeroResults, onZeroResults, stopZeroResults } from '../zero-results'
import { flushOrders, onOrder, onOrdersChanged, stopOrders } from './orders'
import { onServerEvents } from './server-events'

/* Handles elements whose presence reports something: orders, server events, and lists without results. */

/**
 * Whether the page was parsed to its end. `readyState` is not used, because in Chromium it is `complete` for a page that is left earlier.
 */
const wasParsed = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.domContentLoadedEventStart !== 0

/**
 * Holds elements until they are completely parsed.
 *
 * @param onWhole - Called with each element when the page is parsed, or when the gate is flushed.
 */
function createParsedGate(onWhole: (element: Element) => void) {
  const waiting = new Set<Element>()
  /** Determined when the first element arrives. */
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
    add(element: Element) {
      if (isParsed === undefined) watchParser()
      if (isParsed) onWhole(element)
      else waiting.add(element)
    },
    /** Releases elements that are complete because something follows them. */
    flush,
  }
}

/** Whether orders and server events count on this page: on every page unless `orderPages` is set. */
function isOrderPage(): boolean {
  const { orderPages } = settings
  return orderPages === undefined || new RegExp(orderPages).test(location.pathname)
}

/** Handles elements that must be complete: during parsing, half of one may be missing. */
const whole = createParsedGate((element) => {
  if (read(element, 'order') !== undefined) onOrder(element)
  if (read(element, 'events') !== undefined) onServerEvents(element)
})

/** An element was added or changed. */
export function onFoundReport(element: Element) {
  if (read(element, 'total') === '0') onZeroResults(element)
  if (!has(element, 'order') && !has(element, 'events')) return
  if (isOrderPage()) whole.add(element)
  else ignore('not on an order page', { element })
}

/** The page changed. */
export const onReportsChanged = onOrdersChanged

/** A new route was shown. */
export const startReportsRoute = flushZeroResults

/** The page may be unloaded, so everything that waits is reported now. */
export function flushReports() {
  whole.flush()
  flushOrders()
  flushZeroResults()
}

/** Drops everything that waits. */
export function stopReports() {
  stopOrders()
  stopZeroResults()
}
