import type { ActionCount, StoredEvent } from '../store/stored-event.ts'

/** The answer of `GET /events/list`. */
export interface EventList {
  /** Newest first. */
  readonly events: readonly StoredEvent[]
  readonly totals: readonly ActionCount[]
}

/** One message of `GET /events/stream`. */
export interface LiveNews {
  /** New events, and known ones that were repeated, oldest first; never more than a page shows. */
  readonly events: readonly StoredEvent[]
  readonly totals: readonly ActionCount[]
  /** All events before these were forgotten. */
  readonly isReset?: true
}
