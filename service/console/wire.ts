import type { LoggedRequest } from '../browse/request-log.ts'
import type { ActionCount, StoredEvent } from '../store/stored-event.ts'
import type { RefusedRequest } from '../tracker/refused-requests.ts'

/** How many events pass a filter, by action. The filter's own action does not limit them. */
export interface CountedEvents {
  readonly totals: readonly ActionCount[]
  /** False when only the newest events could be counted in time. */
  readonly isWhole: boolean
}

/** The answer of `GET /events/list`. */
export interface EventList extends CountedEvents {
  /** Newest first: by arrival, or by `t` for one user or visit. */
  readonly events: readonly StoredEvent[]
  /** Ask with this `before` for older events; absent when there are none. */
  readonly nextBefore?: number
  /** Newest first. */
  readonly refused: readonly RefusedRequest[]
}

/** One message of `GET /events/stream`. */
export interface LiveNews extends CountedEvents {
  /** New events, and known ones that were repeated, oldest first; never more than a page shows. */
  readonly events: readonly StoredEvent[]
  /** All refused requests, newest first, when one has arrived. */
  readonly refused?: readonly RefusedRequest[]
  /** Events were deleted: ask for the list again. */
  readonly isReset?: true
}

/** The answer of `GET /requests/list`. */
export interface BrowseRequests {
  /** Newest first. */
  readonly requests: readonly LoggedRequest[]
  readonly totals: { readonly all: number; readonly uncounted: number }
}
