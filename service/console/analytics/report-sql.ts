import { FIGURES, NOW, VISIT } from './prepare-report.ts'

// Names like `"clickedVisits"` are quoted where JavaScript reads them; the rest are lower case.

/** One row: how many events and steps of a scope, and how many different visits and users. */
export const TOTALS = `
  select events.*, steps.* from (
    select count(*) filter (is_good) as events, count(*) filter (not is_good) as bad,
      count(*) filter (is_good and action = 'search') as searches,
      count(*) filter (is_good and action = 'order') as orders,
      count(distinct visit) filter (is_good) as visits,
      count(distinct visit) filter (is_good and action = 'order') as "buyingVisits",
      count(distinct uid) filter (is_good) as users,
      count(distinct uid) filter (is_good and starts_with(uid, $sample)) as "sampleUsers",
      coalesce(min(ts), 0) as first, coalesce(max(ts), 0) as last
    from events where ${NOW} and ${VISIT}
  ) events, (
    select count(*) filter (step = 'shown') as shown, count(*) filter (step = 'clicked') as clicked,
      coalesce(sum(units) filter (step = 'ordered'), 0) as units, coalesce(sum(micros), 0) as micros
    from steps where ${NOW} and ${VISIT}
  ) steps`

/** One row: how often all facets were cleared. */
export const RESETS = `
  select count(*) as resets from facets where kind = 'reset' and ${NOW} and ${VISIT}`

/** One row for each step; products by the tables of the report. */
export const FUNNEL = `
  select step, count(*) as times, count(distinct visit) as visits, count(distinct pid) as products
  from steps where ${NOW} and ${VISIT} group by step`

const ROW = FIGURES.join()

/** One row for each list, and one without a name for what is attributed to none; binds `$rows`. */
export const LISTS = `
  select list, kind, ${ROW} from lists where shown + clicked + added + ordered > 0
  order by clicked desc, added desc, ordered desc, shown desc, list limit $rows`

/** One row for each place, in the order seen, and by rank in the reply. */
export const POSITIONS = `
  select position, coalesce(seen.shown, 0) as shown, coalesce(seen.clicked, 0) as clicked,
    coalesce(seen.ordered, 0) as ordered, coalesce(ranks.shown, 0) as "rankShown",
    coalesce(ranks.clicked, 0) as "rankClicked", coalesce(ranks.ordered, 0) as "rankOrdered"
  from (
    select place as position, count(*) filter (step = 'shown') as shown,
      count(*) filter (step = 'clicked') as clicked, count(*) filter (step = 'ordered') as ordered
    from steps where place between 1 and $places and ${NOW} and ${VISIT} group by place
  ) seen full join (
    select rank as position, sum(shown) as shown, sum(clicked) as clicked, sum(ordered) as ordered
    from cells where rank between 1 and $places group by rank having sum(shown) > 0
  ) ranks using (position)
  order by position`

/** One row for each product, the most ordered first; binds `$rows`. */
export const PRODUCTS = `
  select pid, ${ROW} from products where shown + clicked + added + ordered > 0
  order by ordered desc, added desc, clicked desc, shown desc, pid limit $rows`

/** Products that were seen often and never clicked; binds `$least` and `$rows`. */
export const UNCLICKED_PRODUCTS = `
  select pid, ${ROW} from products
  where shown >= $least and clicked = 0 and added = 0 and ordered = 0
  order by shown desc, pid limit $rows`

const TEXTS = `
  select substr(list, 7) as query, searches, searches_before, empty, ${ROW} from lists`

/** Texts of one kind, the most searched first; binds `$kind` and `$rows`. */
export const QUERIES = `
  ${TEXTS} where kind = $kind and searches + empty + shown + clicked + added + ordered > 0
  order by searches desc, shown desc, query limit $rows`

/** Typed texts whose list was shown without a product; binds `$rows`. */
export const EMPTY_SEARCHES = `
  ${TEXTS} where kind = 'query' and empty > 0
  order by empty desc, searches desc, query limit $rows`

