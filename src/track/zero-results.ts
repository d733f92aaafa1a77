import { type Cancel, now, schedule } from '../browser/clock'
import { ignore } from '../log/event-log'
import type { EventContext } from '../wire/tracker-event'
import { read } from './attributes'
import { countProduct, recordList, rejectListless, rejectTile } from './impressions'
import { listContaining } from './known-lists'
import { pageContext } from './page-context'

/** How long a list must show that it found nothing. Until the response arrives, a page may still show the state of the previous search. */
const SETTLE_MS = 1_000

const action = 'PRODUCT_IMPRESSIONS'

const waiting = new Map<Element, EventContext>()
let cancel: Cancel | undefined

const isEmpty = (element: Element) => element.isConnected && read(element, 'total') === '0'

function report(element: Element, context: EventContext) {
  const list = listContaining(element)
  if (!list) rejectListless(element)
  else if (countProduct(list, '')) recordList({ list, element, pids: [], ...context })
  else rejectTile(element, 'counted before')
}

/** Reports the lists that still show that they found nothing. */
export function flushZeroResults() {
  cancel?.()
  for (const [element, context] of waiting)
    if (isEmpty(element)) report(element, context)
    else ignore('no longer says that nothing was found', { element, action })
  waiting.clear()
}

/** Handles a list that shows that it found nothing: `data-svc-total="0"`. */
export function onZeroResults(element: Element) {
  waiting.set(element, { at: now(), page: pageContext() })
  cancel?.()
  cancel = schedule(flushZeroResults, SETTLE_MS)
}

/** Drops the waiting lists. */
export function stopZeroResults() {
  cancel?.()
  waiting.clear()
}
