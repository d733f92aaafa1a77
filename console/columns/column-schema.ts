import type { ColumnTable, Duck } from './duck.ts'

/** Increase this number when the tables change; they are then rebuilt from the events. */
const FORM = 4

/** Every event, good or bad, that was read but not settled yet. */
export const NEW_EVENTS = {
  name: 'new_events',
  columns: {
    ...{ event_id: 'integer', ts: 'integer', received_at: 'integer', action: 'text' },
    ...{ is_good: 'flag', is_agent: 'flag', site: 'text', visit: 'text', uid: 'text' },
    ...{ list: 'text' },
    ...{ request: 'text', is_empty: 'flag', reason: 'text', page: 'text', device: 'text' },
  },
} as const satisfies ColumnTable

/** One product at one step (shown, clicked, added or ordered), not settled yet. */
export const NEW_STEPS = {
  name: 'new_steps',
  columns: {
    ...{ event_id: 'integer', line: 'integer', step: 'text', pid: 'text' },
    ...{ rank: 'integer', units: 'real', micros: 'real' },
  },
} as const satisfies ColumnTable

/** Facet values that were selected or deselected, not settled yet. */
export const NEW_FACETS = {
  name: 'new_facets',
  columns: { event_id: 'integer', kind: 'text', facet: 'text', value: 'text' },
} as const satisfies ColumnTable

const NEW: readonly ColumnTable[] = [NEW_EVENTS, NEW_STEPS, NEW_FACETS]

/**
 * Tables that store each text once under a number from 1; 0 is the empty text. A list in
 * `list_names` is `typed` if a person searched for it, and `asked` if an agent did.
 */
export const DICTIONARIES = ['visit', 'uid', 'list', 'request', 'pid'] as const

/**
 * The tables that reports read: narrow, and in order of arrival. `place` numbers the products of a reply in the order in which they were
 * seen; `rank` is the position in the reply, null if the reply is unknown. A click, cart or order (`acts`) has the `list`, `place`, `rank`,
 * `owed_request` and `owed_visit` of the impression that it is attributed to; `how` gives the reason, `reply` the request id used. Money is
 * in whole millionths. The `products` of an event is the number of products that it showed.
 */
const SETTLED = `
  create table if not exists event_rows (event_id integer, ts bigint, received_at bigint,
    action varchar, is_search boolean, is_order boolean, is_good boolean,
    is_agent boolean, site varchar, visit integer, uid integer, list integer, request integer, is_empty boolean, products smallint,
    reason varchar, page varchar, device varchar);
  create table if not exists shown (event_id integer, line smallint, ts bigint, is_agent boolean, visit integer,
    uid integer, list integer, request integer, pid integer, place integer, rank integer);
  create table if not exists acts (event_id integer, line smallint, ts bigint, is_agent boolean, visit integer,
    uid integer, step varchar, pid integer, units double, micros double, request integer,
    list integer, place integer, rank integer, owed_request integer, owed_visit integer,
    reply integer, how varchar);
  create table if not exists facet_rows (event_id integer, ts bigint, is_agent boolean, visit integer, uid integer,
    list integer, kind varchar, facet varchar, value varchar);`

const SETTLED_NAMES = ['event_rows', 'shown', 'acts', 'facet_rows'] as const

/** Joins the text of a number; the number 0 gives the empty text. */
const textOf = (column: string, dictionary: string = column) => ({
  text: `coalesce(${column}_text.name, '') as ${column}`,
  join: `left join ${dictionary}_names ${column}_text on ${column}_text.id = numbers.${column}`,
})

const EVENT_TEXTS = [textOf('visit'), textOf('uid'), textOf('list'), textOf('request')]
const STEP_TEXTS = [
  ...EVENT_TEXTS,
  ...[textOf('pid'), textOf('owed_request', 'request'), textOf('owed_visit', 'visit')],
]

const textsOf = (texts: typeof EVENT_TEXTS) => texts.map(({ text }) => text).join()
const joinsOf = (texts: typeof EVENT_TEXTS) => texts.map(({ join }) => join).join(' ')

