import { attempt, guard } from '../../browser/guard'
import { local } from '../../browser/storage'
import { isUnsettled, keep, transact, UNSENT, unsentKeys } from '../../send/journal'
import type { JournalEntry } from '../../send/journal-entry'

/** A record as it lies there; whoever wrote it. */
export type StoredRecord = Partial<JournalEntry> & { readonly key: string }

/** Reads what pages could not keep in the database. What is no record of its key is removed. */
function readTexts(): readonly StoredRecord[] {
  return unsentKeys().flatMap((key) => {
    const record = attempt(() => JSON.parse(local.read(UNSENT + key) ?? ''))
    if (record?.key === key) return record
    local.remove(UNSENT + key)
    return []
  })
}

/** `NaN` for what is no number: an object could throw when it is made one. */
const leaseOf = ({ until }: StoredRecord) => (typeof until === 'number' ? until : Number.NaN)

/** The texts that the database gets: those of which it has no later lease. */
function newest(
  texts: readonly StoredRecord[],
  stored: readonly StoredRecord[],
): readonly StoredRecord[] {
  const untils = new Map(stored.map((record) => [record.key, leaseOf(record)]))
  return texts.filter((record) => !(Number(untils.get(record.key)) > leaseOf(record)))
}

/** Changes to records: an entry to write, or a key to remove. */
export type Change = JournalEntry | string

type Decide = (records: readonly StoredRecord[]) => readonly Change[]

const removeText = (key: string) => local.remove(UNSENT + key)

/** Makes changes to texts. What is taken is then in the memory of this page alone, until it leaves. */
function changeTexts(changes: readonly Change[]) {
  for (const change of changes) {
    if (typeof change === 'string') removeText(change)
    else {
      removeText(change.key)
      keep(change)
    }
  }
}

/**
 * Reads all records of the journal, in the order of keys, in one transaction that no other tab's can come between. Without a database it
 * reads the texts in localStorage, and so it does where the database can be read and not be written.
 *
 * @param decide - Gets those of which no change is under way, and returns the changes: leases, and what is taken for good.
 * @param onDone - Called when the changes are written; at once where there is no database.
 */
export function claimRecords(decide: Decide, onDone: () => void) {
  let texts: readonly StoredRecord[] = []
  let changes: readonly Change[] | undefined
  const decideInOrder: Decide = (records) =>
    decide(
      records
        .filter(({ key }) => !isUnsettled(key))
        .sort((one, other) => (one.key < other.key ? -1 : 1)),
    )
  transact(
    (store) => {
      const request: IDBRequest<StoredRecord[]> = store.getAll()
      request.onsuccess = guard(() => {
        texts = readTexts()
        const moved = newest(texts, request.result)
        const records = new Map([...request.result, ...moved].map((record) => [record.key, record]))
        changes = decideInOrder([...records.values()])
        try {
          for (const change of [...moved, ...changes])
            if (typeof change === 'string') store.delete(change)
            else store.put(change)
        } catch {
          store.transaction.abort()
        }
      })
    },
    (isDone) => {
      if (isDone) for (const { key } of texts) removeText(key)
      else changeTexts(changes ?? decideInOrder(readTexts()))
      onDone()
    },
  )
}
