import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import Database from 'libsql'

/** An open store. Calls are synchronous. */
export type Db = Database.Database

/** Another process may be writing to the same file for a moment. */
const BUSY_TIMEOUT_MS = 5_000

/**
 * Opens the store, making the file when there is none.
 *
 * Writes are there after the process is killed: the log is handed to the system before a
 * call returns. (A power cut may lose the last writes, which is enough for a demo.)
 *
 * @param file - A path, or `:memory:` for a store that lives as long as the process.
 * @throws Error naming the file when it cannot be opened, is no SQLite file, or has no folder: a
 *   mistyped path must not become a new store in silence.
 */
export function openDatabase(file: string): Db {
  try {
    if (file !== ':memory:') requireFolder(dirname(resolve(file)))
    const db = new Database(file)
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    // 64 MB of pages, and 32 MB of log before it is merged: an import spends most of its time on both otherwise.
    db.pragma('cache_size = -65536')
    db.pragma('wal_autocheckpoint = 8000')
    return db
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
  }
}

function requireFolder(folder: string) {
  if (existsSync(folder)) return
  throw new Error(`there is no folder ${folder}; create it, or name another file.`)
}
