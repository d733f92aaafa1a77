import type { Statements } from './sql.ts'
import { HOUR_MS, type Sum, sums, WIDTHS } from './sum-schema.ts'

/**
 * The facts that are about to be added to the sums, or subtracted. A step whose list is decided
 * again is changed and not new: it is in the sums already, in the visits as well.
 */
const CHANGED = `
  create temp table if not exists changed_events (id integer primary key);
  create temp table if not exists changed_products (
    id integer primary key, is_new integer not null
  );
  create temp table if not exists changed_visits (visit text primary key);
  create temp table if not exists changed_seen (
    kind text not null, name text not null, hour integer not null, facts integer not null,
    primary key (kind, name, hour)
  ) strict, without rowid;
  create temp table if not exists changed_names (
    kind text not null, name text not null, primary key (kind, name)
  ) strict, without rowid;
  delete from changed_events;
  delete from changed_products;
  delete from changed_visits;
`

/** Begins a change: no fact is changed yet. Runs in the transaction of the change. */
export const beginChange = (statements: Statements): Promise<void> => statements.exec(CHANGED)

/** 1 adds, -1 subtracts. */
type Sign = 1 | -1

const widths = WIDTHS.map((width) => `(${width})`).join()

/** Counts facts by hour first, and hours by day and week. */
function addText({ name, facts, only, keys, figures }: Sum, which: string, sign: Sign) {
  const columns = ['facts', ...Object.keys(figures)]
  const counted = ['count(*)', ...Object.values(figures)]
  const by = keys.map((key) => `, ${key}`).join('')
  return `
    insert into ${name} (width, start${by}, ${columns})
    with widths (width) as (values ${widths}),
    hours as materialized (
      select at / ${HOUR_MS} * ${HOUR_MS} as hour${by},
        ${columns.map((column, index) => `${counted[index]} as ${column}`)}
      from ${facts} where ${which} and ${only} group by 1${by}
    )
    select width, hour / width * width${by}, ${columns.map((column) => `${sign} * sum(${column})`)}
    from hours cross join widths group by 1, 2${by}
    on conflict (width, start${by}) do update set
      ${columns.map((column) => `${column} = ${name}.${column} + excluded.${column}`)};`
}

const GONE = (sum: Sum) => `delete from ${sum.name} where facts = 0;`

const OF_EVENTS = 'event_id in (select id from changed_events)'
const OF_PRODUCTS = 'id in (select id from changed_products)'
const OF_VISITS = 'visit in (select visit from changed_visits)'

const ofProducts = [sums.steps, sums.lists, sums.products, sums.positions]
const ofEvents = [sums.events, sums.texts, sums.bad, sums.facets]

const textOf = (some: readonly Sum[], which: string, sign: Sign) =>
  some.map((sum) => addText(sum, which, sign) + (sign < 0 ? GONE(sum) : '')).join('')

const CHANGE_PRODUCTS = {
  1: textOf(ofProducts, OF_PRODUCTS, 1),
  [-1]: textOf(ofProducts, OF_PRODUCTS, -1),
}
const CHANGE_EVENTS = { 1: textOf(ofEvents, OF_EVENTS, 1), [-1]: textOf(ofEvents, OF_EVENTS, -1) }

/** Adds the changed products to their sums, or subtracts them. */
export const sumProducts = (statements: Statements, sign: Sign): Promise<void> =>
  statements.exec(CHANGE_PRODUCTS[sign])

/** Adds the changed events and their facets to their sums, or subtracts them. */
export const sumEvents = (statements: Statements, sign: Sign): Promise<void> =>
  statements.exec(CHANGE_EVENTS[sign])

