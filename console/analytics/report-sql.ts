import { FIGURES, LIST_KIND, NAMES, NOW, sumsOf, WHO } from './prepare-report.ts'

// Names such as `"clickedVisits"` are quoted because JavaScript reads them; all others are lower case.

/** The first and the last event of a scope, in epoch milliseconds. */
export const SPAN = `
  select coalesce(min(ts), 0) as first, coalesce(max(ts), 0) as last
  from event_rows where ${NOW} and ${WHO}`

// A `count(distinct)` costs 10 ms even on no rows; grouping is far cheaper.

/** Event sums by period, from `visit_points`. */
export const EVENT_TOTALS = `
  select is_now, ${sumsOf(['events', 'bad', 'searches', 'orders', 'shown'])},
    count(*) filter (events > 0) as visits, count(*) filter (orders > 0) as "buyingVisits",
    min(first) as first, max(last) as last
  from (
    select point >= 0 as is_now, visit, sum(good) as events,
      ${sumsOf(['bad', 'searches', 'orders', 'shown'])}, min(first) as first, max(last) as last
    from visit_points where is_compared group by is_now, visit
  ) group by is_now`

/** The number of users, and of those from sample traffic, by period, from `visit_points`; binds `$sample`. */
export const USERS = `
  select is_now, count(*) as users, count(*) filter (starts_with(name, $sample)) as "sampleUsers"
  from (select distinct point >= 0 as is_now, uid from visit_points where good > 0 and is_compared)
  left join uid_names on id = uid group by is_now`

/** Sums of clicks, carts and orders by period. */
export const ACT_TOTALS = `
  select is_now, count(*) filter (step = 'clicked') as clicked,
    coalesce(sum(units) filter (step = 'ordered'), 0) as units, coalesce(sum(micros), 0) as micros
  from acted group by is_now`

/** The sums of squared order values by period. */
export const ORDER_SQUARES = `
  select is_now, sum(value * value) as "orderSquares" from (
    select is_now, sum(micros) / 1e6 as value from acted where step = 'ordered' group by is_now, event_id
  ) group by is_now`

/** One row per step, from `visit_points` and `acted`. */
export const FUNNEL = `
  select step, sum(times) as times, count(*) as visits from (
    select 'shown' as step, visit, sum(shown) as times from visit_points
    where point >= 0 and is_compared and shown > 0 group by visit
    union all
    select step, visit, count(*) from acted where is_now group by step, visit
  ) group by step`

/** The good events of the scope's period and all shoppers: how many there are, bad ones, and users of sample traffic; binds `$sample`. */
export const FRAME = `
  select count(*) filter (is_good) as events, count(*) filter (not is_good) as bad,
    (select count(*) from uid_names where starts_with(name, $sample) and id in (
      select uid from event_rows where is_good and ${NOW} and ${WHO})) as "sampleUsers"
  from event_rows where ${NOW} and ${WHO}`

/** What each visit did and bought, of people and of agents. */
export const VISITED = `
  create temp table visited as
  select visit, is_agent, max(device) as device, count(*) filter (is_search) as searches,
    count(*) filter (is_order) as orders
  from event_rows where is_good and ${NOW} group by visit, is_agent;
  create temp table earned as
  select visit, is_agent, sum(micros) as micros from acts
  where step = 'ordered' and ${NOW} group by visit, is_agent;`

const groupsOf = (name: string, condition: string) => `
  select ${name} as name, count(*) as visits, count(*) filter (orders > 0) as "buyingVisits",
    sum(searches) as searches, sum(orders) as orders, coalesce(sum(micros), 0) as micros
  from visited left join earned using (visit, is_agent) where ${condition}
  group by name order by visits desc, name`

export const DEVICES = groupsOf('device', WHO)
export const ACTORS = groupsOf("case when is_agent then 'agents' else 'people' end", 'true')

/** By kind of list: the visits that saw one, and the orders attributed to one. A visit without a list is of the kind `none`. */
export const SOURCES = `
  with kinds as (select id, ${LIST_KIND} as kind from list_names union all select 0, 'none'),
  listed as (
    select distinct visit, kind from (
      select distinct visit, list from event_rows
      where is_good and list <> 0 and ${NOW} and ${WHO}
    ) join kinds on id = list
  ),
  seen as (
    select kind, count(*) as visits from listed group by kind
    union all
    select 'none', count(*) from visited where ${WHO} and visit not in (select visit from listed)
  ),
  bought as (
    select kind, count(distinct visit) as "buyingVisits", count(distinct event_id) as orders,
      sum(micros) as micros
    from acted join kinds on id = list where is_now and step = 'ordered' group by kind
  )
  select kind, coalesce(visits, 0) as visits, coalesce("buyingVisits", 0) as "buyingVisits",
    coalesce(orders, 0) as orders, coalesce(micros, 0) as micros
  from seen full join bought using (kind)
  where coalesce(visits, 0) + coalesce(orders, 0) > 0
  order by list_position(['query', 'page', 'untyped', 'none'], kind)`

