import { warnOnce } from '../../browser/warn-once'
import { ignore } from '../../log/event-log'
import { settings } from '../../settings/read-settings'
import { defaultList } from '../../track/lists'
import { recordHandedOver, resumeRecording } from '../../track/record'
import { currentVisitor } from '../../visitor/visitor'
import type { EventSource } from '../../wire/event-context'
import { linesOf } from '../../wire/order'
import type { Action } from '../../wire/tracker-event'
import { newOrder } from '../orders/order-dedupe'
import { parseEvent, parseOrderId } from './parse-event'

/** Logs why an event is not sent, and says it on the console: a mistake in what the page hands over. */
function reject(reason: string, source: EventSource, action?: Action) {
  ignore(reason, { ...source, ...(action && { action }) })
  if (!settings.debug) warnOnce(reason, source.element)
}

/** Records an event that a call, a server's JSON block or the dataLayer handed over. Wrong data is one console warning, and nothing is sent. */
export function track(action: unknown, data: unknown, source: EventSource = {}) {
  const event = parseEvent(action, data, defaultList()?.context)
  if (typeof event === 'string') return reject(event, source)
  if (event.action === 'visitor') {
    // There is one per visit, and it is the tag's to send.
    if (currentVisitor())
      warnOnce(
        "visitor: this visit is reported already, so svc.track('visitor') does nothing; leave it out",
      )
    ignore('once per visit', { ...source, action: 'visitor' })
    return resumeRecording()
  }
  if (event.action !== 'order') return recordHandedOver(event, source)
  const remember = newOrder(parseOrderId(data), linesOf(event.data))
  if (!remember) reject('this order was counted before', source, 'order')
  else if (recordHandedOver(event, source)) remember()
}
