// SQLite only. PostgreSQL lacks `having` by a column's own name, folds the case of names like
// `buyingVisits`, and shows `report_steps` to one connection of its pool.

/** The facts of a scope; binds `@from`, `@to` and `@visit`. */
const IN_SCOPE = `at >= @from and at < @to and (@visit = '' or visit = @visit)`

const STEPS = `
  sum(step = 'shown') as shown,
  sum(step = 'clicked') as clicked,
  sum(step = 'added') as added,
  sum(step = 'ordered') as ordered,
  sum(iif(step = 'ordered', units, 0)) as units,
  sum(micros) as micros`

/** A list is a text that somebody typed, another text, or a page. */
const KIND = `
  case
    when list = '' then 'none'
    when substr(list, 1, 5) = 'page:' then 'page'
    when exists (
      select * from fact_events typed
      where typed.action = 'search' and typed.is_good = 1 and typed.list = steps.list) then 'query'
    else 'untyped'
  end`

/** One row: how many events of which kind; binds `@sample` as the beginning of a sample user's id. */
export const TOTALS = `
  with steps as (select step, units, micros from fact_products where ${IN_SCOPE})
  select
    count(*) filter (where is_good = 1) as events,
    count(*) filter (where is_good = 0) as bad,
    count(distinct visit) filter (where is_good = 1) as visits,
    count(distinct visit) filter (where is_good = 1 and action = 'order') as buyingVisits,
    count(distinct uid) filter (where is_good = 1) as users,
    count(distinct uid) filter (where substr(uid, 1, length(@sample)) = @sample) as sampleUsers,
    count(*) filter (where is_good = 1 and action = 'search') as searches,
    count(*) filter (where is_good = 1 and action = 'order') as orders,
    (select count(*) from fact_facets where kind = 'reset' and ${IN_SCOPE}) as resets,
    (select count(*) from steps where step = 'shown') as shown,
    (select count(*) from steps where step = 'clicked') as clicked,
    (select coalesce(sum(units), 0) from steps where step = 'ordered') as units,
    (select coalesce(sum(micros), 0) from steps) as micros,
    coalesce(min(at), 0) as first,
    coalesce(max(at), 0) as last
  from fact_events where ${IN_SCOPE}`

/** One row: the same for one interval of a trend, without what a trend does not show. */
export const TREND = `
  select
    count(distinct visit) as visits,
    count(distinct visit) filter (where action = 'order') as buyingVisits,
    count(*) filter (where action = 'order') as orders,
    (select coalesce(sum(micros), 0) from fact_products
      where step = 'ordered' and ${IN_SCOPE}) as micros
  from fact_events where is_good = 1 and ${IN_SCOPE}`

/** One row for each step that happened. */
export const FUNNEL = `
  select step, count(*) as times, count(distinct visit) as visits, count(distinct pid) as products
  from report_steps group by step`

/** One row for each list, and one without a name for what no list is owed; binds `@rows`. */
export const LISTS = `
  select list, ${KIND} as kind, ${STEPS} from report_steps steps group by list
  order by clicked desc, added desc, ordered desc, shown desc, list limit @rows`

/** One row for each place of a list; binds `@rows`. */
export const POSITIONS = `
  select position, sum(step = 'shown') as shown, sum(step = 'clicked') as clicked,
    sum(step = 'ordered') as ordered
  from report_steps where position > 0 group by position order by position limit @rows`

const BY_PRODUCT = `select pid, ${STEPS} from report_steps group by pid`

/** One row for each product, the most ordered first; binds `@rows`. */
export const PRODUCTS = `
  ${BY_PRODUCT} order by ordered desc, added desc, clicked desc, shown desc, pid limit @rows`

/** Products that were seen often and never clicked; binds `@least` and `@rows`. */
export const UNCLICKED_PRODUCTS = `
  ${BY_PRODUCT} having shown >= @least and clicked = 0 and added = 0 and ordered = 0
  order by shown desc, pid limit @rows`

/** One row for each text that names lists. */
const BY_QUERY = `
  searched as (
    select list, count(*) as searches from fact_events
    where is_good = 1 and action = 'search' and ${IN_SCOPE} group by list
  ),
  empty as (
    select list, count(*) as empty from fact_events
    where is_good = 1 and is_empty = 1 and substr(list, 1, 6) = 'query:' and ${IN_SCOPE}
    group by list
  ),
  seen as (
    select list, ${STEPS} from report_steps where substr(list, 1, 6) = 'query:' group by list
  ),
  steps as (select list from searched union select list from empty union select list from seen),
  texts as (
    select substr(list, 7) as query, ${KIND} as kind, coalesce(searches, 0) as searches,
      coalesce(empty, 0) as empty, coalesce(shown, 0) as shown, coalesce(clicked, 0) as clicked,
      coalesce(added, 0) as added, coalesce(ordered, 0) as ordered, coalesce(units, 0) as units,
      coalesce(micros, 0) as micros
    from steps left join searched using (list) left join empty using (list)
      left join seen using (list)
  )`

