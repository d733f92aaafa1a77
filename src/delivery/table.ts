import type { Database } from '../platform/database'
import type { Soon } from '../platform/soon'
import { type Claim, type Found, sortOut } from './claim'
import type { Kept } from './kept'
import type { Shelf } from './shelf'
import type { Store } from './store'

/** What a shopper does at once. */
const OWN_TRANSACTIONS = 4

export interface TableDeps {
  readonly database: Database
  readonly soon: Soon
  /** Where other tabs put what they could not put here. */
  readonly shelf: Shelf
  /** Some change was not kept. */
  readonly onFail: () => void
}

/**
 * The store in the database. Each change is a transaction of its own, committed at once: so it is there even when the browser
 * is killed a moment later. From the fifth of one task on changes share one, which costs a fifth and is committed when
 * the task ends.
 */
export function createTable({ database, soon, shelf, onFail }: TableDeps): Store {
  const { transact } = database
  let changes = 0
  let shared: IDBObjectStore | undefined

  const commit = (table?: IDBObjectStore) => table?.transaction.commit?.()

  function endTask() {
    changes = 0
    commit(shared)
    shared = undefined
  }

  function write(change: (table: IDBObjectStore) => void) {
    changes += 1
    if (changes === 1) soon(endTask)
    if (shared) return change(shared)

    transact(
      (table) => {
        change(table)
        if (changes > OWN_TRANSACTIONS) shared = table
        else commit(table)
      },
      (isDone) => {
        if (!isDone) onFail()
      },
    )
  }

  /** Leases what is claimed, where it lies. */
  function lease(table: IDBObjectStore, tabled: readonly Kept[], claim: Claim): Found {
    const shelved = shelf.all()
    // What lies in both was shelved later, by a tab that could not put it here.
    const records = [...tabled.map((kept) => [kept.key, kept] as const), ...shelved]
    const found = sortOut(new Map<string, unknown>(records), claim)
    for (const kept of found.claimed) {
      table.put(kept)
      if (shelved.has(kept.key)) shelf.put(kept)
    }
    return found
  }

  return {
    put: (kept) => write((table) => table.put(kept)),
    remove: (key) => write((table) => table.delete(key)),
    claim(claim, onFound) {
      let found: Found | undefined
      transact(
        (table) => {
          const request: IDBRequest<Kept[]> = table.getAll()
          request.onsuccess = () => {
            found = lease(table, request.result, claim())
          }
        },
        (isDone) => {
          if (!isDone) return onFound()
          for (const { key } of found?.claimed ?? []) shelf.remove(key)
          onFound(found)
        },
      )
    },
  }
}
