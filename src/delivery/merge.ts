import { jsonText, type TrackerEvent } from '../events'

export type Impressions = Extract<TrackerEvent, { readonly action: 'PRODUCT_IMPRESSIONS' }>

/** Whether an event may wait for others of its list. The empty list of a search that found nothing stands alone. */
export const isGathered = (event: TrackerEvent): event is Impressions =>
  event.action === 'PRODUCT_IMPRESSIONS' && event.data.pids_list.length > 0

/** Equal for impressions that can be one request: same visitor, visit, page and list. */
export const batchOf = ({ uid, data: { pids_list, ...rest } }: Impressions): string =>
  jsonText([uid, rest])

/** The first event with the products of both; it keeps its `t`. */
export const merged = (first: Impressions, next: Impressions): Impressions => ({
  ...first,
  data: { ...first.data, pids_list: [...first.data.pids_list, ...next.data.pids_list] },
})
