/** A value that every database can bind. */
export type SqlValue = string | number | null

/** Values of a statement: by position (`?`) or by name (`@from`). */
export type SqlValues = readonly SqlValue[] | Readonly<Record<string, SqlValue>>

/** The calls of a store. Each rejects with the database's own error. */
export interface Statements {
  /** Resolves to the rows of a `select`. */
  all<Row>(select: string, values?: SqlValues): Promise<Row[]>
  /** Runs a write statement that returns no rows. */
  run(write: string, values?: SqlValues): Promise<void>
  /** Runs a write statement that returns one row, once for each list of values, in order. */
  each<Row>(write: string, lists: readonly (readonly SqlValue[])[]): Promise<Row[]>
  /** Runs several statements without values, such as a schema. */
  exec(statements: string): Promise<void>
}

/** A database that takes SQLite's dialect: SQLite itself, or PostgreSQL behind `postgres-dialect.ts`. */
export interface Sql extends Statements {
  /** Which database it is, for cases that the shared dialect does not cover. */
  readonly kind: 'sqlite' | 'postgres'
  /**
   * Commits everything that `work` writes through its own `Statements`, or nothing if it rejects. Other calls never join the transaction.
   * Transactions run one after another, so that rows become visible in the order of their ids.
   */
  transaction<Result>(work: (statements: Statements) => Promise<Result>): Promise<Result>
  /** Removes what was deleted from the write-ahead log too, unless a reader is using it now. */
  shrinkLog(): Promise<void>
  close(): Promise<void>
}
