/** One tracker request, as the tracker has understood it. */
export interface NewEvent {
  /** The `SvcKey` of the request; empty when it had none. */
  readonly site: string
  /** Empty when the request had none. */
  readonly action: string
  readonly uid: string
  readonly t: string
  /** The payload; `null` when it could not be read. */
  readonly data: unknown
  /** Why it is bad, one sentence each; a good event has none. */
  readonly reasons: readonly string[]
  /** Fields that were accepted although the contract's row of the action does not have them. */
  readonly notes: readonly string[]
  /** The query string exactly as it arrived. */
  readonly query: string
}

/** An event as it comes out of the log. */
export interface LoggedEvent extends NewEvent {
  /** Names the request among all requests of all intakes; a second delivery has the same. */
  readonly origin: string
  /** The browser's name by its user agent, without a version; empty when unknown. */
  readonly browser: string
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

/** One event as kept. */
export interface StoredEvent extends NewEvent {
  /** Counts up from 1 in the order of arrival. */
  readonly id: number
  /** Epoch milliseconds of `t`, by the page's clock; of the arrival when `t` has none. */
  readonly at: number
  /** The browser's name, without a version; empty when unknown. */
  readonly browser: string
  /** From the payload; empty when it has none. */
  readonly visitId: string
  readonly isGood: boolean
  readonly grade: Grade
  /** How often the same event, with the same site, user and `t`, arrived again; kept once. */
  readonly repeats: number
  /** How many other events their sender gave the same `t`; each is kept, with a note. */
  readonly differing: number
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

/** The verdict on an event: a note is good and worth a look. */
export type Grade = 'good' | 'note' | 'bad'

/** The verdict that reasons and notes make. */
export function gradeOf({ reasons, notes }: Pick<NewEvent, 'reasons' | 'notes'>): Grade {
  if (reasons.length > 0) return 'bad'
  return notes.length > 0 ? 'note' : 'good'
}

/** How many events of an action are kept. */
export interface ActionCount {
  readonly action: string
  readonly good: number
  readonly bad: number
  readonly repeats: number
}