const VIEWS = `
  create or replace view events as
  select event_id, ts, received_at, action, is_good, is_agent, site, is_empty, reason, page,
    ${textsOf(EVENT_TEXTS)}
  from event_rows numbers ${joinsOf(EVENT_TEXTS)};
  create or replace view steps as
  select numbers.event_id, line, numbers.ts, is_agent, step, numbers.place, numbers.rank, units, micros,
    site, ${textsOf(STEP_TEXTS)}
  from (
    select event_id, line, ts, is_agent, 'shown' as step, place, rank, 0 as units, 0 as micros,
      visit, uid, list, request, pid, request as owed_request, visit as owed_visit from shown
    union all
    select event_id, line, ts, is_agent, step, place, rank, units, micros,
      visit, uid, list, request, pid, owed_request, owed_visit from acts
  ) numbers
  join (select event_id, site from event_rows) sites using (event_id) ${joinsOf(STEP_TEXTS)};`

const SQL_TYPES = { integer: 'bigint', real: 'double', text: 'varchar', flag: 'boolean' } as const

const createTable = ({ name, columns }: ColumnTable) =>
  `create table if not exists ${name} (${Object.entries(columns)
    .map(([column, kind]) => `${column} ${SQL_TYPES[kind]}`)
    .join()});`

const NAMES = DICTIONARIES.map((kind) => `${kind}_names`)

const ALL_NAMES = [...NEW.map(({ name }) => name), ...SETTLED_NAMES, ...NAMES]

/** Empties the tables of new rows, which are settled now. */
export const CLEAR_NEW = NEW.map(({ name }) => `delete from ${name};`).join(' ')

/** Deletes every row, but keeps the record of which events were read. */
export const CLEAR_COLUMNS = ALL_NAMES.map((name) => `delete from ${name};`).join(' ')

/** Search events of people, and of agents, which determine whether a list is typed or asked. */
export const TYPED = `action = 'search' and is_good and not is_agent`
export const ASKED = `action = 'search' and is_good and is_agent`

/** Deletes the rows of the events that match a condition on `events`, and the texts that only they used. */
export const deleteWhere = (condition: string): string => `
  create or replace temp table gone as select event_id from events where ${condition};
  ${SETTLED_NAMES.map((name) => `delete from ${name} where event_id in (select event_id from gone);`).join(' ')}
  ${(['visit', 'uid', 'list', 'request'] as const)
    .map((kind) => `delete from ${kind}_names where id not in (select ${kind} from event_rows);`)
    .join(' ')}
  update list_names set typed = id in (select list from event_rows where ${TYPED}),
    asked = id in (select list from event_rows where ${ASKED}) where typed or asked;`

/**
 * Creates the tables if they are missing, have another format or belong to another store.
 *
 * @param source - Identifies the store whose events are read.
 */
export async function createColumnTables(duck: Duck, source: string): Promise<void> {
  await duck.exec(`create table if not exists progress (
    form bigint, source varchar, drawn bigint, settled bigint, forgotten bigint)`)
  const [known] = await duck.rows<{ readonly form: number; readonly source: string }>(
    'select form, source from progress',
  )
  if (known?.form !== FORM || known.source !== source) {
    const old = await duck.rows<{ readonly name: string; readonly type: string }>(
      `select table_name as name, table_type as type from information_schema.tables
       where table_name <> 'progress'`,
    )
    for (const { name, type } of old) {
      await duck.exec(`drop ${type === 'VIEW' ? 'view' : 'table'} ${name}`)
    }
    await duck.exec(
      `delete from progress; insert into progress values (${FORM}, '${source}', 0, 0, 0)`,
    )
  }
  await duck.exec(`
    ${NEW.map(createTable).join(' ')} ${SETTLED}
    create table if not exists list_names (
      id integer, name varchar, typed boolean default false, asked boolean default false);
    ${NAMES.map((name) => `create table if not exists ${name} (id integer, name varchar);`).join(' ')}
    ${VIEWS}`)
}
