import { Z } from '../wilson.ts'
import { NOW, WHO } from './prepare-report.ts'

/** SQL for a bound of the Wilson interval of `part` in `whole`. */
const wilson = (part: string, whole: string, sign: '+' | '-') => {
  const rate = `(${part}) / (${whole})::double`
  return `greatest(0, least(1, (${rate} + ${Z ** 2 / 2} / (${whole}) ${sign} ${Z} *
    sqrt(greatest(0, ${rate} * (1 - ${rate}) / (${whole}) + ${Z ** 2 / 4} / ((${whole}) * (${whole})::double))))
    / (1 + ${Z ** 2} / (${whole}))))`
}

/** nDCG is computed over the first ten ranks. */
const DEPTH = 10

/** Clicks by rank for the whole site. Several clicks on a product in one reply count once. */
const curveOf = (shown: string) => `create temp table curve as
  select rank, shown, coalesce(clicked, 0) as clicked, coalesce(clicked, 0) / shown as rate from (${shown}) left join (
    select rank, count(*) as clicked from (
      select distinct rank, list, owed_visit, owed_request, pid from acts
      where step = 'clicked' and list <> 0 and rank is not null and ${NOW} and ${WHO}
    ) group by rank
  ) using (rank)`

/** The click curve, if `cells` covers all lists. */
export const CURVE_TABLE = curveOf(
  'select rank, sum(shown) as shown from cells where rank is not null group by rank having sum(shown) > 0',
)

/** The click curve of the whole site, for a page about one list. */
export const CURVE_OF_SITE = curveOf(
  `select rank, count(*) as shown from shown where rank is not null and ${NOW} and ${WHO} group by rank`,
)

/** The curve by rank, from 1. */
export const CURVE = 'select rank, shown, clicked from curve order by rank'

/** The fitted, falling click curve as a table; see `fallingRates`. */
export const fallingTable = (rows: readonly { readonly rank: number; readonly rate: number }[]) => `
  create temp table falling as
  select unnest([${rows.map(({ rank }) => rank)}]::bigint[]) as rank,
    unnest([${rows.map(({ rate }) => rate)}]::double[]) as falling`

/** The relevance tables, built from those of a report. See `docs/operate/ubi.md` for the meaning of each figure. */
export const RELEVANCE_TABLES: readonly string[] = [
  // Several clicks on a product in one reply count once, so that no rate exceeds 1.
  `create temp table placed as
   select list, pid, shown, expected, explained, mean_rank, coalesce(clicked, 0) as clicked
   from (
     select list, pid, sum(cells.shown) as shown, sum(cells.shown * rate) as expected,
       sum(cells.shown * falling) as explained,
       sum(cells.shown * rank) / sum(cells.shown) as mean_rank
     from cells join curve using (rank) join falling using (rank) where list <> 0 and cells.shown > 0 group by list, pid
   )
   left join (
     select list, pid, count(*) as clicked from pairs where is_clicked and rank is not null
     group by list, pid
   ) using (list, pid)`,
  `create temp table outcomes as
   select list, owed_visit, owed_request,
     bool_or(is_clicked) as is_clicked, bool_or(is_added) as is_added,
     min(rank) filter (is_clicked) as best,
     (arg_min(struct_pack(rank := rank), struct_pack(ts := clicked_at, rank := coalesce(rank, 1000000)))
       filter (is_clicked)).rank as first_rank,
     bool_and(rank is not null) as is_ranked,
     coalesce(sum(gain / log2(rank + 1)) filter (rank <= ${DEPTH}), 0) as dcg,
     sum(gain / log2(ideal + 1)) filter (ideal <= ${DEPTH}) as ideal_dcg,
     sum(micros) as micros
   from (
     select *, row_number() over (
       partition by list, owed_visit, owed_request order by gain desc) as ideal
     from pairs
   ) group by all`,
]