const ROW = FIGURES.join()

/** One row per list, and one without a name for steps attributed to no list; binds `$rows`. */
export const LISTS = `
  select name as list, kind, ${ROW} from lists where shown + clicked + added + ordered > 0
  order by clicked desc, added desc, ordered desc, shown desc, name limit $rows`

/** One row per place in the order seen, and by rank in the reply. */
export const POSITIONS = `
  select position, coalesce(seen.shown, 0) as shown, coalesce(seen.clicked, 0) as clicked,
    coalesce(seen.ordered, 0) as ordered, coalesce(ranks.shown, 0) as "rankShown",
    coalesce(ranks.clicked, 0) as "rankClicked"
  from (
    select place as position, sum(shown) as shown, sum(clicked) as clicked, sum(ordered) as ordered
    from (
      select place, count(*) as shown, 0 as clicked, 0 as ordered from shown
      where place between 1 and $places and ${NOW} and ${WHO} group by place
      union all
      select place, 0, count(*) filter (step = 'clicked'), count(*) filter (step = 'ordered')
      from acted where is_now and place between 1 and $places group by place
    ) group by place
  ) seen full join (
    select rank as position, sum(shown) as shown, sum(clicked) as clicked
    from cells where rank between 1 and $places group by rank having sum(shown) > 0
  ) ranks using (position)
  order by position`

/** One row per product, the most ordered first; binds `$rows`. */
export const PRODUCTS = `
  select coalesce(name, '') as pid, ${ROW}
  from products left join pid_names on pid_names.id = products.pid
  where shown + clicked + added + ordered > 0
  order by ordered desc, added desc, clicked desc, shown desc, name limit $rows`

/** Products seen often but never clicked; binds `$least` and `$rows`. */
export const UNCLICKED_PRODUCTS = `
  select coalesce(name, '') as pid, ${ROW}
  from products left join pid_names on pid_names.id = products.pid
  where shown >= $least and clicked = 0 and added = 0 and ordered = 0
  order by shown desc, name limit $rows`

const TEXTS = `
  select substr(name, 7) as query, searches, searches_before, empty, ${ROW} from lists`

/** Texts of one kind, the most searched first; binds `$kind` and `$rows`. */
export const QUERIES = `
  ${TEXTS} where kind = $kind and searches + empty + shown + clicked + added + ordered > 0
  order by searches desc, shown desc, query limit $rows`

/** Typed texts that led to an empty list, and what their visits did after the last one; binds `$rows`. */
export const EMPTY_SEARCHES = `
  with failed as (
    select visit, list, count(*) as times, max(ts) as ts from event_rows
    where is_good and is_empty and ${NOW} and ${WHO}
      and list in (select list from lists where kind = 'query' and empty > 0)
    group by visit, list
  ),
  later as (
    select visit, ts, is_order, case when is_search then name end as wanted
    from event_rows left join list_names on id = list
    where is_good and ${WHO} and visit in (select visit from failed)
  ),
  followed as (
    select failed.visit, list, name, any_value(times) as times, count(later.ts) > 0 as goes_on,
      coalesce(bool_or(is_order), false) as orders,
      arg_min(wanted, struct_pack(ts := later.ts, wanted := wanted)) filter (wanted <> name) as next
    from failed join list_names on id = list
      left join later on later.visit = failed.visit and later.ts > failed.ts
    group by failed.visit, list, name
  ),
  nexts as (
    select list, arg_max(next, struct_pack(visits := visits, next := next)) as next from (
      select list, next, count(*) as visits from followed where next is not null group by list, next
    ) group by list
  )
  select substr(name, 7) as query, sum(times) as times, count(*) as visits,
    count(followed.next) as asked, count(*) filter (followed.next is null and goes_on) as went,
    count(*) filter (not goes_on) as left, count(*) filter (orders) as ordered,
    coalesce(substr(any_value(nexts.next), 7), '') as next
  from followed left join nexts using (list)
  group by list, name order by times desc, visits desc, query limit $rows`

/** Typed texts that showed products, none of which was clicked; binds `$least` and `$rows`. */
export const UNCLICKED_SEARCHES = `
  ${TEXTS}
  where kind = 'query' and searches >= $least and shown > 0 and clicked = 0 and ordered = 0
  order by searches desc, shown desc, query limit $rows`

