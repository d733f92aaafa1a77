import { existsSync } from 'node:fs'
import pg from 'pg'
import { openDatabase } from './database.ts'
import { DIALECT, insertOfMany, queryOf, translated } from './postgres-dialect.ts'
import type { Sql, SqlValue, SqlValues, Statements } from './sql.ts'
import { sqliteStore } from './sqlite.ts'

/** The driver returns 64-bit integers and numerics as text; here they are counts and milliseconds. */
const NUMBER_TYPES = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]

/** PostgreSQL allows 65,535 values per statement; an event has 15. */
const ROWS_AT_ONCE = 1_000

/** As in SQLite, no two transactions of any process write at the same time; reads continue. */
const WRITE_LOCK = 4_611_686_018

/**
 * Opens a store in PostgreSQL 14 or newer, in a database of its own. Connections recover by themselves after a server outage.
 *
 * @throws Error if the server does not answer or rejects the user.
 */
export async function openPostgres(url: string): Promise<Sql> {
  for (const type of NUMBER_TYPES) pg.types.setTypeParser(type, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: 5_000,
  })
  // A broken idle connection is replaced at the next query, which reports any problem.
  pool.on('error', () => undefined)
  // A connection that breaks in use fails its query; without a listener, it would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const direct = statementsOn(pool)
  await inTransaction(pool, async ({ exec }) => exec(DIALECT))

  return {
    kind: 'postgres',
    ...direct,
    exec: (statements) => inTransaction(pool, ({ exec }) => exec(statements)),
    transaction: (work) => inTransaction(pool, work),
    // PostgreSQL's log is archived and rotated by its operator.
    shrinkLog: async () => undefined,
    close: () => pool.end(),
  }
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (statements: Statements) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${WRITE_LOCK})`)
    const result = await work(statementsOn(client))
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // A broken connection cannot roll back; the server does so when it notices.
    const isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    )
    client.release(!isUsable)
    throw error
  }
}

function statementsOn(target: pg.Pool | pg.PoolClient): Statements {
  const rowsOf = async <Row>(text: string, values: readonly SqlValue[]) =>
    (await target.query(text, [...values])).rows as Row[]

  return {
    async all<Row>(select: string, values?: SqlValues) {
      const query = queryOf(select, values)
      return rowsOf<Row>(query.text, query.values)
    },
    async run(write, values) {
      const query = queryOf(write, values)
      await rowsOf(query.text, query.values)
    },
    async each<Row>(write: string, lists: readonly (readonly SqlValue[])[]) {
      const rows: Row[] = []
      for (let start = 0; start < lists.length; start += ROWS_AT_ONCE) {
        const some = lists.slice(start, start + ROWS_AT_ONCE)
        const query = insertOfMany(write, some)
        if (query) rows.push(...(await rowsOf<Row>(query.text, query.values)))
        else for (const values of some) rows.push(...(await oneByOne<Row>(write, values)))
      }
      return rows
    },
    async exec(statements) {
      await target.query(translated(statements))
    },
  }

  function oneByOne<Row>(write: string, values: readonly SqlValue[]) {
    const query = queryOf(write, values)
    return rowsOf<Row>(query.text, query.values)
  }
}

/** Opens a store by its name: a `postgres://` URL, or the path of a SQLite file. */
export const openStore = async (name: string): Promise<Sql> =>
  isPostgres(name) ? openPostgres(name) : sqliteStore(openDatabase(name))

/** Opens an existing store. @throws Error if the file does not exist, because a new store would be empty. */
export async function openKnownStore(name: string): Promise<Sql> {
  if (!isPostgres(name) && !existsSync(name)) throw new Error(`${name}: there is no such file.`)
  return openStore(name)
}

const isPostgres = (name: string) => /^postgres(ql)?:/.test(name)
