import { warnOnce } from '../browser/guard'
import { ignore, reject } from '../log/event-log'
import { currentVisitor } from '../visitor/visitor'
import type { EventSource } from '../wire/tracker-event'
import { defaultList } from './known-lists'
import { newOrder } from './orders/order-lines'
import { scrubFacets } from './page-context'
import { parseEvent, parseOrderId } from './parse-event'
import { REPEATED, recordHandedOver, resumeRecording } from './record'

/**
 * Records an event from a call, a server's JSON block or the dataLayer. If its data is wrong, one
 * console warning says why and nothing is sent.
 */
export function track(action: unknown, data: unknown, source: EventSource = {}) {
  const event = parseEvent(action, data, defaultList()?.context)
  if (typeof event === 'string') return reject(event, source)
  if (event.action === 'visitor') {
    // The tag itself sends one `visitor` event per visit.
    if (currentVisitor())
      warnOnce(
        "visitor: this visit is reported already, so svc.track('visitor') does nothing; leave it out",
      )
    ignore('once per visit', { ...source, action: 'visitor' })
    return resumeRecording()
  }
  if (event.action === 'facets') {
    const facets = scrubFacets(event.data.facets)
    return recordHandedOver({ ...event, data: { ...event.data, facets } }, source)
  }
  if (event.action !== 'order') return recordHandedOver(event, source)
  const order = newOrder(parseOrderId(data), event.data, source)
  if (!order) reject(REPEATED, { ...source, action: 'order' })
  else if (recordHandedOver(order.event, order.source)) order.remember()
}
