import type { Database } from '../platform/database'
import type { Soon } from '../platform/soon'
import { type Claim, type Found, sortOut, untilOf } from './claim'
import type { Kept } from './kept'
import type { Shelf } from './shelf'
import type { Store } from './store'

export interface TableDeps {
  readonly database: Database
  readonly soon: Soon
  /** Where other tabs put what they could not put here. */
  readonly shelf: Shelf
  /** Some change was not kept. */
  readonly onFail: () => void
}

/**
 * What lies in both was shelved later, by a tab that could not put it here. But another tab hears of the shelf a moment late, and a
 * longer lease was given here since; unless it says that the event has left.
 */
const isNewer = (tabled: unknown, shelved: unknown) =>
  untilOf(tabled) > untilOf(shelved) && (shelved as Partial<Kept>).silentMs !== 0

/**
 * The store in the database. The changes of one task share a transaction that is committed when the task ends: so they are there even
 * when the browser is killed a moment later, or the page is gone. Of several in a row a page that is closed takes the later ones with it.
 */
export function createTable({ database, soon, shelf, onFail }: TableDeps): Store {
  const { transact } = database
  let shared: IDBObjectStore | undefined
  let waiting: (() => void)[] = []

  function write(change: (table: IDBObjectStore) => void, onDone: () => void) {
    if (shared) {
      waiting.push(onDone)
      return change(shared)
    }
    const own = [onDone]
    waiting = own
    transact(
      (table) => {
        change(table)
        shared = table
        soon(() => {
          shared = undefined
          table.transaction.commit?.()
        })
      },
      (isDone) => {
        if (!isDone) return onFail()
        for (const done of own) done()
      },
    )
  }

  /** Leases what is claimed, where it lies. */
  function lease(table: IDBObjectStore, tabled: readonly Kept[], claim: Claim): Found {
    const shelved = shelf.all()
    const records = new Map<string, unknown>(tabled.map((kept) => [kept.key, kept]))
    for (const [key, kept] of shelved) if (!isNewer(records.get(key), kept)) records.set(key, kept)
    const found = sortOut(records, claim)
    for (const kept of found.claimed) {
      table.put(kept)
      if (shelved.has(kept.key)) shelf.put(kept)
    }
    return found
  }

  return {
    put: (kept, onDone) => write((table) => table.put(kept), onDone),
    remove: (key, onDone) => write((table) => table.delete(key), onDone),
    claim(claim, onFound) {
      let found: Found | undefined
      let tabled: readonly Kept[] = []
      transact(
        (table) => {
          const request: IDBRequest<Kept[]> = table.getAll()
          request.onsuccess = () => {
            tabled = request.result
            found = lease(table, tabled, claim())
          }
        },
        (isDone) => {
          if (!isDone) return onFound()
          // The lease of what lay on the shelf alone stays there: its page may be writing it here at this moment, over the lease.
          const claimed = new Set(found?.claimed.map(({ key }) => key))
          for (const { key } of tabled) if (claimed.has(key)) shelf.remove(key)
          onFound(found)
        },
      )
    },
  }
}
