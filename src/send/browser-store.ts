import { type Cancel, debounced, microtask, schedule, whenIdle } from '../browser/clock'
import { isGateOpen } from '../browser/consent-gate'
import { attempt, guard } from '../browser/guard'
import { hooks } from '../browser/hooks'
import { isVisible } from '../browser/page-life'
import { LONGEST_WAIT_MS } from '../browser/tabs'
import type { Change, EventStore } from './platform'
import { entries } from './queue'
import { byWorth, type QueueEntry, type StoredRecord } from './queue-entry'
import { readSent, readTexts, removeSent, removeText, writeSent, writeText } from './stored-texts'

/*
 * Stores the queue in IndexedDB, the only store that survives a killed browser and in which two tabs cannot overwrite one another. If it is
 * missing, or not open yet when the page is left, localStorage takes its place. More than 150 lines because the database, its unconfirmed
 * changes and the pending removals are one state.
 */

const NAME = 'svc-tag'
const STORE = 'events'

/** Changes that the database has not confirmed: a record to put, or `undefined` to remove it. */
const unconfirmed = new Map<string, QueueEntry | undefined>()

/** Whether this page has written an item to localStorage. */
let hasTexts: true | undefined

/** Answered events, removed together when the browser is idle. */
const answered = new Set<string>()
const removing = debounced(removeAnswered, whenIdle)

let database: IDBDatabase | undefined
let isOpening = false
/** Whether the database is open, or is known to be missing. */
let isReady = false
let onOpen: () => void = () => {}

/** The transaction of this task, and the keys that it changes. */
let shared: IDBObjectStore | undefined
let sharedKeys: Map<string, QueueEntry | undefined>

/** Runs a task on the store in one transaction. @param onEnd - Called with whether the transaction completed. */
function transact(task: (store: IDBObjectStore) => void, onEnd: (isDone: boolean) => void) {
  try {
    const transaction = (database as IDBDatabase).transaction(STORE, 'readwrite')
    transaction.oncomplete = guard(() => onEnd(true))
    transaction.onabort = guard(() => onEnd(false))
    task(transaction.objectStore(STORE))
  } catch {
    // The database has just been closed.
    onEnd(false)
  }
}

const apply = (store: IDBObjectStore, key: string, record?: QueueEntry) =>
  record ? store.put(record) : store.delete(key)

function commit() {
  shared?.transaction.commit?.()
  shared = undefined
}

/**
 * Changes a record. The changes of one task share a transaction, which is committed at the end of
 * the task, so that they survive even if the browser is killed a moment later.
 */
function change(key: string, record?: QueueEntry) {
  unconfirmed.set(key, record)
  if (hasTexts) removeText(key)
  if (!database) return void openStore()
  if (shared) {
    sharedKeys.set(key, record)
    apply(shared, key, record)
    return
  }
  const keys = new Map([[key, record]])
  sharedKeys = keys
  transact(
    (store) => {
      apply(store, key, record)
      shared = store
      microtask(commit)
    },
    (isDone) => {
      // The page stops using the database, and writes to localStorage when it is left.
      if (!isDone) database = undefined
      else
        for (const [one, written] of keys)
          if (unconfirmed.get(one) === written) unconfirmed.delete(one)
    },
  )
}

function useDatabase(opened: IDBDatabase) {
  database = opened
  // Without closing it here, another page that deletes or upgrades the database would wait forever.
  opened.onversionchange = opened.onclose = guard(() => {
    opened.close()
    closeStore()
    for (const [key, entry] of entries) unconfirmed.set(key, entry)
    if (entries.size) openStore()
  })
  for (const [key, record] of new Map<string, QueueEntry | undefined>([...entries, ...unconfirmed]))
    change(key, record)
  ready()
}

function ready() {
  isReady = true
  onOpen()
}

/** Closes the database. What it has not confirmed is written when it is opened again. */
export function closeStore() {
  database?.close()
  database = shared = undefined
  isOpening = isReady = false
}

/** Registers a callback for when the database is open or turns out to be missing. Events from earlier pages can then be claimed. */
export const onStoreOpen = (callback: () => void) => {
  onOpen = callback
}

/**
 * Opens the database with consent, creating it if necessary. If that takes more than three seconds, the stored items take its place until it
 * is open.
 *
 * @returns Whether it is already open or known to be missing.
 */
export function openStore(): boolean {
  if (!isGateOpen()) return false
  if (isOpening) return isReady
  isOpening = true
  const request = hooks.hasNoDatabase ? undefined : attempt(() => indexedDB.open(NAME, 1))
  if (!request) {
    ready()
    return true
  }
  const cancel = schedule(() => {
    if (isOpening && !isReady) ready()
  }, LONGEST_WAIT_MS)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
  request.onerror = guard(() => {
    cancel()
    ready()
  })
  request.onsuccess = guard(() => {
    cancel()
    // The queue may have been erased in the meantime.
    if (isOpening && !database) useDatabase(request.result)
    else request.result.close()
  })
  return false
}

