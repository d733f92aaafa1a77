import { existsSync, realpathSync } from 'node:fs'
import Database from 'libsql'
import { closeToOthers } from './database.ts'

/** An open database that nobody refers to would be closed by the garbage collector, and its lock released. */
const held = new Set<Database.Database>()

/** Gives up a lock. */
export type Unlock = () => void

/**
 * Reserves a database file for this process. The operating system holds the lock, on a file beside the database, and releases it
 * however the process ends. Commands that only read or delete may use the database meanwhile.
 *
 * @param file - A path; `:memory:` needs no lock.
 * @throws Error naming the file if another process has reserved it.
 */
export function lockFile(file: string): Unlock {
  if (file === ':memory:') return () => {}
  // Two names of one file must give one lock.
  const path = `${existsSync(file) ? realpathSync(file) : file}.lock`
  const lock = new Database(path)
  try {
    // Node.js has no lock of files; an exclusive transaction is one.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!/locked|busy/i.test((error as Error).message)) throw error
    throw new Error(
      `${file}: another process of the service uses it; stop that one, or name another file.`,
    )
  }
  closeToOthers(path)
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}
