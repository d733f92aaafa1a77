import { platform } from './platform'
import type { QueueEntry } from './queue-entry'

/** The events of this page that are not answered yet, by key. */
export const entries = new Map<string, QueueEntry>()

/** Keeps an event of this page, over the record of the same key. */
export function keep(entry: QueueEntry) {
  entries.set(entry.key, entry)
  platform.store.put(entry)
}

/** Gives an event up to whatever page claims it after its lease. If it cannot be stored, this page goes on keeping it. */
export function release(entry: QueueEntry) {
  entries.set(entry.key, entry)
  if (platform.store.handOver(entry)) entries.delete(entry.key)
}

/** Forgets an event that needs no more sending. */
export function forget(key: string) {
  entries.delete(key)
  platform.store.remove(key)
}