/** Visits that saw a list, and what they did there, built from the tables of a report; binds `$list` (0 for all). */
export const EPISODES = `create temp table episodes as
   with seen as (
     select visit, list, min(ts) as start, min(event_id) as first_event, bool_or(action = 'facets') as has_facet,
       bool_or(is_empty) as is_empty, bool_or(is_search) as is_typed
     from event_rows where is_good and list <> 0 and ${NOW} and ${WHO}
       and ($list = 0 or visit in (select visit from event_rows where list = $list and ${NOW}))
     group by visit, list
   ),
   asked as (
     select visit, list, lead(list) over (partition by visit order by start, first_event) as next
     from seen where is_typed
   ),
   followed as (
     select seen.*, asked.next,
       coalesce(max(start) filter (is_typed) over (partition by seen.visit) > start, false) as asks_again
     from seen left join asked using (visit, list)
   )
   select *, not is_used and (has_facet or asks_again) as is_refined,
     not is_used and not (has_facet or asks_again) as is_abandoned
   from (
     select followed.*, used.visit is not null as is_used
     from followed left join (select distinct owed_visit as visit, list from pairs) used
       on followed.visit = used.visit and followed.list = used.list
   )`

/** One row per list, the most visited first; binds `$rows` and `$list` (0 for all). */
export const RELEVANCE = `
  select name as list, kind, lists.replies, ranked, lists.shown as impressions, searches,
    coalesce(clicked_pairs, 0) as clicks, coalesce(at_1, 0) as "clickedAt1", coalesce(at_3, 0) as "clickedAt3",
    coalesce(at_10, 0) as "clickedAt10", coalesce(reciprocal, 0) as "reciprocalRanks",
    coalesce(graded, 0) as graded, coalesce(ndcg, 0) as "ndcgSum",
    coalesce(placed_clicks, 0) as "placedClicks", coalesce(expected, 0) as "expectedClicks",
    coalesce(added_replies, 0) as "addedReplies", micros,
    coalesce(visits, 0) as visits, coalesce(empty_visits, 0) as "emptyVisits",
    coalesce(refined, 0) as refined, coalesce(abandoned, 0) as abandoned
  from lists
  left join (
    select list, count(*) filter (best = 1) as at_1, count(*) filter (best <= 3) as at_3,
      count(*) filter (best <= 10) as at_10, sum(1.0 / first_rank) as reciprocal,
      count(*) filter (is_ranked) as graded, sum(dcg / ideal_dcg) filter (is_ranked) as ndcg,
      count(*) filter (is_added) as added_replies
    from outcomes group by list) using (list)
  left join (
    select list, count(*) filter (is_clicked) as clicked_pairs from pairs group by list
  ) using (list)
  left join (
    select list, sum(clicked) as placed_clicks, sum(expected) as expected
    from placed group by list) using (list)
  left join (
    select list, count(*) as visits, count(*) filter (is_empty) as empty_visits,
      count(*) filter (is_refined) as refined, count(*) filter (is_abandoned) as abandoned
    from episodes group by list) using (list)
  where list <> 0 and ($list = 0 or list = $list) and coalesce(visits, 0) + lists.replies > 0
  order by visits desc, impressions desc, name limit $rows`

const judged = (sign: '+' | '-') =>
  `${wilson('least(clicked, shown)', 'shown', sign)} * shown / nullif(explained, 0)`

const PLACED = `
  select coalesce(list_names.name, '') as list, coalesce(pid_names.name, '') as pid, shown, clicked,
    explained as expected, mean_rank as "meanRank",
    ${judged('-')} as low, ${judged('+')} as high
  from placed left join list_names on list_names.id = placed.list
    left join pid_names on pid_names.id = placed.pid
  where explained >= 1 and ($list = 0 or list = $list)`

/**
 * Products clicked more often than their ranks explain, the clearest cases first: even the lower bound of their
 * clicks exceeds the expected number.
 */
export const TOO_LOW = `
  select * from (${PLACED}) where low > 1 and "meanRank" > 1.5
  order by low desc, shown desc, list, pid limit $rows`

/** Products clicked less often than their ranks explain, the clearest cases first. */
export const TOO_HIGH = `
  select * from (${PLACED}) where high < 1
  order by expected - high * expected desc, list, pid limit $rows`

/** Searches that visits left for another search without a click, and the next search. */
export const ASKED_NEXT = `
  select substr(list_names.name, 7) as query, substr(next_names.name, 7) as next, visits from (
    select list, next, count(*) as visits from episodes
    where not is_used and next is not null and ($list = 0 or list = $list)
    group by list, next
  ) left_lists join list_names on list_names.id = left_lists.list
    join list_names next_names on next_names.id = left_lists.next
  order by visits desc, list_names.name, next_names.name limit $rows`
