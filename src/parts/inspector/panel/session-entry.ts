import type { EventLogEntry } from '../../calls/event-history'

/** One line of the panel: what the event log says, kept for as long as the panel is open, and across the pages of a visit. */
export interface SessionEntry extends EventLogEntry {
  /** The page it happened on, when that is no longer this one. */
  readonly earlierPage?: string
}

/** The result of a line, for the eye and for filtering. */
export type Outcome = 'waiting' | 'sent' | 'ignored' | 'dropped' | 'withheld'

export const outcomes: readonly Outcome[] = ['waiting', 'sent', 'withheld', 'ignored', 'dropped']

/** The outcome in words. */
export const outcomeNames: Readonly<Record<Outcome, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  withheld: 'Withheld',
  ignored: 'Not counted',
  dropped: 'Dropped',
}

const outcomeOfState: Readonly<Record<EventLogEntry['state'], Outcome>> = {
  held: 'waiting',
  queued: 'waiting',
  retrying: 'waiting',
  sent: 'sent',
  withheld: 'withheld',
  dropped: 'dropped',
  ignored: 'ignored',
}

export const outcomeOf = ({ state }: Pick<EventLogEntry, 'state'>): Outcome => outcomeOfState[state]
