import type { Guard } from './guard'

/** A table of records in this browser that outlives a killed one. */
export interface Database {
  /**
   * Runs a task on the table in one transaction, which no other tab's can come between.
   *
   * @param onEnd - Hears whether the transaction was done as a whole.
   */
  readonly transact: (
    task: (table: IDBObjectStore) => void,
    onEnd?: (isDone: boolean) => void,
  ) => void
  readonly close: () => void
}

export interface DatabaseDeps {
  readonly guard: Guard
  /** Hears the open database. */
  readonly onOpen: (database: Database) => void
  /** None can be had. A browser may also never say anything. */
  readonly onMissing: () => void
  /** Deleted, or wanted by another version, while it was open; it is closed. */
  readonly onLost: () => void
}

const NAME = 'svc-tag'
const TABLE = 'events'

/** Opens the tag's database, and makes it when there is none. Its records have a text `key`, unique. */
export function openDatabase({ guard, onOpen, onMissing, onLost }: DatabaseDeps): void {
  const opened = guard('database', (db: IDBDatabase) => {
    const lose = guard('database', () => {
      db.close()
      onLost()
    })
    // Whoever deletes it, or upgrades it, would wait for us for ever.
    db.onversionchange = lose
    db.onclose = lose
    onOpen({ transact: transactionsOf(db, guard), close: () => db.close() })
  })
  try {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: 'key' })
    request.onsuccess = () => opened(request.result)
    request.onerror = guard('database', () => onMissing())
  } catch {
    // Not there, or forbidden in this frame.
    onMissing()
  }
}

const transactionsOf =
  (db: IDBDatabase, guard: Guard): Database['transact'] =>
  (task, onEnd = () => {}) => {
    try {
      const transaction = db.transaction(TABLE, 'readwrite')
      transaction.oncomplete = guard('database', () => onEnd(true))
      transaction.onabort = guard('database', () => onEnd(false))
      task(transaction.objectStore(TABLE))
    } catch {
      // Closed a moment ago.
      onEnd(false)
    }
  }

/** Deletes the database, if there is one; open connections of other tabs close themselves. */
export function deleteDatabase(): void {
  try {
    indexedDB.deleteDatabase(NAME)
  } catch {
    // Then there is none.
  }
}
