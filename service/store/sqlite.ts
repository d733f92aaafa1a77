import type { Statement } from 'libsql'
import type { Db } from './database.ts'
import type { Sql, SqlValue, SqlValues, Statements } from './sql.ts'

/** Wraps a SQLite database as a store. Closing the store closes `db`. */
export function sqliteStore(db: Db): Sql {
  const direct = statementsOf(db)
  let busy: Promise<unknown> = Promise.resolve()

  /** Queues transactions, because a connection can only have one at a time. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = busy.then(work)
    busy = turn.catch(() => undefined)
    return turn
  }

  async function inTransaction<Result>(work: (statements: Statements) => Promise<Result>) {
    db.exec('begin immediate')
    try {
      const result = await work(direct)
      db.exec('commit')
      return result
    } catch (error) {
      // A full disk has already ended the transaction.
      if (db.inTransaction) db.exec('rollback')
      throw error
    }
  }

  return {
    kind: 'sqlite',
    all: (select, values) => inTurn(() => direct.all(select, values)),
    run: (write, values) => inTurn(() => direct.run(write, values)),
    each: (write, lists) => inTurn(() => direct.each(write, lists)),
    exec: (several) => inTurn(() => direct.exec(several)),
    transaction: (work) => inTurn(() => inTransaction(work)),
    shrinkLog: () => inTurn(async () => void db.pragma('wal_checkpoint(TRUNCATE)')),
    close: () => inTurn(async () => void db.close()),
  }
}

function statementsOf(db: Db): Statements {
  const prepared = new Map<string, Statement>()

  function prepare(statement: string): Statement {
    const known = prepared.get(statement) ?? db.prepare(statement)
    prepared.set(statement, known)
    return known
  }

  return {
    async all<Row>(select: string, values: SqlValues = []) {
      return prepare(select).all(...bound(values)) as Row[]
    },
    async run(write, values = []) {
      prepare(write).run(...bound(values))
    },
    // `get`, because libsql's `all` runs an insert with `returning` twice.
    async each<Row>(write: string, lists: readonly (readonly SqlValue[])[]) {
      const statement = prepare(write)
      return lists.map((values) => statement.get(...values) as Row)
    },
    async exec(statements) {
      db.exec(statements)
    },
  }
}

/** Named values are passed as one argument, positional values as one each. */
const bound = (values: SqlValues): unknown[] => (Array.isArray(values) ? [...values] : [values])
