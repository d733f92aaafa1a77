import { now } from '../browser/clock'
import type { TrackerEvent } from '../wire/tracker-event'
import { platform } from './platform'
import { keyOf, type QueueEntry } from './queue-entry'
import { urlOf } from './transport'

/** Longer than a request may take; a hidden page may learn that only a minute later. */
const LEASE_MS = 15_000
const HIDDEN_LEASE_MS = 90_000

/** The queue's entry of an event, with a lease from now on. @param key - Of the record that it takes the place of. */
export const entryFor = (event: TrackerEvent, key: string = keyOf(event)): QueueEntry => ({
  kind: 'event',
  v: 2,
  key,
  event,
  size: urlOf(event).length,
  until: now() + (platform.isVisible() ? LEASE_MS : HIDDEN_LEASE_MS),
})
