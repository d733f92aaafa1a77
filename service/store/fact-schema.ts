/**
 * The tables of the facts, which `analytics/facts.ts` draws from the stored events.
 *
 * Money is in whole millionths, so that sums are exact; as a real number, so that no sum can
 * overflow. `position` counts the products of one reply in the order in which they were seen.
 */
export const FACT_SCHEMA = `
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
    micros real not null
  ) strict;
  create index if not exists fact_products_at on fact_products (at);
  create index if not exists fact_products_by_visit on fact_products (visit, pid, at)
    where step = 'shown';
  create index if not exists fact_products_by_user on fact_products (uid, pid, at)
    where step = 'shown';
  create index if not exists fact_products_by_request on fact_products (request_id, pid, at)
    where step = 'shown' and request_id <> '';
  create index if not exists fact_products_requested on fact_products (visit, pid, at)
    where step <> 'shown' and request_id <> '';

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

  create table if not exists fact_lists (
    visit text not null,
    list text not null,
    request_id text not null,
    seen integer not null,
    primary key (visit, list, request_id)
  ) strict;
`
