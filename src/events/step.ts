import type { EventTime } from '../brand'
import type { TrackerEvent } from './tracker-event'

/** What became of an event. The last step is always `sent`, `merged` or `dropped`. */
export type Step =
  /** Waits, in memory only, for something that is not delivery: consent, a user id. */
  | { readonly state: 'held'; readonly reason: string }
  /** Is in the outbox, and will be sent so. */
  | { readonly state: 'queued'; readonly event: TrackerEvent }
  /** Became part of another event, which goes on under its own `t`. */
  | { readonly state: 'merged'; readonly into: EventTime }
  /** One try failed; another follows. */
  | { readonly state: 'tried'; readonly answer: string }
  | { readonly state: 'sent'; readonly answer: string }
  | { readonly state: 'dropped'; readonly reason: string }