const COUNT_SEEN = `
  delete from changed_seen;
  insert into changed_seen
  select kind, name, at / ${HOUR_MS} * ${HOUR_MS}, count(*) from (
    select 'visit' as kind, visit as name, at from fact_events where is_good = 1 and ${OF_EVENTS}
    union all
    select 'buying', visit, at from fact_events
    where is_good = 1 and action = 'order' and ${OF_EVENTS}
    union all
    select 'user', uid, at from fact_events where is_good = 1 and ${OF_EVENTS}
    union all
    select step, visit, at from fact_products
    where id in (select id from changed_products where is_new = 1)
  ) seen group by 1, 2, 3;`

/** The names that get an hour, or lose one: their chain of hours changes. */
const NAME_CHANGED = {
  1: `
    delete from changed_names;
    insert into changed_names select kind, name from changed_seen changed
    where not exists (
      select * from fact_seen seen
      where (seen.kind, seen.name, seen.hour) = (changed.kind, changed.name, changed.hour))
    on conflict do nothing;`,
  [-1]: `
    delete from changed_names;
    insert into changed_names
    select kind, name from changed_seen changed join fact_seen seen using (kind, name, hour)
    where seen.facts <= changed.facts
    on conflict do nothing;`,
}

const chainHours = (sign: Sign) => `
  insert into sum_seen
  select kind, hour, before, ${sign} * count(*) from (
    select seen.kind as kind, hour,
      coalesce(lag(hour) over (partition by seen.kind, seen.name order by hour), -1) as before
    from changed_names cross join fact_seen seen
    where seen.kind = changed_names.kind and seen.name = changed_names.name
  ) chained where true group by 1, 2, 3
  on conflict (kind, hour, before) do update set names = sum_seen.names + excluded.names;`

const changeSeen = (sign: Sign) => `
  ${COUNT_SEEN}
  ${NAME_CHANGED[sign]}
  ${chainHours(-1)}
  insert into fact_seen select kind, name, hour, ${sign} * facts from changed_seen where true
  on conflict (kind, name, hour) do update set facts = fact_seen.facts + excluded.facts;
  delete from fact_seen where facts <= 0 and (kind, name) in (select kind, name from changed_names);
  ${chainHours(1)}
  delete from sum_seen where names = 0;`

const CHANGE_SEEN = { 1: changeSeen(1), [-1]: changeSeen(-1) }

/** Adds the visits and users of the changed events and of the new products, or subtracts them. */
export const sumSeen = (statements: Statements, sign: Sign): Promise<void> =>
  statements.exec(CHANGE_SEEN[sign])

const NOTE_VISITS = `
  insert into changed_visits
  select visit from fact_facets where ${OF_EVENTS}
  union
  select visit from fact_products
  where step in ('clicked', 'ordered') and id in (select id from changed_products where is_new = 1)
    and exists (select * from fact_facets facets where facets.visit = fact_products.visit)
  on conflict do nothing;`

/** Notes the visits whose choices of facets may have another outcome now. */
export const noteVisits = (statements: Statements): Promise<void> => statements.exec(NOTE_VISITS)

const CHOOSE = `
  ${textOf([sums.chosen], OF_VISITS, -1)}
  delete from fact_chosen where ${OF_VISITS};
  insert into fact_chosen
  with choices as (
    select visit, facet, value, min(at) as at from fact_facets
    where kind = 'selected' and ${OF_VISITS} group by visit, facet, value
  ),
  ends as (
    select visit, max(iif(step = 'clicked', at, -1)) as clicked,
      max(iif(step = 'ordered', at, -1)) as ordered, sum(micros) as micros
    from fact_products where step <> 'shown' and step <> 'added' and ${OF_VISITS} group by visit
  )
  select visit, facet, value, at, iif(clicked >= at, 1, 0), iif(ordered >= at, 1, 0),
    iif(ordered >= at, micros, 0)
  from choices left join ends using (visit);
  ${textOf([sums.chosen], OF_VISITS, 1)}`

/** Judges the choices of the noted visits again, by all facts that are there now. */
export const sumChosen = (statements: Statements): Promise<void> => statements.exec(CHOOSE)
