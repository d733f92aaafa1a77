export { placeText, priceText, quantityText } from './amount'
export { createEventTimes } from './event-time'
export type { FacetChange, FacetChanges, FacetsReset, FacetValue } from './facets'
export { jsonText } from './json-text'
export { isSearch, type ListContext, listFields } from './list-fields'
export { linesOf, type OrderData, type OrderLineData, orderData } from './order'
export { ownMember } from './own-member'
export type { PageFields, VisitorFields, VisitType } from './page-fields'
export { pixelUrl, type TrackerAddress } from './pixel-url'
export { queryString } from './query-string'
export type { Ignore, Moment, Origin, Place, Report } from './report'
export type { Step } from './step'
export { strictFields } from './strict-fields'
export {
  type Action,
  type ActionData,
  type Fact,
  type TrackerEvent,
  timeOf,
} from './tracker-event'
export { wellFormed } from './well-formed'
