import { local, tab } from '../browser/storage'
import { isGranted } from './consent'

/*
 * Texts kept in this browser with consent, and for the life of the page otherwise or where nothing can be stored.
 */

const inMemory = new Map<string, string>()

/** Reads a text; `undefined` for none. */
export const readKept = (key: string): string | undefined =>
  inMemory.get(key) ?? (isGranted() ? local.read(key) : undefined)

/** Keeps a text. */
export function writeKept(key: string, text: string) {
  if (isGranted() && local.write(key, text)) inMemory.delete(key)
  else inMemory.set(key, text)
}

/** Forgets all texts: those of the page, and all of the tag's in this browser. */
export function eraseKept() {
  inMemory.clear()
  for (const storage of [local, tab]) storage.keys().forEach(storage.remove)
}
