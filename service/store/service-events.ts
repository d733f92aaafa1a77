import { createEventStore, type EventStore } from './event-table.ts'
import { pageRecorder } from './sequence-loss.ts'
import type { Sql } from './sql.ts'
import { HOUR_MS } from './time-spans.ts'

/**
 * Tables that earlier versions counted reports in. They have user ids, which `delete --uid` does not
 * reach any more.
 */
const DROP_OLD_SUMS = [
  ...['events', 'products', 'facets', 'lists', 'chosen', 'progress'].map((name) => `fact_${name}`),
  ...[
    'events',
    'steps',
    'lists',
    'products',
    'positions',
    'texts',
    'bad',
    'facets',
    'chosen',
    'seen',
  ].map((name) => `sum_${name}`),
  ...['product_facts', 'product_facts_upto'],
]
  .map((table) => `drop table if exists ${table};`)
  .join(' ')

/** Opens the events of a store with all that the service derives from them as they arrive. */
export async function createServiceEvents(store: Sql): Promise<EventStore> {
  const events = await createEventStore(store, [pageRecorder])
  await createPageSums(store)
  await store.exec(DROP_OLD_SUMS)
  return events
}

/** Added up for all pages that were opened in the same hour. */
const FIGURES = ['received', 'late_seconds', 'late_hours', 'late_days', 'repeated']

const COLUMNS = ['hour', 'browser', 'version', 'pages', ...FIGURES, 'missing']

/** Numbers below the highest of a page that have not arrived. */
const missingOf = (row: string): string => `max(${row}highest - ${row}received, 0)`

const UPSERT = `on conflict do update set ${['pages', ...FIGURES, 'missing']
  .map((column) => `${column} = ${column} + excluded.${column}`)
  .join(', ')};`

/** Adds the row of a page, `new` or `old`, or takes it away. */
const addPage = (row: 'new' | 'old', sign: 1 | -1) => `
  insert into page_sums (${COLUMNS}) values (
    ${row}.started_at / ${HOUR_MS} * ${HOUR_MS}, ${row}.browser, ${row}.version, ${sign},
    ${FIGURES.map((column) => `${sign} * ${row}.${column}`)}, ${sign} * ${missingOf(`${row}.`)}
  ) ${UPSERT}`

const takeOld = `${addPage('old', -1)} delete from page_sums where pages = 0;`

const SCHEMA = `
  create table if not exists page_sums (
    hour integer not null,
    browser text not null,
    version text not null,
    ${['pages', ...FIGURES, 'missing'].map((column) => `${column} integer not null,`).join(' ')}
    primary key (hour, browser, version)
  ) strict, without rowid;
  create index if not exists page_sums_gone on page_sums (pages) where pages = 0;
  create trigger if not exists page_added after insert on page_instances begin
    ${addPage('new', 1)}
  end;
  create trigger if not exists page_changed after update on page_instances begin
    ${addPage('old', -1)} ${addPage('new', 1)} delete from page_sums where pages = 0;
  end;
  create trigger if not exists page_forgotten after delete on page_instances begin
    ${takeOld}
  end;
`

/** For a store whose pages were counted before there were sums. */
const FILL = `
  insert into page_sums (${COLUMNS})
  select started_at / ${HOUR_MS} * ${HOUR_MS}, browser, version, count(*),
    ${FIGURES.map((column) => `sum(${column})`)}, sum(${missingOf('')})
  from page_instances group by 1, 2, 3`

/** Keeps the sums of the pages by hour, browser and version from now on. Only SQLite has them. */
export async function createPageSums(store: Sql): Promise<void> {
  if (store.kind !== 'sqlite') return
  await store.transaction(async (statements) => {
    const known = await statements.all("select name from sqlite_schema where name = 'page_sums'")
    await statements.exec(SCHEMA)
    if (known.length === 0) await statements.exec(FILL)
  })
}
