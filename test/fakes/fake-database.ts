import { createContext, Script } from 'node:vm'
import { buildSync } from 'esbuild'
import type { Lifecycle, Timeline } from './timeline.ts'

/** The parts of the fake database. */
interface FakeIndexedDb {
  readonly FDBFactory: new () => IDBFactory
  readonly FDBRequest: { readonly prototype: Target }
  readonly FDBTransaction: { readonly prototype: Target & Transaction }
  readonly FDBDatabase: { readonly prototype: Target }
}

interface Target {
  dispatchEvent: (event: Event) => boolean
}

/** The internals of a transaction in fake-indexeddb. */
interface Transaction {
  readonly mode: IDBTransactionMode
  readonly db: { readonly _rawDatabase: RawDatabase }
  readonly _state: string
  _started: boolean
  _start: () => void
  readonly _abort: (errorName: string) => void
}

interface RawDatabase {
  readonly transactions: readonly Transaction[]
  readonly processTransactions: () => void
}

/** Classes that run in a context of their own for each fake page, in which `setImmediate` is a step of the timeline. */
const CLASSES = ['FDBDatabase', 'FDBFactory', 'FDBRequest', 'FDBTransaction']
  .map((name) => `export { default as ${name} } from 'fake-indexeddb/lib/${name}'`)
  .join('\n')

const [bundle] = buildSync({
  stdin: { contents: CLASSES, resolveDir: import.meta.dirname },
  bundle: true,
  format: 'iife',
  globalName: 'fake',
  define: { 'globalThis.setImmediate': 'queueStep' },
  write: false,
}).outputFiles

const program = new Script(`${bundle?.text}; fake`)
const nothing = new Script('')

/** The owner of a connection, a transaction or a request. */
type Owned = {
  readonly db?: object
  readonly transaction?: object
  readonly onsuccess?: unknown
}

type OpenEvent = 'onsuccess' | 'onupgradeneeded' | 'onerror'

/** The page's side of an open request. */
type PageRequest = { result?: IDBDatabase } & { [Type in OpenEvent]?: (event: Event) => void }

/** More steps than any read takes. */
const READ_STEPS = 1_000

/**
 * One browser's IndexedDB, based on fake-indexeddb. Its steps are tasks of the timeline, so that
 * the same sequence always runs the same way. A page that is gone gets no events. A frozen page
 * gets its events when it thaws; as in Safari, a transaction in which it was reading is aborted.
 *
 * @param openMs - How long opening takes; `undefined` for a browser without IndexedDB.
 * @param stepMs - How long each step takes.
 */
