import type { Database, DatabaseDeps } from '../../../../src/platform/database.ts'
import type { Storage } from '../../../../src/platform/storage.ts'
import type { Life, Timeline } from './timeline.ts'

/** What the browser offers for keeping things. */
export interface DiskKind {
  /** How long the database takes to open; `undefined` where there is none. */
  readonly openMs: number | undefined
  /** Whether `localStorage` is blocked. */
  readonly isBlocked: boolean
}

interface Connection {
  readonly life: Life
  readonly onLost: () => void
  isClosed: boolean
}

interface Read {
  readonly find: (records: ReadonlyMap<string, unknown>) => unknown
  onsuccess: (event: { readonly target: Read }) => void
  result: unknown
}

interface Transaction {
  readonly connection: Connection
  readonly changes: ((records: Map<string, unknown>) => void)[]
  readonly reads: Read[]
  readonly onEnd: (isDone: boolean) => void
}

/** Chromium writes `localStorage` to disk seconds after the call. */
const LOCAL_STORAGE_MS = 5_000

/** One browser's database and storage, shared by its tabs. Transactions come one after the other, as in IndexedDB. */
export function createDisk(timeline: Timeline, { openMs, isBlocked }: DiskKind) {
  let records = new Map<string, unknown>()
  let texts = new Map<string, string>()
  let written = new Map<string, string>()
  let connections: Connection[] = []
  let queue: Transaction[] = []
  let isRunning = false
  let isFailing = false
  let hasFailed = false
  let storageReads = 0
  let transactions = 0

  function end(transaction: Transaction, isDone: boolean) {
    timeline.in(1, () => transaction.onEnd(isDone), transaction.connection.life)
  }

  function next() {
    const [transaction] = queue
    if (!transaction || isRunning) return
    isRunning = true
    timeline.in(1, () => {
      // Not when all was deleted, or killed, meanwhile.
      if (queue[0] === transaction) step(transaction, new Map(records))
    })
  }

  function finish(transaction: Transaction, isDone: boolean) {
    isRunning = false
    queue = queue.filter((other) => other !== transaction)
    end(transaction, isDone)
    next()
  }

  function step(transaction: Transaction, staged: Map<string, unknown>) {
    const { changes, reads, connection } = transaction
    for (const change of changes.splice(0)) change(staged)
    const read = reads.shift()
    if (isFailing || (read && connection.life.isFrozen)) return finish(transaction, false)
    if (!read) {
      records = staged
      return finish(transaction, true)
    }
    read.result = read.find(staged)
    // The page hears of it later, when it may know more than what was read.
    timeline.in(1, () => {
      if (queue[0] !== transaction) return
      // A page that is gone never comes to what it wanted to do with what it read.
      if (connection.life.isGone) return finish(transaction, false)
      timeline.run(() => read.onsuccess({ target: read }))
      step(transaction, staged)
    })
  }

  function tableOf({ changes, reads }: Transaction) {
    function request(find: Read['find']) {
      const read: Read = { find, onsuccess: () => {}, result: undefined }
      reads.push(read)
      return read
    }
    return {
      put(record: { key: string }) {
        const copy = structuredClone(record)
        changes.push((staged) => staged.set(copy.key, copy))
      },
      delete(key: string) {
        changes.push((staged) => staged.delete(key))
      },
      getKey: (key: string) => request((staged) => (staged.has(key) ? key : undefined)),
      count: () => request((staged) => staged.size),
      getAll: () =>
        request((staged) =>
          [...staged.keys()].sort().map((key) => structuredClone(staged.get(key))),
        ),
      transaction: { commit() {} },
    } as unknown as IDBObjectStore
  }

  function close(connection: Connection) {
    connection.isClosed = true
    connections = connections.filter((other) => other !== connection)
  }

  const databaseOf = (connection: Connection): Database => ({
    transact(task, onEnd = () => {}) {
      if (connection.isClosed) return onEnd(false)
      if (connection.life.isGoing) return
      transactions += 1
      const transaction = { connection, changes: [], reads: [], onEnd }
      task(tableOf(transaction))
      queue.push(transaction)
      next()
    },
    close: () => close(connection),
  })

  function deleteAll() {
    for (const transaction of queue) end(transaction, false)
    queue = []
    isRunning = false
    records = new Map()
    for (const connection of connections) {
      close(connection)
      timeline.in(1, connection.onLost, connection.life)
    }
  }

  const events = (entries: ReadonlyMap<string, string>) =>
    [...entries].filter(([key]) => key.startsWith('event.'))

  return {
    /** Whether a browser that is killed has as many events in its storage as its pages have. */
    isWritten: () => events(texts).length === events(written).length,
    /** Every event that lies anywhere, as text. */
    contents: () => [
      ...[...records.values()].map((record) => JSON.stringify(record)),
      ...events(texts).map(([, text]) => text),
    ],
    openFor:
      (life: Life) =>
      ({ onOpen, onMissing, onLost }: DatabaseDeps) => {
        if (openMs === undefined) return onMissing()
        timeline.in(
          openMs,
          () => {
            const connection = { life, onLost, isClosed: false }
            connections.push(connection)
            onOpen(databaseOf(connection))
          },
          life,
        )
      },
    deleteAll,
    /** A page is left: the database still comes to the first thing that it was told, and to nothing after it. */
    leave(life: Life) {
      const [, ...late] = queue.filter(({ connection }) => connection.life === life)
      queue = queue.filter((transaction) => !late.includes(transaction))
    },
    /** From now on every transaction fails, or none does. */
    fail(how: boolean) {
      isFailing = how
      hasFailed ||= how
    },
    hasFailed: () => hasFailed,
    /** How often a page has read from the storage, which is slower than memory and may wait for the disk. */
    storageReads: () => storageReads,
    /** How often a page has asked the database. */
    transactions: () => transactions,
    storage: {
      read(key) {
        storageReads += 1
        return isBlocked ? undefined : texts.get(key)
      },
      write(key, text) {
        if (isBlocked) return false
        texts.set(key, text)
        timeline.in(LOCAL_STORAGE_MS, () => written.set(key, text))
        return true
      },
      remove(key) {
        texts.delete(key)
        timeline.in(LOCAL_STORAGE_MS, () => written.delete(key))
      },
      keys: () => [...texts.keys()],
    } satisfies Storage,
    /** The browser is killed: of its storage remains what had reached the disk. */
    kill() {
      // What was forgotten comes back; of the database, what it had not come to.
      hasFailed ||= queue.length > 0 || [...written.keys()].some((key) => !texts.has(key))
      texts = new Map(written)
      written = new Map(texts)
      connections = []
      queue = []
      isRunning = false
    },
  }
}