/**
 * Facet values, the most chosen first, and what each visit did after its first choice; binds `$facet`, `$value`,
 * `$list` (0 for all) and `$rows`.
 */
export const FACET_ROWS = `
  with chosen as (
    select visit, facet, value, min(ts) as ts from facet_rows
    where kind = 'selected' and ($list = 0 or list = $list) and ${NOW} and ${WHO}
    group by visit, facet, value
  ),
  ends as (
    select visit, max(ts) filter (step = 'clicked') as clicked,
      max(ts) filter (step = 'ordered') as ordered, sum(micros) as micros
    from acts
    where step in ('clicked', 'ordered') and visit in (select visit from chosen) and ${WHO}
    group by visit
  ),
  outcomes as (
    select facet, value, count(*) as visits, count(*) filter (clicked >= ts) as "clickedVisits",
      count(*) filter (ordered >= ts) as "orderedVisits",
      coalesce(sum(micros) filter (ordered >= ts), 0) as micros
    from chosen left join ends using (visit) group by facet, value
  ),
  counts as (
    select facet, value, count(*) filter (kind = 'selected') as selected,
      count(*) filter (kind = 'deselected') as deselected
    from facet_rows where kind <> 'reset' and ($list = 0 or list = $list) and ${NOW} and ${WHO}
    group by facet, value
  )
  select facet, value, selected, deselected, coalesce(visits, 0) as visits,
    coalesce("clickedVisits", 0) as "clickedVisits",
    coalesce("orderedVisits", 0) as "orderedVisits", coalesce(micros, 0) as micros
  from counts left join outcomes using (facet, value)
  where $facet = '' or (facet = $facet and value = $value)
  order by selected desc, "orderedVisits" desc, facet, value limit $rows`

/** Bad events by kind and page; binds `$rows`. */
export const BAD_EVENTS = `
  select action, reason, page, count(*) as events from event_rows
  where not is_good and ${NOW} and ${WHO}
  group by all order by events desc, action, reason, page limit $rows`

/** One row per step after the impression: how many are attributed to a list, and why the others are not. */
export const ATTRIBUTED_STEPS = `
  select step, count(*) as times,
    count(*) filter (how = 'by-request') as "byRequest",
    count(*) filter (how = 'by-visit') as "byVisit",
    count(*) filter (how = 'unknown-request') as "unknownRequest",
    count(*) filter (how = 'earlier-visit') as "earlierVisit",
    count(*) filter (how = 'never-shown') as "neverShown"
  from acts where ${NOW} and ${WHO} group by step`

const SUMMED = sumsOf(NAMES)

/** Steps by request; those of lists without request ids are grouped. */
const REQUESTS = `
  select list, request, ${SUMMED}, min(first) as first from (
    select list, request, count(*) as shown, 0 as clicked, 0 as added, 0 as ordered, 0 as units,
      0 as micros, min(ts) as first
    from shown where ${NOW} and ${WHO} group by list, request
    union all
    select list, owed_request, 0, count(*) filter (step = 'clicked'),
      count(*) filter (step = 'added'), count(*) filter (step = 'ordered'),
      coalesce(sum(units) filter (step = 'ordered'), 0), coalesce(sum(micros), 0), min(ts)
    from acts where ${NOW} and ${WHO} group by list, owed_request
  ) group by list, request`

/** Creates `requests`, which both attribution tables read. */
export const REQUEST_TABLE = `create temp table requests as ${REQUESTS}`

const MOST_REVENUE = 'micros desc, ordered desc, added desc, clicked desc, shown desc'

/** Lists with their requests, highest revenue first; binds `$rows`. */
export const ATTRIBUTED_LISTS = `
  select name as list, ${LIST_KIND} as kind, requests, shown, clicked, added, ordered, units, micros
  from (
    select list, count(distinct request) filter (request <> 0) as requests, ${SUMMED}
    from requests where list <> 0 group by list
  ) join list_names on list_names.id = list
  order by ${MOST_REVENUE}, name limit $rows`

/** Browse replies by request id, highest revenue first; binds `$rows`. */
export const ATTRIBUTED_REQUESTS = `
  select request_names.name as "requestId", coalesce(list_names.name, '') as list, first as "at",
    shown, clicked, added, ordered, units, micros
  from (
    select request, arg_min(list, first) as list, min(first) as first, ${SUMMED}
    from requests where request <> 0 group by request
  ) sums
  join request_names on request_names.id = sums.request
  left join list_names on list_names.id = sums.list
  order by ${MOST_REVENUE}, "requestId" limit $rows`
