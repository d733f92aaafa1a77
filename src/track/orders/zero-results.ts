import { type Cancel, now, schedule } from '../../browser/clock'
import { ignore } from '../../log/event-log'
import type { EventContext } from '../../wire/event-context'
import { read } from '../attributes'
import { countProduct, recordList, rejectListless, rejectTile } from '../impressions'
import { listContaining } from '../known-lists'
import { pageContext } from '../page-context'

/** How long a list has to say that it found nothing: until its answer comes, a page may say so of the search before. */
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

/** Reports the lists that still say so. */
export function flushZeroResults() {
  cancel?.()
  for (const [element, context] of waiting)
    if (isEmpty(element)) report(element, context)
    else ignore('no longer says that nothing was found', { element, action })
  waiting.clear()
}

/** A list says that it found nothing. */
export function onZeroResults(element: Element) {
  waiting.set(element, { at: now(), page: pageContext() })
  cancel?.()
  cancel = schedule(flushZeroResults, SETTLE_MS)
}

/** Forgets what waits. */
export function stopZeroResults() {
  cancel?.()
  waiting.clear()
}
