/** A tracker request, as parsed by the tracker. */
export interface NewEvent {
  /** The `SvcKey` of the request; may be empty. */
  readonly site: string
  /** Empty if the request had none. */
  readonly action: string
  readonly uid: string
  readonly t: string
  /** The payload; `null` if it could not be parsed. */
  readonly data: unknown
  /** Why the event is bad, one sentence each; empty for a good event. */
  readonly reasons: readonly string[]
  /** Fields that were accepted although the contract does not define them for the action. */
  readonly notes: readonly string[]
  /** The query string exactly as it arrived. */
  readonly query: string
}

/** How a request came to the service. */
export interface Arrival {
  /** Identifies the request among those of all intakes (`<spool>.<number>`); a redelivery has the same. */
  readonly origin: string
  /** The browser's name and device from the user agent: `Safari (phone)`; empty if unknown. */
  readonly browser: string
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

/** An event as it comes from the log. */
export interface LoggedEvent extends NewEvent, Arrival {}

/** A stored event. */
export interface StoredEvent extends Omit<LoggedEvent, 'origin'> {
  /** Counts up from 1 in the order of arrival. */
  readonly id: number
  /** Epoch milliseconds from `t`, by the page's clock; the time of arrival if `t` has no time. */
  readonly at: number
  /** From the payload; may be empty. */
  readonly visitId: string
  readonly isGood: boolean
  readonly grade: Grade
  /** How often the event (same site, user and `t`) arrived again; it is stored once. */
  readonly repeats: number
  /** How many other events have the same `t` from this sender; each is stored, with a note. */
  readonly differing: number
}

/** The verdict on an event; `note` is good, but worth a look. */
export type Grade = 'good' | 'note' | 'bad'

/** The verdict that follows from reasons and notes. */
export function gradeOf({ reasons, notes }: Pick<NewEvent, 'reasons' | 'notes'>): Grade {
  if (reasons.length > 0) return 'bad'
  return notes.length > 0 ? 'note' : 'good'
}

/** The number of stored events of an action. */
export interface ActionCount {
  readonly action: string
  readonly good: number
  readonly bad: number
  readonly repeats: number
}

/** The outcome of delivering one event. */
export interface Delivery {
  readonly id: number
  readonly event: LoggedEvent
  /** A value of `Outcome`. */
  readonly outcome: number
}