/** Writes an event to localStorage. Returns `true` if it was stored, so that another page may claim it. */
function putText(entry: QueueEntry): boolean {
  hasTexts = true
  const isKept = writeText(entry) ?? false
  if (isKept) unconfirmed.delete(entry.key)
  return isKept
}

function removeAnswered() {
  removing.cancel()
  for (const key of answered) change(key)
  answered.clear()
}

/** Whether this page has a pending change to a record; what is read for the record is then outdated. */
const isUnsettled = (key: string): boolean => unconfirmed.has(key) || answered.has(key)

/** `NaN` if it is not a number, because converting an object to a number could throw. */
const leaseOf = ({ until }: StoredRecord) => (typeof until === 'number' ? until : Number.NaN)

/** Applies changes to the stored items. A claimed item is then only in this page's memory until the page leaves. */
function changeTexts(changes: readonly Change[]) {
  for (const one of changes) {
    removeText(typeof one === 'string' ? one : one.key)
    if (typeof one !== 'string') change(one.key, one)
  }
}

/** The items to write to the database: those for which the database has no later lease. */
const newerTexts = (texts: readonly StoredRecord[], records: ReadonlyMap<string, StoredRecord>) =>
  texts.filter((text) => {
    const record = records.get(text.key)
    return !(record && leaseOf(record) > leaseOf(text))
  })

function makeChanges(
  store: IDBObjectStore,
  changes: readonly (StoredRecord | string)[],
  onProgress: () => void,
) {
  try {
    for (const one of changes) {
      const request = typeof one === 'string' ? store.delete(one) : store.put(one)
      request.onsuccess = onProgress
    }
  } catch {
    store.transaction.abort()
  }
}

/**
 * Reads the database and the stored items in one transaction. Only the stored items are used if
 * there is no database, if it can be read but not written, or if it has not answered within three seconds.
 */
const claim: EventStore['claim'] = (decide, onDone) => {
  const sent = readSent()
  const gone = [...sent.values()].flat()
  let changes: readonly Change[] | undefined
  let texts: readonly StoredRecord[] = []
  /** Whether the database did not answer in time, and the stored items were used instead. */
  let isWithout = false
  let isOver = false
  let cancel: Cancel = () => {}
  const isOpen = ({ key }: StoredRecord) => !isUnsettled(key) && !gone.includes(key)
  const decideOpen = (records: readonly StoredRecord[]) =>
    decide(records.filter(isOpen).sort(byWorth))

  /** Passes on what this page now owns. The leases may not be stored yet. */
  function finish() {
    if (isOver) return
    isOver = true
    cancel()
    onDone((changes ?? []).filter((one) => typeof one !== 'string'))
  }

  /** What the database has not taken is changed in the stored items. */
  function useTexts() {
    changes ??= decideOpen(readTexts())
    changeTexts([...gone, ...changes])
    for (const name of sent.keys()) removeSent(name)
    finish()
  }

  function end(isDone: boolean) {
    // The database answers after all, and may hold more.
    if (isWithout) return onOpen()
    if (!isDone) return useTexts()
    for (const { key } of texts) removeText(key)
    for (const name of sent.keys()) removeSent(name)
    finish()
  }

  /** Waits for the next step of the database. */
  function wait() {
    cancel()
    if (isOver) return
    cancel = schedule(() => {
      isWithout = changes === undefined
      if (isWithout) useTexts()
      else finish()
    }, LONGEST_WAIT_MS)
  }

  wait()
  transact((store) => {
    const request: IDBRequest<StoredRecord[]> = store.getAll()
    request.onsuccess = guard(() => {
      if (isWithout) return
      const records = new Map(request.result.map((record) => [record.key, record]))
      texts = readTexts()
      const moved = newerTexts(texts, records)
      for (const text of moved) records.set(text.key, text)
      changes = decideOpen([...records.values()])
      wait()
      makeChanges(store, [...moved, ...gone, ...changes], guard(wait))
    })
  }, end)
}

function put(entry: QueueEntry) {
  answered.delete(entry.key)
  change(entry.key, entry)
  // The event was still in flight when the page was left, and WebKit drops database writes made at that moment.
  if (entry.silentMs) putText(entry)
}

/** The queue in this browser. */
export const browserStore: EventStore = {
  put,
  handOver(entry) {
    put(entry)
    return database !== undefined || putText(entry)
  },
  // Not when idle: a hidden page may be terminated before it is ever idle.
  remove(key) {
    answered.add(key)
    if (isVisible()) removing.start()
    else removeAnswered()
  },
  claim,
  erase() {
    removing.cancel()
    unconfirmed.clear()
    answered.clear()
    closeStore()
    if (!hooks.hasNoDatabase) attempt(() => indexedDB.deleteDatabase(NAME))
  },
}

/** Writes everything now, because the page may be unloaded. The database completes pending requests without the page. */
export function leaveStore() {
  removeAnswered()
  commit()
  const changes = [...unconfirmed]
  writeSent(changes.flatMap(([key, record]) => (record ? [] : key)))
  // WebKit drops database writes made while a page is being left.
  for (const [, record] of changes) if (record) putText(record)
}
