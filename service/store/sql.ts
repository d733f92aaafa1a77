/** A value that every store can bind. */
export type SqlValue = string | number | null

/** Values of a statement: by place (`?`) or by name (`@from`). */
export type SqlValues = readonly SqlValue[] | Readonly<Record<string, SqlValue>>

/** Calls of a store. Each rejects with the database's own error. */
export interface Statements {
  /** Settles with the rows of a `select`. */
  all<Row>(select: string, values?: SqlValues): Promise<Row[]>
  /** Runs a statement that writes and returns no rows. */
  run(write: string, values?: SqlValues): Promise<void>
  /** Runs a statement that writes and returns one row, once for each list of values, in order. */
  each<Row>(write: string, lists: readonly (readonly SqlValue[])[]): Promise<Row[]>
  /** Runs several statements without values, such as a schema. */
  exec(statements: string): Promise<void>
}

/**
 * A database that takes SQLite's dialect: SQLite itself, or PostgreSQL behind
 * `postgres-dialect.ts`.
 */
export interface Sql extends Statements {
  /** Which database it is, for what the shared dialect does not cover. */
  readonly kind: 'sqlite' | 'postgres'
  /**
   * Keeps all that `work` writes through its own `Statements`, or nothing when it rejects. Calls
   * from elsewhere never take part in it. Transactions run one after another, so that rows become
   * visible in the order of their ids.
   */
  transaction<Result>(work: (statements: Statements) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
