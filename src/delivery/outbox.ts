import type { EventTime } from '../brand'
import type { Clock } from '../platform/clock'
import type { Database, DatabaseDeps } from '../platform/database'
import type { Guard } from '../platform/guard'
import type { WithLock } from '../platform/locks'
import type { Soon } from '../platform/soon'
import type { Storage } from '../platform/storage'
import { type Claim, type Found, FULL, isTooMuch, surplus, untilOf } from './claim'
import { type Kept, timeIn } from './kept'
import { createOpening } from './opening'
import { createShelf } from './shelf'
import type { Store } from './store'
import { createTable } from './table'

export interface OutboxDeps {
  readonly clock: Clock
  readonly guard: Guard
  readonly storage: Storage
  readonly soon: Soon
  readonly withLock: WithLock
  readonly openDatabase: (deps: DatabaseDeps) => void
  readonly deleteDatabase: () => void
  readonly isVisible: () => boolean
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
  readonly forget: (key: string) => void
  /** Sees to it that what was kept and forgotten is so even when the page is gone at once, and the database never comes to it. */
  readonly leave: () => void
  /** Forgets it, and says why. */
  readonly giveUp: (key: string, reason: string) => void
  /** Takes what nobody is seeing to; no two tabs get the same. */
  readonly claim: (claim: () => Claim, onClaimed: OnClaimed) => void
  /** Claims nothing more; keeps and forgets as before. */
  readonly stop: () => void
  /** Throws everything away, the database with it. What was being claimed is heard of no more. */
  readonly erase: () => void
}

/** Whether it lies there only to say that it has left. */
const isLeft = (record: unknown) =>
  untilOf(record) === 0 && (record as Partial<Kept>).silentMs === 0

/**
 * The database is the outbox. Its opening can take seconds; it can be missing, full, or deleted while it is used: then the shelf is.
 * Nothing is touched before the first call.
 */
