import { existsSync } from 'node:fs'
import type * as engine from '@duckdb/node-api'
import { closeToOthers, removeColumns } from 'svc-tag-service'

type DuckDBConnection = engine.DuckDBConnection
type DuckDBInstance = engine.DuckDBInstance
type Engine = typeof engine

/** A value that a query binds or a row holds. */
export type ColumnValue = string | number | boolean | null

/** Values of a query, by name: `$from`. */
export type ColumnValues = Readonly<Record<string, string | number>>

/** An open column store. */
export interface Duck {
  /** Resolves with the rows of a query. Whole numbers beyond 2^53 lose digits. */
  rows<Row>(text: string, values?: ColumnValues): Promise<Row[]>
  /** Streams the rows of a query, for results larger than memory. */
  stream<Row>(text: string, values?: ColumnValues): AsyncIterable<Row>
  /** Runs `work` on a separate connection, which has its own temporary tables. */
  session<Result>(work: (session: DuckSession) => Promise<Result>): Promise<Result>
  /** Runs several statements at once. Their values must be numbers. */
  exec(statements: string, values?: ColumnValues): Promise<void>
  /** Appends rows to a table, in the order of its columns. */
  append(table: ColumnTable, rows: readonly (readonly ColumnValue[])[]): Promise<void>
  /** Commits everything that `work` writes, or nothing if it rejects. Transactions run one after another. */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>
  /** Waits for everything in progress, then closes the store. */
  close(): Promise<void>
}

/** One connection with its own temporary tables. */
export type DuckSession = Pick<Duck, 'rows' | 'exec'>

/** A table that can be created and appended to. */
export interface ColumnTable {
  readonly name: string
  readonly columns: Readonly<Record<string, ColumnKind>>
}

export type ColumnKind = 'integer' | 'real' | 'text' | 'flag'

const CHUNK_ROWS = 2_048

/** Limited, because reports share the machine with the intake. */
const SETTINGS = { threads: '2', memory_limit: '2GB' }

/**
 * Opens a column store; with `:memory:`, it lives as long as the process. A file that this version
 * cannot read is created again. If another process has the file open, this one works in memory.
 */
export async function openDuck(file: string): Promise<Duck> {
  // Loaded on demand, because it takes long.
  const duckdb = await import('@duckdb/node-api')
  const instance = await openInstance(duckdb, file)
  if (file !== ':memory:') closeToOthers(file)
  const [reader, writer] = [await instance.connect(), await instance.connect()]
  let last: Promise<unknown> = Promise.resolve()
  let uses = 0
  let onIdle = () => {}

  async function use<Result>(work: () => Promise<Result>): Promise<Result> {
    uses += 1
    try {
      return await work()
    } finally {
      release()
    }
  }

  function release() {
    uses -= 1
    if (uses === 0) onIdle()
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  async function transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await writer.run('begin')
    try {
      const result = await work()
      await writer.run('commit')
      return result
    } catch (error) {
      await writer.run('rollback').catch(() => undefined)
      throw error
    }
  }

  return {
    rows: <Row>(text: string, values: ColumnValues = {}) =>
      use(() => rowsOf<Row>(reader, text, values, duckdb)),
    async *stream<Row>(text: string, values: ColumnValues = {}) {
      uses += 1
      let connection: DuckDBConnection | undefined
      try {
        connection = await instance.connect()
        const query = withNumbersIn(text, values)
        const used = usedIn(query, values)
        const result = await connection.stream(query, used, typesOf(used, duckdb))
        for await (const rows of result.yieldRowObjectJs()) yield* rows.map(withNumbers) as Row[]
      } finally {
        connection?.closeSync()
        release()
      }
    },
    session: (work) =>
      use(async () => {
        const connection = await instance.connect()
        try {
          return await work({
            rows: (text, values = {}) => rowsOf(connection, text, values, duckdb),
            exec: (statements, values = {}) => exec(connection, statements, values),
          })
        } finally {
          connection.closeSync()
        }
      }),
    exec: (statements, values = {}) => exec(writer, statements, values),
    append: (table, rows) => append(duckdb, writer, table, rows),
    transaction: (work) => use(() => inTurn(() => transaction(work))),
    async close() {
      if (uses > 0)
        await new Promise<void>((resolve) => {
          onIdle = resolve
        })
      reader.closeSync()
      writer.closeSync()
      instance.closeSync()
    },
  }
}

async function openInstance({ DuckDBInstance }: Engine, file: string): Promise<DuckDBInstance> {
  try {
    return await DuckDBInstance.create(file, SETTINGS)
  } catch (error) {
    if (file === ':memory:' || !existsSync(file)) throw error
    if (/lock/i.test((error as Error).message)) return DuckDBInstance.create(':memory:', SETTINGS)
    removeColumns(file)
    return DuckDBInstance.create(file, SETTINGS)
  }
}

async function append(
  { BIGINT, BOOLEAN, DOUBLE, DuckDBDataChunk, VARCHAR }: Engine,
  connection: DuckDBConnection,
  { name, columns }: ColumnTable,
  rows: readonly (readonly ColumnValue[])[],
) {
  const kinds = Object.values(columns)
  const byKind = { integer: BIGINT, real: DOUBLE, text: VARCHAR, flag: BOOLEAN }
  const types = kinds.map((kind) => byKind[kind])
  const appender = await connection.createAppender(name)
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const part = rows.slice(start, start + CHUNK_ROWS)
    const chunk = DuckDBDataChunk.create(types)
    chunk.setColumns(
      kinds.map((kind, place) =>
        part.map((row) => {
          const value = row[place] ?? null
          return kind === 'integer' && value !== null ? BigInt(Math.trunc(Number(value))) : value
        }),
      ),
    )
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
}

async function rowsOf<Row>(
  connection: DuckDBConnection,
  text: string,
  values: ColumnValues,
  duckdb: Engine,
): Promise<Row[]> {
  const query = withNumbersIn(text, values)
  const used = usedIn(query, values)
  // A query without values takes one task of the thread pool, a query with values three.
  const hasValues = Object.keys(used).length > 0
  const result = await (hasValues
    ? connection.run(query, used, typesOf(used, duckdb))
    : connection.run(query))
  const names = result.deduplicatedColumnNames()
  return Array.from({ length: result.chunkCount }, (_, chunk) =>
    result.getChunk(chunk).convertRows(duckdb.JSDuckDBValueConverter),
  )
    .flat()
    .map((row) => Object.fromEntries(names.map((name, at) => [name, numberOf(row[at])]))) as Row[]
}

async function exec(connection: DuckDBConnection, statements: string, values: ColumnValues) {
  await connection.run(withNumbersIn(statements, values))
}

/** Writes numbers into the text, because DuckDB skips blocks of rows only for constants. */
const withNumbersIn = (text: string, values: ColumnValues): string =>
  text.replace(/\$(\w+)\b/g, (found, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? String(value) : found
  })

/** Selects the values that the query uses, because DuckDB rejects others. */
const usedIn = (text: string, values: ColumnValues): ColumnValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => new RegExp(`\\$${name}\\b`).test(text)),
  )

const typesOf = (values: ColumnValues, { VARCHAR }: Engine) =>
  Object.fromEntries(Object.keys(values).map((name) => [name, VARCHAR]))

const withNumbers = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, numberOf(value)]))

function numberOf(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  return Array.isArray(value) ? value.map(numberOf) : value
}
