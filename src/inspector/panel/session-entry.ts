import type { LedgerEntry } from '../tap'

/** One line of the panel: what the ledger says, kept for as long as the panel is open, and across the pages of a visit. */
export interface SessionEntry extends LedgerEntry {
  /** The page it happened on, when that is no longer this one. */
  readonly earlierPage?: string
}

/** What a line comes down to, for the eye and for filtering. */
export type Outcome = 'waiting' | 'sent' | 'merged' | 'ignored' | 'dropped'

export const outcomes: readonly Outcome[] = ['waiting', 'sent', 'merged', 'ignored', 'dropped']

/** The outcome in words. */
export const outcomeNames: Readonly<Record<Outcome, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  merged: 'Merged',
  ignored: 'Not counted',
  dropped: 'Dropped',
}

const outcomeOfState: Readonly<Record<LedgerEntry['state'], Outcome>> = {
  held: 'waiting',
  queued: 'waiting',
  tried: 'waiting',
  sent: 'sent',
  merged: 'merged',
  dropped: 'dropped',
  ignored: 'ignored',
}

export const outcomeOf = ({ state }: Pick<LedgerEntry, 'state'>): Outcome => outcomeOfState[state]
