import { createContext, Script } from 'node:vm'
import { buildSync } from 'esbuild'
import type { Life, Timeline } from './timeline.ts'

/** What the fake database is made of. */
interface FakeIndexedDb {
  readonly FDBFactory: new () => IDBFactory
  readonly FDBRequest: { readonly prototype: Target }
  readonly FDBTransaction: { readonly prototype: Target }
  readonly FDBDatabase: { readonly prototype: Target }
}

interface Target {
  dispatchEvent: (event: Event) => boolean
}

const [bundle] = buildSync({
  stdin: {
    contents: `export { default as FDBFactory } from 'fake-indexeddb/lib/FDBFactory'
export { default as FDBRequest } from 'fake-indexeddb/lib/FDBRequest'
export { default as FDBTransaction } from 'fake-indexeddb/lib/FDBTransaction'
export { default as FDBDatabase } from 'fake-indexeddb/lib/FDBDatabase'`,
    resolveDir: import.meta.dirname,
  },
  bundle: true,
  format: 'iife',
  globalName: 'fake',
  define: { 'globalThis.setImmediate': 'queueStep' },
  write: false,
}).outputFiles

const program = new Script(`${bundle?.text}; fake`)
const nothing = new Script('')

/** Who a connection, a transaction or a request belongs to. */
type Owned = {
  readonly db?: object
  readonly transaction?: object
}

/**
 * One browser's IndexedDB, by fake-indexeddb: its steps are tasks of the timeline, so that the same history runs the same way. What a page
 * is told that is gone it does not hear, and a page that is frozen hears it when it thaws.
 *
 * @param openMs - How long opening takes; `undefined` for a browser without IndexedDB.
 */
export function createDatabase(timeline: Timeline, openMs: number | undefined) {
  const queueStep = (task: () => void) => void timeline.in(0, task)
  // A context of its own, because the fake opens in promises: their jobs run at the end of each task.
  const context = createContext(
    { queueStep, structuredClone, DOMException, console },
    { microtaskMode: 'afterEvaluate' },
  )
  const { FDBFactory, FDBRequest, FDBTransaction, FDBDatabase }: FakeIndexedDb =
    program.runInContext(context)
  timeline.addPage(() => nothing.runInContext(context))
  const owners = new WeakMap<object, Life>()
  const connections = new Map<IDBDatabase, Life>()
  let deferred: { readonly life: Life; readonly task: () => void }[] = []
  const factory = new FDBFactory()

  function ownerOf(target: Owned): Life | undefined {
    const next: Owned | null | undefined = target.db ?? target.transaction
    return owners.get(target) ?? (next && ownerOf(next))
  }

  for (const { prototype } of [FDBRequest, FDBTransaction, FDBDatabase]) {
    const { dispatchEvent } = prototype
    prototype.dispatchEvent = function (this: Target & Owned, event) {
      const life = ownerOf(this)
      if (life?.isGone) return true
      if (!life?.isFrozen) return dispatchEvent.call(this, event)
      deferred.push({ life, task: () => dispatchEvent.call(this, event) })
      return true
    }
  }

  const openFor = (life: Life) => (name: string, version?: number) => {
    if (openMs === undefined) throw new Error('IndexedDB is missing')
    const request = {} as IDBOpenDBRequest
    timeline.in(
      openMs,
      () => {
        const opening = factory.open(name, version)
        owners.set(opening, life)
        const forward = (type: 'onsuccess' | 'onupgradeneeded' | 'onerror') => (event: Event) => {
          const { result } = opening
          owners.set(result, life)
          connections.set(result, life)
          Object.assign(request, { result })
          const handler: unknown = request[type]
          if (typeof handler === 'function') handler(event)
        }
        opening.onsuccess = forward('onsuccess')
        opening.onupgradeneeded = forward('onupgradeneeded')
        opening.onerror = forward('onerror')
      },
      life,
    )
    return request
  }

  return {
    /** What a page has as `indexedDB`. */
    forPage: (life: Life) => ({
      open: openFor(life),
      deleteDatabase: (name: string) => factory.deleteDatabase(name),
    }),
    /** A page is gone, or killed: its connections close. */
    close(life: Life) {
      for (const [connection, owner] of connections) if (owner === life) connection.close()
    },
    /** Hands a page what came while it was frozen. */
    thaw(life: Life) {
      const due = deferred.filter((one) => one.life === life)
      deferred = deferred.filter((one) => one.life !== life)
      for (const { task } of due) timeline.run(task)
    },
    /** Somebody deletes what the browser keeps. */
    deleteAll: () => void factory.deleteDatabase('svc-tag'),
    /** All records, as JSON. Moves the time by the little that reading takes. */
    contents(): readonly string[] {
      let found: readonly string[] = []
      const request = factory.open('svc-tag', 1)
      request.onupgradeneeded = () => request.transaction?.abort()
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
      return found
    },
  }
}
