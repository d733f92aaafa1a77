import type { ActionCount, LoggedRequest, RefusedRequest, StoredEvent } from 'svc-tag-service'

/** The number of events that pass a filter, by action. The filter's own action is ignored. */
export interface CountedEvents {
  readonly totals: readonly ActionCount[]
  /** False if there was only time to count the newest events. */
  readonly isWhole: boolean
}

/** The answer of `GET /events/list`. */
export interface EventList extends CountedEvents {
  /** Newest first: by arrival, or by `t` for one user or visit. */
  readonly events: readonly StoredEvent[]
  /** Pass this as `before` to get older events; absent if there are none. */
  readonly nextBefore?: number
  /** Newest first. */
  readonly refused: readonly RefusedRequest[]
}

/** One message of `GET /events/stream`. */
export interface LiveNews extends CountedEvents {
  /** New events and repeated ones, oldest first; never more than a page shows. */
  readonly events: readonly StoredEvent[]
  /** All refused requests, newest first; present if a new one has arrived. */
  readonly refused?: readonly RefusedRequest[]
  /** Events were deleted; request the list again. */
  readonly isReset?: true
}

/** The answer of `GET /requests/list`. */
export interface BrowseRequests {
  /** Newest first. */
  readonly requests: readonly LoggedRequest[]
  readonly totals: { readonly all: number; readonly uncounted: number }
}
