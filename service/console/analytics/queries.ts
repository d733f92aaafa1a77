import { SEEN_KINDS, type Sum, sums } from '../../store/sum-schema.ts'

// Names like `"clickedVisits"` are quoted: PostgreSQL folds the case of others.

/** The facts of a scope that no sum has: of the ends of its time, or of its visit. */
const factsOf = (table: string) => `(
  select * from ${table} where at >= @headFrom and at < @headTo
  union all
  select * from ${table} where at >= @tailFrom and at < @tailTo
  union all
  select * from ${table} where @visit <> '' and visit = @visit and at >= @from and at < @to
) facts`

/** Rows of a sum for a scope: its keys and figures, a key several times. */
const rowsOf = ({ name, facts, only, keys, figures }: Sum) => `
  select ${[...keys, ...Object.keys(figures)]}
  from (
      select cast(value ->> 0 as integer) as span, cast(value ->> 1 as integer) as span_start,
        cast(value ->> 2 as integer) as span_end
      from json_each(@sums)
    ) spans cross join ${name}
  where width = span and start >= span_start and start < span_end
  union all
  select ${[...keys, ...Object.values(figures)]} from ${factsOf(facts)}
  where ${only} ${keys.length > 0 ? `group by ${keys}` : ''}`

const total = (column: string) => `coalesce(sum(${column}), 0) as ${column}`

const totalsOf = (sum: Sum, columns: readonly string[]) =>
  `select ${columns.map(total)} from (${rowsOf(sum)}) summed`

/** The first or the last moment of a scope. */
const momentOf = (which: 'min' | 'max') => `(
  select coalesce(${which}(at), 0) from (
    select ${which}(at) as at from fact_events where @visit = '' and at >= @from and at < @to
    union all
    select ${which}(at) from fact_events
    where @visit <> '' and visit = @visit and at >= @from and at < @to) moments)`

/** One row: how many events and steps of which kind. */
export const TOTALS = `
  select events.*, steps.*, facets.*, ${momentOf('min')} as "first", ${momentOf('max')} as "last"
  from (${totalsOf(sums.events, Object.keys(sums.events.figures))}) events,
    (${totalsOf(sums.steps, Object.keys(sums.steps.figures))}) steps,
    (${totalsOf(sums.facets, ['resets'])}) facets`

/** Visits and users in the ends of a scope, or in its visit. */
const SEEN_IN_REST = `
  select 'visit' as kind, visit as name from ${factsOf('fact_events')} where is_good = 1
  union
  select 'buying', visit from ${factsOf('fact_events')} where is_good = 1 and action = 'order'
  union
  select 'user', uid from ${factsOf('fact_events')} where is_good = 1
  union
  select step, visit from ${factsOf('fact_products')}`

/** The hours of a scope have seen it, too. */
const SEEN_IN_HOURS = `
  exists (
    select * from fact_seen seen
    where seen.kind = rest.kind and seen.name = rest.name
      and seen.hour >= @firstHour and seen.hour < @lastHour)`

/** One row for each kind: how many different visits or users. */
export const SEEN = `
  with kinds (known) as (values ${SEEN_KINDS.map((kind) => `('${kind}')`)})
  select kind, sum(names) as names from (
    select kind, names from kinds cross join sum_seen
    where kind = known and hour >= @firstHour and hour < @lastHour and before < @firstHour
    union all
    select kind, 1 from (${SEEN_IN_REST}) rest where not ${SEEN_IN_HOURS}
  ) seen group by kind`

/** One row: how many different users of a scope have ids that begin with `@sample`. */
export const SAMPLE_USERS = `
  select count(*) as users from (
    select name from fact_seen
    where kind = 'user' and name between @sample and @sampleEnd
      and hour >= @firstHour and hour < @lastHour
    union
    select uid from ${factsOf('fact_events')}
    where is_good = 1 and uid between @sample and @sampleEnd) users`

/** A list is a text that somebody typed, another text, or a page. */
const kindOf = (list: string) => `
  case
    when ${list} = '' then 'none'
    when substr(${list}, 1, 5) = 'page:' then 'page'
    when exists (
      select * from fact_events typed
      where typed.action = 'search' and typed.is_good = 1 and typed.list = ${list}) then 'query'
    else 'untyped'
  end`

const STEPS = Object.keys(sums.steps.figures)
const STEP_TOTALS = STEPS.map(total).join()
const STEP_COLUMNS = STEPS.map(
  (step) => `${step} ${step === 'micros' ? 'real' : 'integer'} not null`,
)

/** The tables of one report, each grouped once and read several times. */
export const REPORT_TABLES = `
  create temp table if not exists report_lists (
    list text not null, kind text not null, searches integer not null, empty integer not null,
    ${STEP_COLUMNS}
  );
  create temp table if not exists report_products (pid text not null, ${STEP_COLUMNS});
  create temp table if not exists report_facets (
    facet text not null, value text not null, selected integer not null,
    deselected integer not null, visits integer not null, "clickedVisits" integer not null,
    "orderedVisits" integer not null, micros real not null
  );
  delete from report_lists;
  delete from report_products;
  delete from report_facets;
`

