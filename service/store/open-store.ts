import { openDatabase } from './database.ts'
import { openPostgres } from './postgres.ts'
import type { Sql } from './sql.ts'
import { sqliteStore } from './sqlite.ts'
import { upgradeEvents } from './upgrade.ts'

/** Opens a store by its name: a `postgres://` address, or the path of a SQLite file. */
export const openStore = async (name: string): Promise<Sql> =>
  /^postgres(ql)?:/.test(name) ? openPostgres(name) : sqliteStore(upgradeEvents(openDatabase(name)))
