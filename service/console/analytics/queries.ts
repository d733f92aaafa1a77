/** As many rows of a table as a person reads; the busiest. */
const ROWS = 50

/** The events of a scope; binds `@from`, `@to` and `@visit`. */
const EVENTS_IN_SCOPE = `
  at >= @from and at < @to
  and (@visit = '' or iif(visit_id <> '', visit_id, uid) = @visit)`

/** The product facts of the same scope. */
const FACTS = `
  facts as (
    select * from product_facts
    where at >= @from and at < @to and (@visit = '' or visit = @visit)
  )`

/**
 * The same, each with the list that it is owed to: the one that showed the product last, in the
 * same visit, before it happened. Empty when none did, as for a product opened from a link.
 */
const FACTS_BY_LIST = `${FACTS},
  attributed as (
    select step, visit, pid, units, micros, iif(step = 'shown', list, coalesce((
      select shown.list from product_facts shown
      where shown.step = 'shown' and shown.visit = facts.visit and shown.pid = facts.pid
        and shown.at <= facts.at
      order by shown.at desc, shown.event_id desc limit 1), '')) as list
    from facts
  )`

const STEPS = `
  sum(step = 'shown') as shown,
  sum(step = 'clicked') as clicked,
  sum(step = 'added') as added,
  sum(step = 'ordered') as ordered,
  sum(iif(step = 'ordered', units, 0)) as units,
  sum(micros) as micros`

/** One row: how many events of which kind. */
export const TOTALS = `
  with ${FACTS}
  select
    count(*) filter (where is_good = 1) as events,
    count(*) filter (where is_good = 0) as bad,
    count(distinct iif(visit_id <> '', visit_id, uid)) filter (where is_good = 1) as visits,
    count(distinct uid) filter (where is_good = 1) as users,
    count(*) filter (where is_good = 1 and action = 'search') as searches,
    count(*) filter (where is_good = 1 and action = 'order') as orders,
    count(*) filter (
      where is_good = 1 and action = 'facets' and data -> '$.facets.unxFacetsReset' is not null
    ) as resets,
    (select coalesce(sum(units), 0) from facts where step = 'ordered') as units,
    (select coalesce(sum(micros), 0) from facts) as micros
  from tracker_events where ${EVENTS_IN_SCOPE}`

/** One row for each step that happened. */
export const FUNNEL = `
  with ${FACTS}
  select step, count(*) as times, count(distinct visit) as visits, count(distinct pid) as products
  from facts group by step`

/** One row for each list, and one without a name for what no list is owed. */
export const LISTS = `
  with ${FACTS_BY_LIST}
  select list, ${STEPS} from attributed group by list
  order by shown desc, clicked desc, list limit ${ROWS}`

/** One row for each product, the most ordered first. */
export const PRODUCTS = `
  with ${FACTS}
  select pid, ${STEPS} from facts group by pid
  order by units desc, added desc, clicked desc, shown desc, pid limit ${ROWS}`

/** One row for each text that was searched for, or whose list was shown. */
export const QUERIES = `
  with ${FACTS_BY_LIST},
  searched as (
    select data ->> 'query' as query, count(*) as searches from tracker_events
    where is_good = 1 and action = 'search' and ${EVENTS_IN_SCOPE} group by 1
  ),
  empty as (
    select data ->> 'query' as query, count(*) as empty from tracker_events
    where is_good = 1 and action = 'PRODUCT_IMPRESSIONS' and ${EVENTS_IN_SCOPE}
      and data ->> 'query' is not null and json_array_length(data, '$.pids_list') = 0
    group by 1
  ),
  seen as (
    select substr(list, 7) as query, ${STEPS} from attributed
    where substr(list, 1, 6) = 'query:' group by list
  ),
  every as (select query from searched union select query from empty union select query from seen)
  select query, coalesce(searches, 0) as searches, coalesce(empty, 0) as empty,
    coalesce(shown, 0) as shown, coalesce(clicked, 0) as clicked, coalesce(added, 0) as added,
    coalesce(ordered, 0) as ordered, coalesce(units, 0) as units, coalesce(micros, 0) as micros
  from every left join searched using (query) left join empty using (query)
    left join seen using (query)
  order by searches desc, shown desc, query limit ${ROWS}`

const facetChanges = (kind: string) => `
  select facet.key as facet, chosen.value ->> 'val' as value, '${kind}' as kind
  from tracker_events, json_each(data, '$.facets') facet, json_each(facet.value, '$.${kind}') chosen
  where is_good = 1 and action = 'facets' and ${EVENTS_IN_SCOPE}`

/** One row for each value of each facet that was chosen or dropped. */
export const FACETS = `
  with changes as (${facetChanges('selected')} union all ${facetChanges('deselected')})
  select facet, value, sum(kind = 'selected') as selected, sum(kind = 'deselected') as deselected
  from changes group by facet, value order by selected desc, facet, value limit ${ROWS}`
