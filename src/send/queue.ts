import { now } from '../browser/clock'
import { settings } from '../settings/read-settings'
import { accountOf } from '../wire/account'
import type { TrackerEvent } from '../wire/tracker-event'
import { platform } from './platform'
import { keyOf, type QueueEntry } from './queue-entry'
import { urlOf } from './transport'

/** This page's unanswered events, by key. */
export const entries = new Map<string, QueueEntry>()

/** Stores an event of this page, replacing the record with the same key. */
export function keep(entry: QueueEntry) {
  entries.set(entry.key, entry)
  platform.store.put(entry)
}

/** Releases an event to any page that claims it after its lease. If it cannot be stored, this page keeps it. */
export function release(entry: QueueEntry) {
  entries.set(entry.key, entry)
  if (platform.store.handOver(entry)) entries.delete(entry.key)
}

/** Removes an event that needs no more sending. */
export function forget(key: string) {
  entries.delete(key)
  platform.store.remove(key)
}

/** Longer than a request may take: a hidden page may notice its end up to a minute late. */
const LEASE_MS = 15_000
const HIDDEN_LEASE_MS = 90_000

/**
 * Creates the queue's entry for an event of this page's account, with a lease that starts now.
 *
 * @param key - The key of the record that it replaces.
 * @param refused - How often a try failed while other events were answered.
 */
export const entryFor = (
  event: TrackerEvent,
  key: string = keyOf(event),
  refused = 0,
): QueueEntry => ({
  kind: 'event',
  v: 3,
  account: accountOf(settings),
  key,
  event,
  size: urlOf(event).length,
  until: now() + (platform.isVisible() ? LEASE_MS : HIDDEN_LEASE_MS),
  refused,
})