const QUERY_COLUMNS = 'query, searches, empty, shown, clicked, added, ordered, units, micros'

/** Texts of one kind, the most searched first; binds `@kind` and `@rows`. */
export const QUERIES = `
  with ${BY_QUERY} select ${QUERY_COLUMNS} from texts where kind = @kind
  order by searches desc, shown desc, query limit @rows`

/** Typed texts whose list was shown without a product; binds `@rows`. */
export const EMPTY_SEARCHES = `
  with ${BY_QUERY} select ${QUERY_COLUMNS} from texts where kind = 'query' and empty > 0
  order by empty desc, searches desc, query limit @rows`

/** Typed texts that showed products, none of which was clicked; binds `@least` and `@rows`. */
export const UNCLICKED_SEARCHES = `
  with ${BY_QUERY} select ${QUERY_COLUMNS} from texts
  where kind = 'query' and searches >= @least and shown > 0 and clicked = 0 and ordered = 0
  order by searches desc, shown desc, query limit @rows`

/** One row for each value of each facet, and what its visits did after they had chosen it. */
const BY_FACET = `
  changed as (
    select facet, value, sum(kind = 'selected') as selected, sum(kind = 'deselected') as deselected
    from fact_facets where kind <> 'reset' and ${IN_SCOPE} group by facet, value
  ),
  ends as (
    select visit, max(iif(step = 'clicked', at, -1)) as clicked,
      max(iif(step = 'ordered', at, -1)) as ordered, sum(micros) as micros
    from report_steps where step in ('clicked', 'ordered') group by visit
  ),
  chosen as (
    select facet, value, visit, min(at) as at from fact_facets
    where kind = 'selected' and ${IN_SCOPE} group by facet, value, visit
  ),
  outcomes as (
    select facet, value, count(*) as visits,
      sum(coalesce(ends.clicked >= chosen.at, 0)) as clickedVisits,
      sum(coalesce(ends.ordered >= chosen.at, 0)) as orderedVisits,
      sum(iif(ends.ordered >= chosen.at, ends.micros, 0)) as micros
    from chosen left join ends using (visit) group by facet, value
  ),
  facets as (
    select facet, value, selected, deselected, coalesce(visits, 0) as visits,
      coalesce(clickedVisits, 0) as clickedVisits, coalesce(orderedVisits, 0) as orderedVisits,
      coalesce(micros, 0) as micros
    from changed left join outcomes using (facet, value)
  )`

/** The values of all facets, the most chosen first; binds `@rows`. */
export const FACETS = `
  with ${BY_FACET} select * from facets
  order by selected desc, orderedVisits desc, facet, value limit @rows`

/** Values that were chosen in several visits, none of which clicked afterwards; binds `@least`. */
export const IDLE_FACETS = `
  with ${BY_FACET} select * from facets
  where visits >= @least and clickedVisits = 0 and orderedVisits = 0
  order by visits desc, facet, value limit @rows`

/** Bad events by action, reason and page; binds `@rows`. */
export const BAD_EVENTS = `
  select action, reason, page, count(*) as events from fact_events
  where is_good = 0 and ${IN_SCOPE} group by action, reason, page
  order by events desc, action, reason, page limit @rows`

const sumOf = (how: string, name: string) => `sum(how = '${how}') as ${name}`

/** One row for each step after the list, and how it is owed to one. */
export const ATTRIBUTED_STEPS = `
  select step, count(*) as times, ${sumOf('by-request', 'byRequest')},
    ${sumOf('by-visit', 'byVisit')}, ${sumOf('unknown-request', 'unknownRequest')},
    ${sumOf('earlier-visit', 'earlierVisit')}, ${sumOf('never-shown', 'neverShown')}
  from report_steps where step <> 'shown' group by step`

/** One row for each list that something is owed to; binds `@rows`. */
export const ATTRIBUTED_LISTS = `
  select list, ${KIND} as kind, count(distinct nullif(request_id, '')) as requests, ${STEPS}
  from report_steps steps where list <> '' group by list
  order by micros desc, ordered desc, added desc, clicked desc, shown desc, list limit @rows`

/** One row for each reply of Browse that something is owed to; binds `@rows`. */
export const ATTRIBUTED_REQUESTS = `
  select request_id as requestId, list, min(at) as at, ${STEPS}
  from report_steps where request_id <> '' group by request_id, list
  order by micros desc, ordered desc, added desc, clicked desc, shown desc, requestId limit @rows`