export function createOutbox(deps: OutboxDeps, { onDrop, onTaken, onReady }: OutboxEvents): Outbox {
  const { guard, soon, openDatabase, deleteDatabase, isVisible } = deps
  const shelf = createShelf(deps)
  const opening = createOpening(deps.clock)

  /** What this page keeps, to be kept again when the database fails. */
  const mine = new Map<string, Kept>()
  let characters = 0

  /** Forgotten while there was no database; one that is still being opened may hold it from a page before. */
  const early: string[] = []

  /** What the database has been told, and has not done yet. */
  const pending = new Map<string, Kept>()
  let store: Store = shelf
  let database: Database | undefined
  let table: Store | undefined

  /** Set by the first call, and anew after the database was lost or erased: what an old one says is not heard. */
  let era: object | undefined
  let erasures = 0

  let isStopped = false

  function open() {
    if (era) return
    const born = {}
    era = born
    opening.begin()
    openDatabase({
      guard,
      onOpen(opened) {
        if (era === born) use(opened)
        else opened.close()
      },
      onMissing: opening.end,
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
    if (mine.size + early.length > 0) move(opened)
    if (!opening.end() && !isStopped) onReady()
  }

  /** Has the database keep what lies on the shelf, and forget what was forgotten there. */
  function move({ transact }: Database) {
    const gone = early.splice(0)
    let moved: readonly Kept[] = []
    transact(
      (records) => {
        // What was forgotten may have been kept again since.
        for (const key of gone) records.delete(key)
        // When it is this transaction's turn: a tab before it may have claimed on the shelf, too.
        records.count().onsuccess = () => {
          moved = [...mine.values()].filter(shelf.isAsPut)
          for (const kept of moved) records.put(kept)
        }
      },
      (isDone) => {
        if (!isDone) return shelveMine()
        moved.forEach(unshelve)
      },
    )
  }

  /** The database has it; what it was told since it still has to do. */
  function unshelve(kept: Kept) {
    if (!pending.has(kept.key) && shelf.isAsPut(kept)) shelf.remove(kept.key)
  }

  /** The database has failed: what this page keeps lies on the shelf from now on. */
  function shelveMine() {
    store = shelf
    pending.clear()
    for (const kept of mine.values()) {
      // Another tab may have claimed it, and have come here first.
      if (!(untilOf(shelf.find(kept.key)) > kept.until)) shelf.put(kept)
    }
  }

  function hold(kept: Kept) {
    letGo(kept.key)
    mine.set(kept.key, kept)
    characters += kept.size
  }

  function letGo(key: string): boolean {
    characters -= mine.get(key)?.size ?? 0
    return mine.delete(key)
  }

  function keep(kept: Kept) {
    open()
    hold(kept)
    store.put(kept, pend(kept))
    if (!isTooMuch(mine.size, characters)) return
    const waiting = [...mine.values()].filter(({ until }) => until === 0)
    for (const { key } of surplus(waiting)) giveUp(key, FULL)
  }

  /**
   * Returns what to do when the database has done it. Meanwhile it lies on the shelf, too, when the page may be gone before, or when it
   * lay there: what lies there counts before what lies in the database.
   */
  function pend(kept: Kept, isShelved = shelf.isOwn(kept.key)) {
    if (store !== table) return () => {}
    pending.set(kept.key, kept)
    if (isShelved || !isVisible()) shelf.put(kept)
    return () => {
      if (pending.get(kept.key) !== kept) return
      pending.delete(kept.key)
      unshelve(kept)
    }
  }

  function leave() {
    for (const kept of pending.values()) shelf.put(kept)
  }

  function giveUp(key: string, reason: string) {
    forget(key)
    onDrop(timeIn(key), reason)
  }

  function forget(key: string) {
    const kept = mine.get(key)
    const isShelved = shelf.isOwn(key)
    letGo(key)
    shelf.remove(key)
    if (!table) early.push(key)
    // What lies on the shelf counts before what lies in the database, and what has left with its page is not sent.
    table?.remove(key, kept ? pend({ ...kept, until: 0, silentMs: 0 }, isShelved) : () => {})
  }

  function claim(claim: () => Claim, onClaimed: OnClaimed) {
    open()
    // The shelf is asked together with the database, and once is enough.
    opening.wait(() => claimNow(claim, onClaimed))
  }

  function claimNow(claim: () => Claim, onClaimed: OnClaimed) {
    const then = erasures
    const before = [...mine.keys()]
    const { isOut } = claim()

    const careful = () => ({
      ...claim(),
      isOut: (key: string, record?: unknown) => isStale(key, record) || isOut(key, record),
    })

    function settle({ claimed, hopeless, records, nextAt }: Found) {
      claimed.forEach(hold)
      for (const [key, reason] of hopeless) giveUp(key, reason)
      const taken = before.filter((key) => !records.has(key) && !isOut(key) && letGo(key))
      for (const key of taken) onTaken(timeIn(key))
      onClaimed(claimed, nextAt)
    }

    store.claim(careful, (found) => {
      if (erasures !== then) return
      if (found) return settle(found)
      shelveMine()
      shelf.claim(claim, (rest) => rest && settle(rest))
    })
  }

  /**
   * Whether what is read of it is out of date: the database has not come to what it was told since the claim began, or what lies on
   * the shelf has left and waits for a database that is being opened, which can forget it, too.
   */
  const isStale = (key: string, record: unknown) => (table ? pending.has(key) : isLeft(record))

  function stop() {
    isStopped = true
    opening.giveUp()
  }

  function erase() {
    erasures += 1
    opening.giveUp()
    for (const key of mine.keys()) onDrop(timeIn(key), 'consent denied')
    mine.clear()
    pending.clear()
    characters = 0
    for (const key of shelf.all().keys()) shelf.remove(key)
    database?.close()
    era = database = table = undefined
    store = shelf
    deleteDatabase()
  }

  return { keep, forget, leave, giveUp, claim, stop, erase }
}
