import type { VisitId } from '../brand'
import type { TrackerEvent } from '../events'
import type { ListMemory } from './list-memory'

type OfProduct = Extract<TrackerEvent, { readonly action: 'click' | 'cart' }>

const isOfProduct = (event: TrackerEvent): event is OfProduct =>
  event.action === 'click' || event.action === 'cart'

/**
 * Completes events with the request id of the list that their product came from, and learns from those that have one: so a cart
 * on the product page carries the id of the list that led there.
 */
export function createAttribution({ remember, rememberClick, requestIdOf }: ListMemory) {
  function attributed(event: OfProduct, visit: VisitId): TrackerEvent {
    const { pid, requestId = requestIdOf(visit, pid) } = event.data
    if (!requestId) return event
    if (event.action === 'click') rememberClick(visit, pid, requestId)
    return { ...event, data: { ...event.data, requestId } } as TrackerEvent
  }

  return (event: TrackerEvent): TrackerEvent => {
    const { visitId } = event.data
    if (isOfProduct(event)) return attributed(event, visitId)
    if (event.action === 'PRODUCT_IMPRESSIONS' && event.data.requestId) {
      remember(visitId, event.data.pids_list, event.data.requestId)
    }
    return event
  }
}
