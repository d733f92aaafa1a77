import { attempt } from '../browser/guard'
import { local } from '../browser/storage'
import { jsonText } from '../wire/pixel-url'
import type { QueueEntry, StoredRecord } from './queue-entry'

/*
 * The queue's items in localStorage, used where no database is open or while the page is being left: one item for each event, and the keys
 * of events that need no more sending. The tab that removes an item owns its event.
 */

const UNSENT = 'unsent.'
const SENT = 'sent.'

const namesOf = (prefix: string): readonly string[] =>
  local.keys().flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))

/** Writes an event as an item. Returns `true` if it was stored. */
export const writeText = (entry: QueueEntry) => local.write(UNSENT + entry.key, jsonText(entry))

/** Removes the item of an event. */
export const removeText = (key: string) => local.remove(UNSENT + key)

/** Reads all stored events. Removes items that are not valid records of their key. */
export const readTexts = (): readonly StoredRecord[] =>
  namesOf(UNSENT).flatMap((key) => {
    const record = attempt(() => JSON.parse(local.read(UNSENT + key) ?? ''))
    if (record?.key === key) return record
    removeText(key)
    return []
  })

/** Notes that events need no more sending, because a page that is being left may not be able to update the database. */
export function writeSent(keys: readonly string[]) {
  const [name] = keys
  if (name) local.write(SENT + name, keys.join('\n'))
}

/** The keys of events that need no more sending, by the name of their item. */
export const readSent = (): ReadonlyMap<string, readonly string[]> =>
  new Map(namesOf(SENT).map((name) => [name, (local.read(SENT + name) ?? '').split('\n')]))

/** Removes an item that {@link writeSent} wrote. */
export const removeSent = (name: string) => local.remove(SENT + name)
