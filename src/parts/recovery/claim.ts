import { attempt, guard } from '../../browser/guard'
import { local } from '../../browser/storage'
import { isUnsettled, otherSnapshots, transact } from '../../send/journal'
import type { JournalEntry } from '../../send/journal-entry'

/** A record as it lies there; whoever wrote it. */
export type StoredRecord = Partial<JournalEntry> & { readonly key: string }

/** Takes the snapshots of other pages. What is no list of records is nothing. */
function takeSnapshots(): readonly StoredRecord[] {
  return otherSnapshots().flatMap((key) => {
    const records: unknown = attempt(() => JSON.parse(local.read(key) ?? ''))
    local.remove(key)
    return Array.isArray(records) ? records.filter((record) => typeof record?.key === 'string') : []
  })
}

/** Whether the database has a later lease than a snapshot. */
const isLater = (stored: StoredRecord | undefined, snapshot: StoredRecord) =>
  Number(stored?.until) > Number(snapshot.until)

/** Merges snapshots into what the database holds. A record of a key alone is a removal. */
function merge(stored: readonly StoredRecord[], store?: IDBObjectStore) {
  const records = new Map(stored.map((record) => [record.key, record]))
  for (const record of takeSnapshots()) {
    const { key } = record
    if (isLater(records.get(key), record)) continue
    if (record.v === undefined) {
      records.delete(key)
      store?.delete(key)
    } else {
      records.set(key, record)
      store?.put(record)
    }
  }
  return [...records.values()].filter(({ key }) => !isUnsettled(key))
}

/** Changes to records: an entry to write, or a key to remove. */
export type Change = JournalEntry | string

/**
 * Reads all records of the journal, in the order of keys, in one transaction that no other tab's can come between.
 *
 * @param decide - Gets those of which no change is under way, and returns the changes: leases, and what is taken for good.
 * @param onDone - Called when the changes are written; at once where there is no database.
 */
export function claimRecords(
  decide: (records: readonly StoredRecord[]) => readonly Change[],
  onDone: () => void,
) {
  let isRead = false
  transact(
    (store) => {
      const request: IDBRequest<StoredRecord[]> = store.getAll()
      request.onsuccess = guard(() => {
        isRead = true
        for (const change of decide(merge(request.result, store))) {
          if (typeof change === 'string') store.delete(change)
          else store.put(change)
        }
      })
    },
    () => {
      // Without a database, what other pages could not write either is in their snapshots.
      if (!isRead) decide(merge([]))
      onDone()
    },
  )
}
