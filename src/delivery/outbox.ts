import type { EventTime } from '../brand'
import type { Database, DatabaseDeps } from '../platform/database'
import type { Guard } from '../platform/guard'
import type { WithLock } from '../platform/locks'
import type { Soon } from '../platform/soon'
import type { Storage } from '../platform/storage'
import { type Claim, type Found, FULL, surplus, untilOf } from './claim'
import { type Kept, timeIn } from './kept'
import { createShelf } from './shelf'
import type { Store } from './store'
import { createTable } from './table'

export interface OutboxDeps {
  readonly guard: Guard
  readonly storage: Storage
  readonly soon: Soon
  readonly withLock: WithLock
  readonly openDatabase: (deps: DatabaseDeps) => void
  readonly deleteDatabase: () => void
}

/** What the outbox says about single events. */
export interface OutboxEvents {
  readonly onDrop: (t: EventTime, reason: string) => void
  /** Another tab has seen to one of ours. */
  readonly onTaken: (t: EventTime) => void
  /** The database is open: what earlier pages left can be claimed. */
  readonly onReady: () => void
}

/** Hears what was claimed, and when the next of the others may be (Infinity when there are none). */
export type OnClaimed = (claimed: readonly Kept[], nextAt: number) => void

/** Keeps events until they have arrived, whatever becomes of the page. Shared by all tabs of the shop. */
export interface Outbox {
  /** Written before it returns, over the record of the same key if there is one. */
  readonly keep: (kept: Kept) => void
  /** Keeps it so that it is there even when the page is gone at once, and the database never comes to it. */
  readonly mark: (kept: Kept) => void
  readonly forget: (key: string) => void
  /** Forgets it, and says why. */
  readonly giveUp: (key: string, reason: string) => void
  /** Takes what nobody is seeing to; no two tabs get the same. */
  readonly claim: (claim: () => Claim, onClaimed: OnClaimed) => void
  /** Throws everything away, the database with it. What was being claimed is heard of no more. */
  readonly erase: () => void
}

/**
 * The database is the outbox. Its opening can take seconds; it can be missing, full, or deleted while it is used: then the shelf is.
 * Nothing is touched before the first call.
 */
export function createOutbox(deps: OutboxDeps, { onDrop, onTaken, onReady }: OutboxEvents): Outbox {
  const { guard, soon, withLock, openDatabase, deleteDatabase } = deps
  const shelf = createShelf(deps)

  /** What this page keeps, to be kept again when the database fails. */
  const mine = new Map<string, Kept>()
  let store: Store = shelf
  let database: Database | undefined
  let table: Store | undefined

  /** Set by the first call, and anew after the database was lost or erased: what an old one says is not heard. */
  let era: object | undefined
  let erasures = 0

  function open() {
    if (era) return
    const born = {}
    era = born
    openDatabase({
      guard,
      onOpen(opened) {
        withLock('outbox', () => {
          if (era === born) use(opened)
          else opened.close()
        })
      },
      onLost() {
        if (era !== born) return
        era = table = undefined
        shelveMine()
      },
    })
  }

  function use(opened: Database) {
    database = opened
    store = table = createTable({ database: opened, soon, shelf, onFail: shelveMine })
    const shelved = shelf.all()
    const moved = [...mine.values()].filter(
      // Not what another tab has claimed, or has seen to, meanwhile.
      ({ key, until }) => untilOf(shelved.get(key)) === until,
    )
    opened.transact(
      (records) => {
        for (const kept of moved) records.put(kept)
      },
      (isDone) => {
        if (!isDone) return shelveMine()
        for (const { key } of moved) shelf.remove(key)
      },
    )
    onReady()
  }

  /** The database has failed: what this page keeps lies on the shelf from now on. */
  function shelveMine() {
    store = shelf
    const shelved = shelf.all()
    for (const kept of mine.values()) {
      // Another tab may have claimed it, and have come here first.
      if (!(untilOf(shelved.get(kept.key)) > kept.until)) shelf.put(kept)
    }
  }

  function keep(kept: Kept) {
    open()
    mine.set(kept.key, kept)
    store.put(kept)
    const waiting = [...mine.values()].filter(({ until }) => until === 0)
    for (const { key } of surplus(waiting)) giveUp(key, FULL)
  }

  function mark(kept: Kept) {
    shelf.put(kept)
    keep(kept)
  }

  function giveUp(key: string, reason: string) {
    forget(key)
    onDrop(timeIn(key), reason)
  }

  function forget(key: string) {
    mine.delete(key)
    shelf.remove(key)
    table?.remove(key)
  }

  function claim(claim: () => Claim, onClaimed: OnClaimed) {
    open()
    const then = erasures
    const before = [...mine.keys()]

    function settle({ claimed, hopeless, records, nextAt }: Found) {
      for (const kept of claimed) mine.set(kept.key, kept)
      for (const [key, reason] of hopeless) giveUp(key, reason)
      const { isOut } = claim()
      before.filter((key) => !records.has(key) && !isOut(key)).forEach(letGo)
      onClaimed(claimed, nextAt)
    }

    store.claim(claim, (found) => {
      if (erasures !== then) return
      if (found) return settle(found)
      shelveMine()
      shelf.claim(claim, (rest) => rest && settle(rest))
    })
  }

  function letGo(key: string) {
    if (mine.delete(key)) onTaken(timeIn(key))
  }

  function erase() {
    erasures += 1
    for (const key of mine.keys()) onDrop(timeIn(key), 'consent denied')
    mine.clear()
    for (const key of shelf.all().keys()) shelf.remove(key)
    database?.close()
    era = database = table = undefined
    store = shelf
    deleteDatabase()
  }

  return { keep, mark, forget, giveUp, claim, erase }
}
