import type { Sql } from './sql.ts'
import { SUM_SCHEMA, SUM_TABLES } from './sum-schema.ts'

/** Raised when the tables change: older facts and sums are drawn again. */
const FORM = 4

/**
 * The tables of the facts, which `analytics/facts.ts` draws from the stored events.
 *
 * Money is in whole millionths, so that sums are exact; as a real number, so that no sum can
 * overflow. A shown product has the list and the place in which it was shown: `position` counts
 * the products of one reply in the order in which they were seen. A later step has those of the
 * impression that it is owed to, with `owed_request`; `how` says why, `reply` by which request id.
 */
const FACT_SCHEMA = `
  create table if not exists fact_events (
    event_id integer primary key,
    at integer not null,
    action text not null,
    is_good integer not null,
    visit text not null,
    uid text not null,
    list text not null,
    is_empty integer not null,
    reason text not null,
    page text not null
  ) strict;
  create index if not exists fact_events_at on fact_events (at);
  create index if not exists fact_events_by_visit on fact_events (visit, at);
  create index if not exists fact_events_searched on fact_events (list)
    where action = 'search' and is_good = 1;

  create table if not exists fact_products (
    id integer primary key autoincrement,
    event_id integer not null,
    at integer not null,
    visit text not null,
    uid text not null,
    step text not null,
    list text not null,
    request_id text not null,
    pid text not null,
    position integer not null,
    units integer not null,
    micros real not null,
    reply text not null default '',
    owed_request text not null default '',
    how text not null default ''
  ) strict;
  create index if not exists fact_products_at on fact_products (at);
  create index if not exists fact_products_by_visit on fact_products (visit, pid, step, at);
  create index if not exists fact_products_by_user on fact_products (uid, pid, at)
    where step = 'shown';
  create index if not exists fact_products_by_request on fact_products (request_id, pid, at)
    where step = 'shown' and request_id <> '';
  create index if not exists fact_products_later on fact_products (visit, at)
    where step <> 'shown';
  create index if not exists fact_products_replied on fact_products (reply)
    where step <> 'shown' and reply <> '';
  create index if not exists fact_products_never_shown on fact_products (uid, at)
    where how = 'never-shown';

  create table if not exists fact_facets (
    event_id integer not null,
    at integer not null,
    visit text not null,
    uid text not null,
    kind text not null,
    facet text not null,
    value text not null
  ) strict;
  create index if not exists fact_facets_at on fact_facets (at);
  create index if not exists fact_facets_by_visit on fact_facets (visit);
  create index if not exists fact_facets_event on fact_facets (event_id);

  create table if not exists fact_lists (
    visit text not null,
    list text not null,
    request_id text not null,
    seen integer not null,
    primary key (visit, list, request_id)
  ) strict;
`

const PROGRESS = `
  create table if not exists fact_progress (form integer not null, event_id integer not null) strict;
  insert into fact_progress select ${FORM}, 0 where not exists (select * from fact_progress);
`

const TABLES = ['fact_events', 'fact_products', 'fact_facets', 'fact_lists', ...SUM_TABLES]

/** Deletes all facts and sums. */
export const CLEAR_FACTS = TABLES.map((table) => `delete from ${table}`).join('; ')

/** Forgets all facts and sums and that any were drawn; the next to open the store draws them anew. */
export const DROP_FACTS = [...TABLES, 'fact_progress', 'product_facts', 'product_facts_upto']
  .map((table) => `drop table if exists ${table};`)
  .join('\n')

/** Makes the tables of the facts and their sums when they are missing or of another form. */
export async function createFactTables(store: Sql): Promise<void> {
  await store.exec(PROGRESS)
  const [row] = await store.all<{ readonly form: number }>('select form from fact_progress')
  if (row?.form !== FORM) await store.exec(`${DROP_FACTS} ${PROGRESS}`)
  await store.exec(`${FACT_SCHEMA} ${SUM_SCHEMA}`)
}
