import type { ColumnValues, DuckSession } from '../../store/columns/duck.ts'
import type { Comparison } from './scope.ts'

/** The figures of a product at each step, over a group of `steps`. */
const figures = (period: string, suffix = '') => `
  count(*) filter (step = 'shown' and ${period}) as shown${suffix},
  count(*) filter (step = 'clicked' and ${period}) as clicked${suffix},
  count(*) filter (step = 'added' and ${period}) as added${suffix},
  count(*) filter (step = 'ordered' and ${period}) as ordered${suffix},
  coalesce(sum(units) filter (step = 'ordered' and ${period}), 0) as units${suffix},
  coalesce(sum(micros) filter (${period}), 0) as micros${suffix}`

/** Names of the figures, of both periods. */
export const FIGURES = ['shown', 'clicked', 'added', 'ordered', 'units', 'micros'].flatMap(
  (name) => [name, `${name}_before`],
)

const SUMS = FIGURES.map((name) => `sum(${name}) as ${name}`).join()

/** Conditions of the scope and of the previous period. */
export const NOW = 'ts >= $from and ts < $to'
const BEFORE = 'ts >= $beforeFrom and ts < $beforeTo'
export const VISIT = "($visit = '' or visit = $visit)"
const BOTH = `((${NOW}) or (${BEFORE})) and ${VISIT}`

/** Places beyond these are hardly ever seen. */
export const PLACES = 48

/** Which steps and events count, besides a scope. */
export interface StepFilter {
  /** A condition on `steps`, and one on `events`. */
  readonly steps: string
  readonly events: string
  /** What the conditions bind. */
  readonly values: Readonly<Record<string, string>>
}

/** Counts all. */
export const NO_FILTER: StepFilter = { steps: 'true', events: 'true', values: {} }

/** A list is a text that somebody typed, another text, or a page. */
const LIST_KIND = `
  case when list = '' then 'none' when starts_with(list, 'page:') then 'page'
    when list in (select list from events where action = 'search' and is_good) then 'query'
    else 'untyped' end`

const LIST_COLUMNS = ['searches', 'searches_before', 'empty', 'replies', 'ranked', ...FIGURES]

/**
 * The tables of one report. `cells` has the steps by list, product and rank; every other table of
 * steps is a sum of it, so that the steps are read once. Of a reply, the product that was seen first
 * counts the reply.
 */
const tablesOf = ({ steps, events }: StepFilter): readonly string[] => [
  `create temp table cells as
   select list, pid, rank, ${figures(NOW)}, ${figures(BEFORE, '_before')},
     count(*) filter (step = 'shown' and place = 1 and ${NOW}) as replies,
     count(*) filter (step = 'shown' and place = 1 and rank is not null and ${NOW}) as ranked
   from steps where ${steps} and ${BOTH} group by all`,
  `create temp table products as select pid, ${SUMS} from cells group by pid`,
  `create temp table texts as
   select list,
     count(*) filter (action = 'search' and ${NOW}) as searches,
     count(*) filter (action = 'search' and ${BEFORE}) as searches_before,
     count(*) filter (is_empty and ${NOW}) as empty
   from events
   where is_good and list <> '' and (action = 'search' or is_empty) and ${events} and ${BOTH}
   group by list`,
  `create temp table lists as
   select list, ${LIST_KIND} as kind, ${LIST_COLUMNS.map((name) => `coalesce(${name}, 0) as ${name}`).join()}
   from (select list, ${SUMS}, sum(replies) as replies, sum(ranked) as ranked
     from cells group by list)
   full join texts using (list)`,
  // What happened to the products of a reply. Few of them are more than shown.
  `create temp table pairs as
   select list, owed_visit, owed_request, pid, any_value(rank) as rank,
     bool_or(step = 'clicked') as is_clicked, bool_or(step = 'added') as is_added,
     min(ts) filter (step = 'clicked') as clicked_at,
     max(case step when 'ordered' then 3 when 'added' then 2 else 1 end) as gain,
     sum(micros) as micros
   from steps where step <> 'shown' and list <> '' and ${steps} and ${NOW} and ${VISIT}
   group by list, owed_visit, owed_request, pid`,
]

/** Makes the tables of a report in a session. Each can be read several times. */
export async function prepareReport(
  session: DuckSession,
  comparison: Comparison,
  filter: StepFilter = NO_FILTER,
): Promise<ColumnValues> {
  const values = valuesOf(comparison)
  for (const table of tablesOf(filter)) await session.rows(table, { ...values, ...filter.values })
  return values
}

/** What the queries of a report bind. */
export function valuesOf({ scope, before }: Comparison): ColumnValues {
  const { from, to, visit } = scope
  return { from, to, visit, beforeFrom: before?.from ?? 0, beforeTo: before?.to ?? 0 }
}
