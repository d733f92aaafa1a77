import { jsonText } from '../events'
import type { WithLock } from '../platform/locks'
import type { Storage } from '../platform/storage'
import { sortOut } from './claim'
import type { Kept } from './kept'
import type { Store } from './store'

export interface ShelfDeps {
  readonly storage: Storage
  readonly withLock: WithLock
}

/** The lesser store, where there is no database, or not yet. */
export interface Shelf extends Store {
  /** Everything that lies here, put by whatever tab. What is no record may be anything. */
  readonly all: () => ReadonlyMap<string, unknown>
}

const PREFIX = 'event.'

/** A shelf in the page's storage, one entry per event, so that tabs do not overwrite one another; in memory what that refuses. */
export function createShelf({ storage, withLock }: ShelfDeps): Shelf {
  const memory = new Map<string, unknown>()

  function read(key: string): unknown {
    try {
      return JSON.parse(storage.read(PREFIX + key) ?? '')
    } catch {
      // Not ours, or cut short.
      return undefined
    }
  }

  function put(kept: Kept) {
    if (!storage.write(PREFIX + kept.key, jsonText(kept))) memory.set(kept.key, kept)
  }

  function remove(key: string) {
    memory.delete(key)
    storage.remove(PREFIX + key)
  }

  function all() {
    const names = storage.keys().filter((name) => name.startsWith(PREFIX))
    const keys = names.map((name) => name.slice(PREFIX.length))
    return new Map([...keys.map((key) => [key, read(key)] as const), ...memory])
  }

  return {
    put,
    remove,
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
