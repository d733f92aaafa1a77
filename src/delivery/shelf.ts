import { jsonText } from '../events'
import type { WithLock } from '../platform/locks'
import type { Storage } from '../platform/storage'
import { sortOut, untilOf } from './claim'
import type { Kept } from './kept'
import type { Store } from './store'

export interface ShelfDeps {
  readonly storage: Storage
  readonly withLock: WithLock
}

/** The lesser store, where there is no database, or not yet. Whatever it does is done when the call returns. */
export interface Shelf extends Store {
  readonly put: (kept: Kept) => void
  readonly remove: (key: string) => void
  /** Whether it lies here as this page has put it: another tab has neither claimed nor seen to it meanwhile. Asks the storage only for what this page has put. */
  readonly isAsPut: (kept: Kept) => boolean
  /** Whether this page has put it, whatever became of it in other tabs. */
  readonly isOwn: (key: string) => boolean
  /** What lies here under a key, `undefined` when it is no record. */
  readonly find: (key: string) => unknown
  /** Everything that lies here, put by whatever tab. What is no record may be anything. */
  readonly all: () => ReadonlyMap<string, unknown>
}

const PREFIX = 'event.'

/** A shelf in the page's storage, one entry per event, so that tabs do not overwrite one another; in memory what that refuses. */
export function createShelf({ storage, withLock }: ShelfDeps): Shelf {
  const memory = new Map<string, unknown>()

  const own = new Set<string>()

  function find(key: string): unknown {
    const text = storage.read(PREFIX + key)
    try {
      return text ? JSON.parse(text) : memory.get(key)
    } catch {
      // Not ours, or cut short.
      return undefined
    }
  }

  function put(kept: Kept) {
    own.add(kept.key)
    if (!storage.write(PREFIX + kept.key, jsonText(kept))) memory.set(kept.key, kept)
  }

  function remove(key: string) {
    own.delete(key)
    memory.delete(key)
    storage.remove(PREFIX + key)
  }

  function all() {
    const names = storage.keys().filter((name) => name.startsWith(PREFIX))
    const keys = names.map((name) => name.slice(PREFIX.length))
    return new Map([...keys, ...memory.keys()].map((key) => [key, find(key)]))
  }

  return {
    put,
    remove,
    isAsPut: ({ key, until }) => own.has(key) && untilOf(find(key)) === until,
    isOwn: (key) => own.has(key),
    find,
    all,
    claim(claim, onFound) {
      withLock('outbox', () => {
        const found = sortOut(all(), claim())
        found.claimed.forEach(put)
        onFound(found)
      })
    },
  }
}
