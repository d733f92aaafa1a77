import type { EventId, Timestamp } from './brand'
import type { PageFields } from './page-fields'
import type { Action, RawEvent } from './tracker-event'

/** The page that the shopper is on, and the one before. */
export type PageContext = Pick<PageFields, 'url' | 'referrer'>

/** When and where something happened that is reported later. */
export interface EventContext {
  readonly at: Timestamp
  readonly page: PageContext
}

/** The element an event was seen on; time and page if they were not now and here; its `t` if a server has made it. */
export interface EventSource extends Partial<EventContext> {
  readonly element?: Element | undefined
  readonly t?: EventId
}

/** Records a raw event. Never throws. Returns `true` if it is recorded. */
export type Report = (event: RawEvent, source?: EventSource) => unknown

/**
 * Notes that something was seen and deliberately not counted.
 *
 * @param reason - For the shop's developer: what was seen, and the fix when there is one.
 */
export type Ignore = (reason: string, source?: EventSource & { readonly action?: Action }) => void
