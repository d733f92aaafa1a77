import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import Database from 'libsql'

/** An open store, with synchronous calls. */
export type Db = Database.Database

const BUSY_TIMEOUT_MS = 5_000

/** Only the user who runs the service may read what people did in a shop. */
const OWNER_ONLY = 0o600

/**
 * Opens the store and creates the file if necessary, readable for its owner only.
 *
 * Writes survive a killed process, because the log reaches the operating system before a call returns. (A power
 * cut may lose the last writes, which is acceptable for a demo.)
 *
 * @param file - A path, or `:memory:` for a store that lives as long as the process.
 * @throws Error naming the file if it cannot be opened, is not a SQLite file, or its folder is missing: a mistyped
 *   path must not silently create a new store.
 */
export function openDatabase(file: string): Db {
  try {
    if (file !== ':memory:') createFile(file)
    const db = new Database(file)
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    // Overwrites what is deleted; otherwise, the file would keep what a person asked to have forgotten.
    db.pragma('secure_delete = ON')
    // 64 MB of cached pages, and 32 MB of log between checkpoints; with less, an import spends most of its time on both.
    db.pragma('cache_size = -65536')
    db.pragma('wal_autocheckpoint = 8000')
    if (file !== ':memory:') closeToOthers(file)
    return db
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
  }
}

/** SQLite gives the files beside a database the mode of the database. */
function createFile(file: string) {
  requireFolder(dirname(resolve(file)))
  if (!existsSync(file)) closeSync(openSync(file, 'a', OWNER_ONLY))
}

/** Also closes a file of an older version. Called once the file is known to be a database. */
export function closeToOthers(file: string) {
  for (const part of [file, `${file}-wal`, `${file}-shm`, `${file}.wal`])
    if (existsSync(part)) chmodSync(part, OWNER_ONLY)
}

function requireFolder(folder: string) {
  if (existsSync(folder)) return
  throw new Error(`there is no folder ${folder}; create it, or name another file.`)
}