/** Fills the tables of a report. */
export const FILL_REPORT = [
  `insert into report_lists
  select list, ${kindOf('lists.list')}, searches, empty, ${STEPS} from (
    select list, ${total('searches')}, ${total('empty')}, ${STEP_TOTALS} from (
      select list, 0 as searches, 0 as empty, ${STEPS} from (${rowsOf(sums.lists)}) shown
      union all
      select list, searches, empty, ${STEPS.map(() => '0')} from (${rowsOf(sums.texts)}) texts
    ) rows_of_lists group by list
  ) lists`,
  `insert into report_products
  select pid, ${STEP_TOTALS} from (${rowsOf(sums.products)}) products group by pid`,
  `insert into report_facets
  select facet, value, ${['selected', 'deselected'].map(total)}, ${['visits', 'clicked', 'ordered', 'micros'].map(total)}
  from (
    select facet, value, selected, deselected, 0 as visits, 0 as clicked, 0 as ordered, 0 as micros
    from (${rowsOf(sums.facets)}) facets
    union all
    select facet, value, 0, 0, visits, clicked_visits, ordered_visits, micros
    from (${rowsOf(sums.chosen)}) chosen
  ) rows_of_facets group by facet, value having sum(selected) + sum(deselected) > 0`,
] as const

/** One row: how many different products came to each step. */
export const DIFFERENT_PRODUCTS = `
  select sum(shown > 0) as shown, sum(clicked > 0) as clicked, sum(added > 0) as added,
    sum(ordered > 0) as ordered
  from report_products`

/** One row for each list, and one without a name for what no list is owed; binds `@rows`. */
export const LISTS = `
  select list, kind, ${STEPS} from report_lists where shown + clicked + added + ordered > 0
  order by clicked desc, added desc, ordered desc, shown desc, list limit @rows`

/** One row for each place of a list. */
export const POSITIONS = `
  select position, ${['shown', 'clicked', 'ordered'].map(total)}
  from (${rowsOf(sums.positions)}) positions group by position order by position`

/** One row for each product, the most ordered first; binds `@rows`. */
export const PRODUCTS = `
  select * from report_products
  order by ordered desc, added desc, clicked desc, shown desc, pid limit @rows`

/** Products that were seen often and never clicked; binds `@least` and `@rows`. */
export const UNCLICKED_PRODUCTS = `
  select * from report_products
  where shown >= @least and clicked = 0 and added = 0 and ordered = 0
  order by shown desc, pid limit @rows`

const TEXTS = `select substr(list, 7) as query, searches, empty, ${STEPS} from report_lists`

/** Texts of one kind, the most searched first; binds `@kind` and `@rows`. */
export const QUERIES = `
  ${TEXTS} where kind = @kind order by searches desc, shown desc, query limit @rows`

/** Typed texts whose list was shown without a product; binds `@rows`. */
export const EMPTY_SEARCHES = `
  ${TEXTS} where kind = 'query' and empty > 0
  order by empty desc, searches desc, query limit @rows`

/** Typed texts that showed products, none of which was clicked; binds `@least` and `@rows`. */
export const UNCLICKED_SEARCHES = `
  ${TEXTS}
  where kind = 'query' and searches >= @least and shown > 0 and clicked = 0 and ordered = 0
  order by searches desc, shown desc, query limit @rows`

/** The values of all facets, the most chosen first; binds `@rows`. */
export const FACETS = `
  select * from report_facets
  order by selected desc, "orderedVisits" desc, facet, value limit @rows`

/** Values that were chosen in several visits, none of which clicked afterwards; binds `@least`. */
export const IDLE_FACETS = `
  select * from report_facets
  where visits >= @least and "clickedVisits" = 0 and "orderedVisits" = 0
  order by visits desc, facet, value limit @rows`

/** Bad events by action, reason and page; binds `@rows`. */
export const BAD_EVENTS = `
  select action, reason, page, ${total('events')} from (${rowsOf(sums.bad)}) bad
  group by action, reason, page
  order by events desc, action, reason, page limit @rows`

const sumOf = (how: string, name: string) => `sum(how = '${how}') as "${name}"`

const COUNTED_STEPS = Object.entries(sums.steps.figures).map(([name, sum]) => `${sum} as ${name}`)

/** One row for each step after the list, and how it is owed to one. */
export const ATTRIBUTED_STEPS = `
  select step, count(*) as times, ${sumOf('by-request', 'byRequest')},
    ${sumOf('by-visit', 'byVisit')}, ${sumOf('unknown-request', 'unknownRequest')},
    ${sumOf('earlier-visit', 'earlierVisit')}, ${sumOf('never-shown', 'neverShown')}
  from report_steps where step <> 'shown' group by step`

/** One row for each list that something is owed to; binds `@rows`. */
export const ATTRIBUTED_LISTS = `
  select list, ${kindOf('steps.list')} as kind,
    count(distinct nullif(request_id, '')) as requests, ${COUNTED_STEPS}
  from report_steps steps where list <> '' group by list
  order by micros desc, ordered desc, added desc, clicked desc, shown desc, list limit @rows`

/** One row for each reply of Browse that something is owed to; binds `@rows`. */
export const ATTRIBUTED_REQUESTS = `
  select request_id as "requestId", list, min(at) as at, ${COUNTED_STEPS}
  from report_steps where request_id <> '' group by request_id, list
  order by micros desc, ordered desc, added desc, clicked desc, shown desc, "requestId" limit @rows`
