import { existsSync } from 'node:fs'
import { nanoid } from 'nanoid'
import { openDatabase } from '../store/database.ts'
import { createGroupCommit } from './group-commit.ts'
import type { LogEntry, NewEntry } from './log-consumer.ts'
import { isAdmitted, spoolError } from './spool-admission.ts'

/** The entries of one intake that wait for delivery, in a SQLite file of their own. */
export type Spool = ReturnType<typeof openSpool>

export interface SpooledEntry extends LogEntry {
  readonly number: number
}

export interface SpoolOptions {
  /** A path or `:memory:`. */
  readonly file: string
  /** The size limit of the spool; beyond it, requests are refused. */
  readonly limitBytes?: number
  /** How long an entry is kept after its delivery. */
  readonly keepMs?: number
}

const SCHEMA = `
  create table if not exists entries (
    number integer primary key autoincrement,
    site text not null,
    action text not null,
    query text not null,
    browser text not null,
    received_at integer not null
  ) strict;
  create table if not exists notes (name text primary key, value text not null) strict;
`

const LIMIT_BYTES = 1024 ** 3

/** How often to record the reader's position. Delivering an entry twice after a crash costs less than recording every step. */
const TRIM_EVERY_MS = 1_000

/** The size of an entry without its query, in bytes. */
const ENTRY_BYTES = 100

const sizeOf = ({ query }: NewEntry): number => query.length + ENTRY_BYTES

/** Opens a spool, or creates it. Its writes survive a power failure (`synchronous = FULL`). */
export function openSpool(options: SpoolOptions) {
  const { file, limitBytes = LIMIT_BYTES, keepMs = 0 } = options
  const db = openDatabase(file)
  db.pragma('synchronous = FULL')
  db.exec(SCHEMA)
  const insert = db.prepare(
    'insert into entries (site, action, query, browser, received_at) values (?, ?, ?, ?, ?)',
  )
  const select = db.prepare('select * from entries where number > ? order by number limit ?')
  const remove = db.prepare('delete from entries where number <= ?')
  const selectNote = db.prepare('select value from notes where name = ?')
  const upsertNote = db.prepare('insert or replace into notes values (?, ?)')

  const note = (name: string) =>
    (selectNote.get(name) as { readonly value: string } | undefined)?.value ?? ''
  const setNote = (name: string, value: string) => void upsertNote.run(name, value)

  const id = note('id') || nanoid(8)
  setNote('id', id)
  let acknowledged = Number(note('acknowledged'))
  let last = Math.max(acknowledged, readLast())
  let { entries, bytes } = usageAfter(acknowledged)
  let handedOver = [{ number: acknowledged, at: Date.now() }]
  let removed = 0
  let wakeUp: (() => void) | undefined
  let fault: unknown
  const trimmer = setInterval(tryToTrim, TRIM_EVERY_MS).unref()

  const write = createGroupCommit(db, (entry: NewEntry) =>
    insert.run(entry.site, entry.action, entry.query, entry.browser, entry.receivedAt),
  )

  function readLast(): number {
    const row = db.prepare('select coalesce(max(number), 0) as last from entries').get()
    return (row as { readonly last: number }).last
  }

  function usageAfter(number: number): { entries: number; bytes: number } {
    const row = db
      .prepare(
        `select count(*) as entries, coalesce(sum(length(query) + ${ENTRY_BYTES}), 0) as bytes
         from entries where number > ?`,
      )
      .get(number)
    return row as { entries: number; bytes: number }
  }

  function wake() {
    wakeUp?.()
    wakeUp = undefined
  }

  /** Records the reader's position, and removes entries that were kept long enough. */
  function trim() {
    if (handedOver.at(-1)?.number !== acknowledged) {
      if (keepMs > 0) setNote('acknowledged', String(acknowledged))
      handedOver.push({ number: acknowledged, at: Date.now() })
    }
    const isOld = ({ at }: { readonly at: number }) => at <= Date.now() - keepMs
    const old = handedOver.filter(isOld).at(-1)
    if (!old || old.number === removed) return
    remove.run(old.number)
    removed = old.number
    handedOver = handedOver.filter((step) => !isOld(step) || step === old)
  }

  /** On a full disk, this fails too; the next attempt may succeed. */
  function tryToTrim() {
    try {
      trim()
    } catch (error) {
      console.error(`${file}: ${(error as Error).message}`)
    }
  }

  return {
    /**
     * Stores an entry, and resolves when the entry is on the disk.
     *
     * @throws RequestError 503 `busy`: the spool or the disk is full. Impressions are refused first, orders last.
     */
    async append(entry: NewEntry): Promise<void> {
      if (!isAdmitted(entry.action, bytes, limitBytes)) throw spoolError()
      bytes += sizeOf(entry)
      entries += 1
      try {
        const { lastInsertRowid } = await write(entry)
        last = Math.max(last, Number(lastInsertRowid))
        fault = undefined
      } catch (error) {
        fault = error
        bytes -= sizeOf(entry)
        entries -= 1
        throw spoolError(error)
      }
      wake()
    },
    read: (after: number, limit: number): readonly SpooledEntry[] =>
      (select.all(after, limit) as EntryRow[]).map(({ number, received_at, ...entry }) => ({
        ...entry,
        number,
        origin: `${id}.${number}`,
        receivedAt: received_at,
      })),
    last: () => last,
    /** Why the last entry could not be written; `undefined` if it could. After a fault, a small write shows whether it is over. */
    fault(): unknown {
      if (fault === undefined) return undefined
      try {
        setNote('tried', String(Date.now()))
        fault = undefined
      } catch (error) {
        fault = error
      }
      return fault
    },
    /** The number up to which all entries were delivered. Later entries may be delivered twice after a crash. */
    acknowledged: () => acknowledged,
    acknowledge(batch: readonly SpooledEntry[]) {
      for (const entry of batch) bytes -= sizeOf(entry)
      entries -= batch.length
      acknowledged = batch.at(-1)?.number ?? acknowledged
    },
    /** Goes back to the oldest entry that is still in the file, even if it is from an earlier process. */
    rewind() {
      const waiting = usageAfter(acknowledged)
      const all = usageAfter(0)
      entries += all.entries - waiting.entries
      bytes += all.bytes - waiting.bytes
      acknowledged -= all.entries - waiting.entries
      handedOver = [{ number: acknowledged, at: Date.now() }]
      setNote('acknowledged', String(acknowledged))
    },
    keepLonger() {
      handedOver = handedOver.map(({ number }) => ({ number, at: Date.now() }))
    },
    /** Resolves when there is an entry after this number, or on `wake`. */
    appended(after: number): Promise<void> {
      if (last > after) return Promise.resolve()
      return new Promise((settle) => {
        wakeUp = settle
      })
    },
    wake,
    usage: () => ({ entries, bytes, limitBytes }),
    /** Stores a text about the reader, which survives a restart of the process. */
    note,
    setNote,
    close() {
      clearInterval(trimmer)
      tryToTrim()
      db.close()
    },
  }
}

interface EntryRow extends NewEntry {
  readonly number: number
  readonly received_at: number
}

/** Deletes the entries of one user from a spool that no service uses; none if the file does not exist. */
export function forgetSpooled(file: string, uid: string) {
  if (!existsSync(file)) return
  const db = openDatabase(file)
  db.exec(SCHEMA)
  const rows = db.prepare('select number, query from entries').all() as readonly EntryRow[]
  const own = rows.filter(({ query }) => new URLSearchParams(query).get('uid') === uid)
  db.exec(`delete from entries where number in (${own.map(({ number }) => Number(number))})`)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}