/** Typed texts that showed products, none of which was clicked; binds `$least` and `$rows`. */
export const UNCLICKED_SEARCHES = `
  ${TEXTS}
  where kind = 'query' and searches >= $least and shown > 0 and clicked = 0 and ordered = 0
  order by searches desc, shown desc, query limit $rows`

/**
 * The values of facets, the most chosen first, and what each visit did after its first choice;
 * binds `$facet` and `$value`, `$list` (empty for all) and `$rows`.
 */
export const FACET_ROWS = `
  with chosen as (
    select visit, facet, value, min(ts) as ts from facets
    where kind = 'selected' and ($list = '' or list = $list) and ${NOW} and ${VISIT}
    group by visit, facet, value
  ),
  ends as (
    select visit, max(ts) filter (step = 'clicked') as clicked,
      max(ts) filter (step = 'ordered') as ordered, sum(micros) as micros
    from steps
    where step in ('clicked', 'ordered') and visit in (select visit from chosen) group by visit
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
    from facets where kind <> 'reset' and ($list = '' or list = $list) and ${NOW} and ${VISIT}
    group by facet, value
  )
  select facet, value, selected, deselected, coalesce(visits, 0) as visits,
    coalesce("clickedVisits", 0) as "clickedVisits",
    coalesce("orderedVisits", 0) as "orderedVisits", coalesce(micros, 0) as micros
  from counts left join outcomes using (facet, value)
  where $facet = '' or (facet = $facet and value = $value)
  order by selected desc, "orderedVisits" desc, facet, value limit $rows`

/** Bad events by their kind and page; binds `$rows`. */
export const BAD_EVENTS = `
  select action, reason, page, count(*) as events from events
  where not is_good and ${NOW} and ${VISIT}
  group by all order by events desc, action, reason, page limit $rows`

/** Visits that see far more lists than people do, and click nothing; binds `$rows`. */
export const AUTOMATED_VISITS = `
  select visit, uid, lists, shown from (
    select visit, any_value(uid) as uid, count(*) filter (place = 1) as lists,
      count(*) filter (step = 'shown') as shown, count(*) filter (step <> 'shown') as others
    from steps where ${NOW} and ${VISIT} group by visit
  ) where others = 0 and lists >= $lists order by shown desc, visit limit $rows`

/** One row for each later step: what is attributed to a list, and why the rest is not. */
export const ATTRIBUTED_STEPS = `
  select step, count(*) as times,
    count(*) filter (how = 'by-request') as "byRequest",
    count(*) filter (how = 'by-visit') as "byVisit",
    count(*) filter (how = 'unknown-request') as "unknownRequest",
    count(*) filter (how = 'earlier-visit') as "earlierVisit",
    count(*) filter (how = 'never-shown') as "neverShown"
  from steps where step <> 'shown' and ${NOW} and ${VISIT} group by step`

const SUMMED = `
  count(*) filter (step = 'shown') as shown, count(*) filter (step = 'clicked') as clicked,
  count(*) filter (step = 'added') as added, count(*) filter (step = 'ordered') as ordered,
  coalesce(sum(units) filter (step = 'ordered'), 0) as units, coalesce(sum(micros), 0) as micros`

/** Lists with their requests, the most revenue first; binds `$rows`. */
export const ATTRIBUTED_LISTS = `
  select list, case when list = '' then 'none' when starts_with(list, 'page:') then 'page'
      when list in (select list from events where action = 'search' and is_good) then 'query'
      else 'untyped' end as kind,
    count(distinct owed_request) filter (owed_request <> '') as requests, ${SUMMED}
  from steps where list <> '' and ${NOW} and ${VISIT} group by list
  order by micros desc, ordered desc, added desc, clicked desc, shown desc, list limit $rows`

/** Replies of Browse by their request id, the most revenue first; binds `$rows`. */
export const ATTRIBUTED_REQUESTS = `
  select owed_request as "requestId", any_value(list) as list, min(ts) as "at", ${SUMMED}
  from steps where owed_request <> '' and ${NOW} and ${VISIT} group by owed_request
  order by micros desc, ordered desc, added desc, clicked desc, shown desc, "requestId" limit $rows`
