import { debounced, microtask, whenIdle } from '../browser/clock'
import { attempt, guard } from '../browser/guard'
import { local } from '../browser/storage'
import { isVisible } from '../browser/visibility'
import { jsonText } from '../wire/json-text'
import type { JournalEntry, RawRecord } from './journal-entry'

/*
 * Keeps events until they are answered, in IndexedDB: the only store that survives a killed browser, and in which two tabs cannot
 * overwrite one another. Where it is missing, or not open yet when the page is left, localStorage gets one text for each event. Whoever
 * removes the text has the event. More than 150 lines: the database, the texts and the map of entries are one state.
 */

const NAME = 'svc-tag'
const STORE = 'events'

/** How the keys of the texts in localStorage begin. */
export const UNSENT = 'unsent.'

type Stored = JournalEntry | RawRecord

/** The way to the database. Shadow mode replaces it: then there is none. */
export const databases = {
  open: (): IDBOpenDBRequest | undefined => indexedDB.open(NAME, 1),
  remove: (): unknown => indexedDB.deleteDatabase(NAME),
}

/** The events of this page that are not answered yet, by key. */
export const entries = new Map<string, JournalEntry>()

/** Changes that the database has not confirmed: a record to put, or `undefined` to remove it. */
const unconfirmed = new Map<string, Stored | undefined>()

/** Whether this page has written a text. */
let hasTexts: true | undefined

/** Answered events, removed together when the browser is idle. */
const answered = new Set<string>()
const removing = debounced(removeAnswered, whenIdle)

let database: IDBDatabase | undefined
let isOpening = false
let onOpen: () => void = () => {}

/** The transaction of this task, and the keys that it changes. */
let shared: IDBObjectStore | undefined
let sharedKeys: Map<string, Stored | undefined>

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
}

function commit() {
  shared?.transaction.commit?.()
  shared = undefined
}

/**
 * Changes a record. The changes of one task share a transaction, committed at its end: they are there even if the browser is killed a
 * moment later.
 */
function change(key: string, record?: Stored) {
  unconfirmed.set(key, record)
  if (hasTexts) local.remove(UNSENT + key)
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
      microtask(commit)
    },
    (isDone) => {
      if (isDone) confirm(keys)
      // Nothing is written to it any longer: this page writes to localStorage when it is left.
      else database = undefined
    },
  )
}

function useDatabase(opened: IDBDatabase) {
  database = opened
  // Another page that deletes or upgrades the database would wait for this one for ever.
  opened.onversionchange = opened.onclose = guard(() => {
    opened.close()
    closeDatabase()
    for (const [key, entry] of entries) unconfirmed.set(key, entry)
    if (entries.size) openJournal()
  })
  for (const [key, record] of new Map<string, Stored | undefined>([...entries, ...unconfirmed]))
    change(key, record)
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
  const fail = guard(() => onOpen())
  const request = attempt(databases.open)
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
  // Left in flight. WebKit drops what the database is told to put then.
  if (entry.silentMs) writeText(entry)
}

/** Gives an event up to whatever page claims it after its lease. If it cannot be stored, this page goes on keeping it. */
export function release(entry: JournalEntry) {
  keep(entry)
  if (database || writeText(entry)) entries.delete(entry.key)
}

/** Removes the record of an event when the browser is idle. A hidden page may be ended before it ever is. */
export function removeRecord(key: string) {
  answered.add(key)
  if (isVisible()) removing.start()
  else removeAnswered()
}

/** Forgets an event that needs no more sending. */
export function forget(key: string) {
  entries.delete(key)
  removeRecord(key)
}

function removeAnswered() {
  removing.cancel()
  for (const key of answered) change(key)
  answered.clear()
}

/** Writes down what no database has. Returns `true` if it was kept. */
function writeText(record: Stored): true | undefined {
  hasTexts = true
  const isKept = local.write(UNSENT + record.key, jsonText(record))
  // From now on another page may have it.
  if (isKept) unconfirmed.delete(record.key)
  return isKept
}

/** Keeps something for a later page as a text: WebKit drops what the database is told to put while the page is left. */
export const keepText = (record: Stored) => {
  if (!writeText(record)) change(record.key, record)
}

/** The page may be gone a moment later: everything is written now. What the database has been told it does without the page. */
export function flushJournal() {
  removeAnswered()
  commit()
  if (database) return
  for (const record of unconfirmed.values()) if (record) writeText(record)
}

/** The keys of events that pages could not keep in the database. */
export const unsentKeys = (): readonly string[] =>
  local.keys().flatMap((key) => (key.startsWith(UNSENT) ? key.slice(UNSENT.length) : []))

/** Whether a change of this page to a record is still under way: what is read of it is out of date. */
export const isUnsettled = (key: string): boolean => unconfirmed.has(key) || answered.has(key)

/** Throws everything away, the database with it. */
export function eraseJournal() {
  removing.cancel()
  for (const records of [entries, unconfirmed, answered]) records.clear()
  closeDatabase()
  attempt(databases.remove)
}