export function createDatabase(timeline: Timeline, openMs: number | undefined, stepMs = 0) {
  const queueStep = (task: () => void) => void timeline.in(stepMs, task)
  // A separate context, because the fake uses promises when it opens; their jobs run at the end of each task.
  const context = createContext(
    { queueStep, structuredClone, DOMException, console },
    { microtaskMode: 'afterEvaluate' },
  )
  const { FDBFactory, FDBRequest, FDBTransaction, FDBDatabase }: FakeIndexedDb =
    program.runInContext(context)
  timeline.addPage(() => nothing.runInContext(context))
  const owners = new WeakMap<object, Lifecycle>()
  const connections = new Map<IDBDatabase, Lifecycle>()
  let isFailing = false
  let deferred: { readonly lifecycle: Lifecycle; readonly task: () => void }[] = []
  const factory = new FDBFactory()

  function ownerOf(target: Owned): Lifecycle | undefined {
    const next: Owned | null | undefined = target.db ?? target.transaction
    return owners.get(target) ?? (next && ownerOf(next))
  }

  /** Withholds an event from a page that is gone or frozen. */
  function withhold(
    target: Target & Owned,
    type: string,
    lifecycle: Lifecycle,
    deliver: () => void,
  ) {
    // Transactions of other pages wait for the end of this one.
    if (/complete|abort/.test(type))
      (target as unknown as Transaction).db._rawDatabase.processTransactions()
    if (lifecycle.isGone) return
    const isRead = type === 'success' && target.onsuccess
    if (isRead) (target.transaction as Transaction)._abort('AbortError')
    else deferred.push({ lifecycle, task: deliver })
  }

  for (const { prototype } of [FDBRequest, FDBTransaction, FDBDatabase]) {
    const { dispatchEvent } = prototype
    prototype.dispatchEvent = function (this: Target & Owned, event) {
      const lifecycle = ownerOf(this)
      // The end of an upgrade is for the browser, which then opens.
      const isUpgrade = Reflect.get(this, 'mode') === 'versionchange'
      if (isUpgrade || (!lifecycle?.isGone && !lifecycle?.isFrozen))
        return dispatchEvent.call(this, event)
      withhold(this, event.type, lifecycle, () => dispatchEvent.call(this, event))
      return true
    }
  }

  const { _start } = FDBTransaction.prototype
  FDBTransaction.prototype._start = function (this: Transaction) {
    if (!isFailing || this.mode !== 'readwrite' || this._state === 'finished')
      return _start.call(this)
    this._started = true
    this._abort('UnknownError')
  }

  /** Ends an open request whose page is gone. */
  function abandon(type: OpenEvent, { result, transaction }: IDBOpenDBRequest) {
    if (type === 'onsuccess') result.close()
    else transaction?.abort()
  }

  /** Defers an event until a frozen page is resumed. */
  function defer(lifecycle: Lifecycle, task: () => void, { readyState, result }: IDBOpenDBRequest) {
    if (readyState === 'done' && result) connections.set(result, lifecycle)
    deferred.push({ lifecycle, task })
  }

  /** Passes an event of an open request on to the page's own request. */
  function forward(
    type: OpenEvent,
    opening: IDBOpenDBRequest,
    request: PageRequest,
    lifecycle: Lifecycle,
  ) {
    return (event: Event) => {
      if (lifecycle.isGone) return abandon(type, opening)
      // Even a frozen page creates its object store; otherwise the upgrade would end without one.
      if (lifecycle.isFrozen && type !== 'onupgradeneeded') {
        return defer(lifecycle, () => forward(type, opening, request, lifecycle)(event), opening)
      }
      if (type !== 'onerror') {
        request.result = opening.result
        owners.set(opening.result, lifecycle)
        connections.set(opening.result, lifecycle)
      }
      request[type]?.(event)
    }
  }

  const unfinished = () =>
    new Set(
      [...connections.keys()]
        .flatMap(
          (connection) => (connection as unknown as Transaction['db'])._rawDatabase.transactions,
        )
        .filter(({ _state }) => _state !== 'finished'),
    )

  const openFor = (lifecycle: Lifecycle) => (name: string, version?: number) => {
    if (openMs === undefined) throw new Error('IndexedDB is missing')
    const request: PageRequest = {}
    timeline.in(
      openMs,
      () => {
        const opening = factory.open(name, version)
        for (const type of ['onsuccess', 'onupgradeneeded', 'onerror'] as const)
          opening[type] = forward(type, opening, request, lifecycle)
      },
      lifecycle,
    )
    return request
  }

  return {
    /** A page's `indexedDB`. */
    forPage: (lifecycle: Lifecycle) => ({
      open: openFor(lifecycle),
      deleteDatabase: (name: string) => factory.deleteDatabase(name),
    }),
    /** A page is closed or killed: its connections close. */
    close(lifecycle: Lifecycle) {
      for (const [connection, owner] of connections) if (owner === lifecycle) connection.close()
    },
    /** Delivers the events that arrived while a page was frozen. */
    thaw(lifecycle: Lifecycle) {
      const due = deferred.filter((one) => one.lifecycle === lifecycle)
      deferred = deferred.filter((one) => one.lifecycle !== lifecycle)
      for (const { task } of due) timeline.run(task)
    },
    /** Sets whether all transactions of a page fail from now on, because the disk is full. */
    fail(is: boolean) {
      isFailing = is
    },
    /** Whether everything that pages have requested is done. */
    isDone: (): boolean => unfinished().size === 0,
    /** Drops the unfinished writes of a page that is gone. */
    dropWrites(lifecycle: Lifecycle) {
      for (const transaction of unfinished())
        if (transaction.mode === 'readwrite' && ownerOf(transaction) === lifecycle)
          transaction._abort('AbortError')
    },
    /** The browser is killed together with its pages. Returns whether anything was lost that a page had requested. */
    kill(): boolean {
      const lost = unfinished()
      for (const transaction of lost) transaction._abort('AbortError')
      connections.clear()
      return lost.size > 0
    },
    /** Deletes everything that the browser has stored. */
    deleteAll: () => void factory.deleteDatabase('svc-tag'),
    /** All records, as JSON. Advances the time by the little that reading takes. */
    contents(): readonly string[] {
      let found: readonly string[] | undefined
      const request = factory.open('svc-tag', 1)
      request.onupgradeneeded = () => request.transaction?.abort()
      request.onerror = () => {
        found = []
      }
      request.onsuccess = () => {
        const { result } = request
        const all = result.transaction('events').objectStore('events').getAll()
        all.onsuccess = () => {
          found = all.result.map((record) => JSON.stringify(record))
          result.close()
        }
      }
      timeline.run(() => {})
      timeline.advance(5)
      for (let step = 0; !found && step < READ_STEPS; step += 1)
        timeline.advance(Math.max(stepMs, 1))
      if (!found) throw new Error('the database does not answer')
      return found
    },
  }
}
