import type { ColumnTable, Duck } from './duck.ts'

/** Raised when the tables change: they are drawn again from the events. */
const FORM = 1

/** Every event, good or bad. */
export const EVENTS = {
  name: 'events',
  columns: {
    ...{ event_id: 'integer', ts: 'integer', received_at: 'integer', action: 'text' },
    ...{ is_good: 'flag', site: 'text', visit: 'text', uid: 'text', list: 'text' },
    ...{ request: 'text', is_empty: 'flag', reason: 'text', page: 'text' },
  },
} as const satisfies ColumnTable

/**
 * One product at one step: shown, clicked, added, ordered.
 *
 * A shown product has its own list and request. `place` counts the products of one reply in the
 * order in which they were seen; `rank` is the place in the reply, null when the reply is unknown. A
 * later step has `list`, `place`, `rank`, `owed_request` and `owed_visit` of the impression that it
 * is attributed to; `how` says why, `reply` by which request id. Money is in whole millionths.
 */
export const STEPS = {
  name: 'steps',
  columns: {
    ...{ event_id: 'integer', line: 'integer', ts: 'integer', site: 'text', visit: 'text' },
    ...{ uid: 'text', step: 'text', list: 'text', request: 'text', pid: 'text' },
    ...{ place: 'integer', rank: 'integer', units: 'real', micros: 'real' },
    ...{ reply: 'text', owed_request: 'text', owed_visit: 'text', how: 'text' },
  },
} as const satisfies ColumnTable

/** Facet values that were chosen or dropped. */
export const FACETS = {
  name: 'facets',
  columns: {
    ...{ event_id: 'integer', ts: 'integer', visit: 'text', uid: 'text', list: 'text' },
    ...{ kind: 'text', facet: 'text', value: 'text' },
  },
} as const satisfies ColumnTable

const TABLES: readonly ColumnTable[] = [EVENTS, STEPS, FACETS]

const SQL_TYPES = { integer: 'bigint', real: 'double', text: 'varchar', flag: 'boolean' } as const

const createTable = ({ name, columns }: ColumnTable) =>
  `create table if not exists ${name} (${Object.entries(columns)
    .map(([column, kind]) => `${column} ${SQL_TYPES[kind]}`)
    .join()});`

/** Deletes every row; how far the events were drawn stays known. */
export const CLEAR_COLUMNS = TABLES.map(({ name }) => `delete from ${name};`).join(' ')

/** Deletes the rows of the events that a condition on `events` picks. */
export const deleteWhere = (condition: string): string => `
  create or replace temp table gone as select event_id from events where ${condition};
  ${TABLES.map(({ name }) => `delete from ${name} where event_id in (select event_id from gone);`).join(' ')}`

/**
 * Makes the tables when they are missing, of another form or of another store.
 *
 * @param source - Names the store whose events are drawn.
 */
export async function createColumnTables(duck: Duck, source: string): Promise<void> {
  await duck.exec(`create table if not exists progress (
    form bigint, source varchar, drawn bigint, settled bigint, forgotten bigint)`)
  const [known] = await duck.rows<{ readonly form: number; readonly source: string }>(
    'select form, source from progress',
  )
  if (known?.form !== FORM || known.source !== source) {
    await duck.exec(`
      ${TABLES.map(({ name }) => `drop table if exists ${name};`).join(' ')}
      delete from progress; insert into progress values (${FORM}, '${source}', 0, 0, 0);`)
  }
  await duck.exec(TABLES.map(createTable).join(' '))
}
