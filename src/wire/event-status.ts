import type { TrackerEvent } from './tracker-event'

/** The status of an event. The last one is always `sent` or `dropped`; in shadow mode `withheld`. */
export type EventStatus =
  /** Waits in memory for consent or a user id. */
  | { readonly state: 'held'; readonly reason: string }
  /** Is in the journal, and will be sent so. */
  | { readonly state: 'queued'; readonly event: TrackerEvent }
  /** One try failed; another follows. */
  | { readonly state: 'retrying'; readonly answer: string }
  | { readonly state: 'sent'; readonly answer: string }
  | { readonly state: 'dropped'; readonly reason: string }
  /** Would have been sent: shadow mode sends nothing. */
  | { readonly state: 'withheld'; readonly reason: string }
