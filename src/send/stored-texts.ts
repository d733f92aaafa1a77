import { attempt } from '../browser/guard'
import { local } from '../browser/storage'
import { jsonText } from '../wire/pixel-url'
import type { QueueEntry, StoredRecord } from './queue-entry'

/*
 * The queue's items in localStorage, used where no database is open or while the page is being
 * left: one item for each event, and the keys of events that need no more sending. The tab that
 * removes an item owns its event.
 */

const UNSENT = 'unsent.'
const SENT = 'sent.'

const namesOf = (prefix: string): readonly string[] =>
  local.keys().flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))

/** Writes an event as a text. Returns `true` if it was kept. */
export const writeText = (entry: QueueEntry) => local.write(UNSENT + entry.key, jsonText(entry))

/** Removes the text of an event. */
export const removeText = (key: string) => local.remove(UNSENT + key)

/** Reads all stored events. Removes items that are not valid records of their key. */
export const readTexts = (): readonly StoredRecord[] =>
  namesOf(UNSENT).flatMap((key) => {
    const record = attempt(() => JSON.parse(local.read(UNSENT + key) ?? ''))
    if (record?.key === key) return record
    removeText(key)
    return []
  })

/** Says that events need no more sending: the database may not hear it from a page that is being left. */
export function writeSent(keys: readonly string[]) {
  const [name] = keys
  if (name) local.write(SENT + name, keys.join('\n'))
}

/** The keys of events that need no more sending, by the name of their text. */
export const readSent = (): ReadonlyMap<string, readonly string[]> =>
  new Map(namesOf(SENT).map((name) => [name, (local.read(SENT + name) ?? '').split('\n')]))

/** Removes what {@link writeSent} wrote, by its name. */
export const removeSent = (name: string) => local.remove(SENT + name)
