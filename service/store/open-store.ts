import { existsSync } from 'node:fs'
import { openDatabase } from './database.ts'
import { openPostgres } from './postgres.ts'
import type { Sql } from './sql.ts'
import { sqliteStore } from './sqlite.ts'
import { upgradeEvents } from './upgrade.ts'

/** Opens a store by its name: a `postgres://` address, or the path of a SQLite file. */
export const openStore = async (name: string): Promise<Sql> =>
  isPostgres(name) ? openPostgres(name) : sqliteStore(upgradeEvents(openDatabase(name)))

/** The same for a store to read. @throws Error when there is no such file: it would be empty. */
export async function openKnownStore(name: string): Promise<Sql> {
  if (!isPostgres(name) && !existsSync(name)) throw new Error(`${name}: there is no such file.`)
  return openStore(name)
}

const isPostgres = (name: string) => /^postgres(ql)?:/.test(name)
