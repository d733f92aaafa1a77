import { debounced, microtask, whenIdle } from '../browser/clock'
import { attempt, guard } from '../browser/guard'
import { newId } from '../browser/ids'
import { local } from '../browser/storage'
import { jsonText } from '../wire/json-text'
import type { JournalEntry, RawRecord } from './journal-entry'

/*
 * Keeps events until they are answered, in IndexedDB: the only store that survives a killed browser, and in which two tabs cannot
 * overwrite one another. Where it cannot be had, or has not confirmed when the page is left, one snapshot in localStorage does.
 */

const NAME = 'svc-tag'
const STORE = 'events'
const SNAPSHOT = 'unsent.'

type Stored = JournalEntry | RawRecord

/** The events of this page that are not answered yet, by key. */
export const entries = new Map<string, JournalEntry>()

/** Changes that the database has not confirmed: a record to put, or `undefined` to remove it. */
const unconfirmed = new Map<string, Stored | undefined>()

/** Answered events, removed together when the browser is idle. */
const answered = new Set<string>()
const removing = debounced(removeAnswered, whenIdle)

let database: IDBDatabase | undefined
let isOpening = false
/** Without a database entries wait in memory. */
let isMissing = false
let onOpen: () => void = () => {}

/** The transaction of this task, and the keys that it changes. */
let shared: IDBObjectStore | undefined
let sharedKeys: Map<string, Stored | undefined>

const snapshotKey = SNAPSHOT + newId()
let hasSnapshot = false

/** Sets what is called when the database is open, or turns out to be missing: what earlier pages left can be claimed. */
export const onJournalOpen = (callback: () => void) => {
  onOpen = callback
}

/**
 * Runs a task on the store in one transaction, which no other tab's can come between.
 *
 * @param onEnd - Hears whether the transaction was done as a whole.
 */
export function transact(task: (store: IDBObjectStore) => void, onEnd: (isDone: boolean) => void) {
  try {
    const transaction = (database as IDBDatabase).transaction(STORE, 'readwrite')
    transaction.oncomplete = guard(() => onEnd(true))
    transaction.onabort = guard(() => onEnd(false))
    task(transaction.objectStore(STORE))
  } catch {
    // Closed a moment ago.
    onEnd(false)
  }
}

const apply = (store: IDBObjectStore, [key, record]: readonly [string, Stored | undefined]) =>
  record ? store.put(record) : store.delete(key)

function confirm(keys: ReadonlyMap<string, Stored | undefined>) {
  for (const [key, record] of keys) if (unconfirmed.get(key) === record) unconfirmed.delete(key)
  if (hasSnapshot) writeSnapshot()
}

/**
 * Changes a record. The changes of one task share a transaction, committed at its end: they are there even if the browser is killed a
 * moment later.
 */
function change(key: string, record?: Stored) {
  unconfirmed.set(key, record)
  if (!database) return openJournal()
  if (shared) {
    sharedKeys.set(key, record)
    apply(shared, [key, record])
    return
  }
  const keys = new Map([[key, record]])
  sharedKeys = keys
  transact(
    (store) => {
      apply(store, [key, record])
      shared = store
      microtask(() => {
        shared = undefined
        store.transaction.commit?.()
      })
    },
    (isDone) => {
      if (isDone) confirm(keys)
    },
  )
}

function useDatabase(opened: IDBDatabase) {
  database = opened
  // Who deletes or upgrades the database would wait for this page for ever.
  opened.onversionchange = opened.onclose = guard(() => {
    closeDatabase()
    for (const [key, entry] of entries) unconfirmed.set(key, entry)
    if (entries.size) openJournal()
  })
  for (const [key, record] of [...unconfirmed]) change(key, record)
  onOpen()
}

function closeDatabase() {
  database?.close()
  database = shared = undefined
  isOpening = false
}

/** Opens the database, and creates it if there is none. */
export function openJournal() {
  if (isOpening) return
  isOpening = true
  const fail = guard(() => {
    isMissing = true
    onOpen()
  })
  const request = attempt(() => indexedDB.open(NAME, 1))
  if (!request) return fail()
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
  request.onerror = fail
  request.onsuccess = guard(() => {
    // The journal may have been erased meanwhile.
    if (isOpening && !database) useDatabase(request.result)
    else request.result.close()
  })
}

/** Keeps an event of this page, over the record of the same key. */
export function keep(entry: JournalEntry) {
  entries.set(entry.key, entry)
  answered.delete(entry.key)
  change(entry.key, entry)
}

/** Keeps something for a part to read on a later page. */
export const keepRaw = (record: RawRecord) => change(record.key, record)

/** Gives an event up to whatever page claims it after its lease. Without a database this page goes on keeping it. */
export function release(entry: JournalEntry) {
  keep(entry)
  if (database) entries.delete(entry.key)
}

/** Removes the record of an event when the browser is idle. */
export function removeRecord(key: string) {
  answered.add(key)
  removing.start()
}

/** Forgets an event that needs no more sending. */
export function forget(key: string) {
  entries.delete(key)
  removeRecord(key)
}

function removeAnswered() {
  removing.cancel()
  for (const key of answered) {
    if (isMissing) unconfirmed.delete(key)
    else change(key)
  }
  answered.clear()
}

/** Writes down what the database has not confirmed, or removes what was written before. */
function writeSnapshot() {
  hasSnapshot = unconfirmed.size > 0
  if (!hasSnapshot) return local.remove(snapshotKey)
  const records = [...unconfirmed].map(([key, record]) => record ?? { key })
  return local.write(snapshotKey, jsonText(records))
}

/** The page may be gone a moment later: everything is written now. What the database has been told it does without the page. */
export function flushJournal() {
  removeAnswered()
  shared?.transaction.commit?.()
  shared = undefined
  if (!database || hasSnapshot) writeSnapshot()
}

/** The keys of what other pages could not keep in the database. */
export const otherSnapshots = (): readonly string[] =>
  local.keys().filter((key) => key.startsWith(SNAPSHOT) && key !== snapshotKey)

/** Whether a change of this page to a record is still under way: what is read of it is out of date. */
export const isUnsettled = (key: string): boolean => unconfirmed.has(key) || answered.has(key)

/** Throws everything away, the database with it. */
export function eraseJournal() {
  removing.cancel()
  for (const records of [entries, unconfirmed, answered]) records.clear()
  local.remove(snapshotKey)
  hasSnapshot = false
  closeDatabase()
  isMissing = false
  attempt(() => indexedDB.deleteDatabase(NAME))
}
