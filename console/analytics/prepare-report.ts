import type { DICTIONARIES } from '../columns/column-schema.ts'
import type { ColumnValues, DuckSession } from '../columns/duck.ts'
import { type Comparison, SHOPPERS } from './scope.ts'

/** The figures of steps, as columns of the reports' tables. */
export const NAMES = ['shown', 'clicked', 'added', 'ordered', 'units', 'micros']

/** Names of the figures, for both periods. */
export const FIGURES = NAMES.flatMap((name) => [name, `${name}_before`])

/** SQL sums of columns, under the columns' names. */
export const sumsOf = (names: readonly string[]): string =>
  names.map((name) => `sum(${name}) as ${name}`).join()

const SUMS = sumsOf(FIGURES)

/** SQL conditions for the scope and for the previous period. */
export const NOW = 'ts >= $from and ts < $to'
export const BEFORE = 'ts >= $beforeFrom and ts < $beforeTo'

/** Selects the events of people (0), of agents (1), or of both (2). */
export const WHO = '($who = 2 or is_agent = ($who = 1))'

/** Everything from the start of the previous period on: one continuous range, so that blocks outside it can be skipped. */
const SINCE_BEFORE = `ts >= least($from, $beforeFrom) and ts < greatest($to, $beforeTo) and ${WHO}`

const BOTH = `${SINCE_BEFORE} and ((${NOW}) or (${BEFORE}))`

/** Shoppers rarely see positions beyond this. */
export const PLACES = 48

/** Conditions that limit a report further: one on rows of `shown` and `acts`, and one on rows of `event_rows`. */
export interface StepFilter {
  readonly steps: string
  readonly events: string
  /** The table of impressions: `seen` is a copy of only the matching ones. */
  readonly shown: 'seen' | 'shown'
}

/** Matches everything. */
export const NO_FILTER: StepFilter = { steps: 'true', events: 'true', shown: 'shown' }

/** The kind of a list in `list_names`: a text typed in the relevant searches, another text, or a page. */
export const LIST_KIND = `
  case when name is null then 'none' when starts_with(name, 'page:') then 'page'
    when (typed and $who <> 1) or (asked and $who <> 0) then 'query' else 'untyped' end`

const LIST_COLUMNS = ['searches', 'searches_before', 'empty', 'replies', 'ranked', ...FIGURES]

const actFigures = (period: string, suffix = '') => `
  count(*) filter (step = 'clicked' and ${period}) as clicked${suffix},
  count(*) filter (step = 'added' and ${period}) as added${suffix},
  count(*) filter (step = 'ordered' and ${period}) as ordered${suffix},
  coalesce(sum(units) filter (step = 'ordered' and ${period}), 0) as units${suffix},
  coalesce(sum(micros) filter (${period}), 0) as micros${suffix}`

/** The clicks, carts and orders of both periods; for those in between, `is_now` is null. */
export const actsOf = ({ steps }: StepFilter) =>
  `create temp table acted as
   select event_id, ts, is_agent, visit, uid, step, pid, units, micros, list, place, rank,
     owed_request, owed_visit, case when ${NOW} then true when ${BEFORE} then false end as is_now
   from acts where ${SINCE_BEFORE} and ${steps}`

/** The impressions of one item, in both periods and between them; copying fewer columns saves time. */
const seenOf = ({ steps }: StepFilter) =>
  `create temp table seen as select event_id, ts, is_agent, visit, uid, list, pid, place, rank
   from shown where ${SINCE_BEFORE} and ${steps}`

/**
 * The tables of one report, besides `acted`. `cells` holds the steps by list, product and rank; every other table
 * of steps is a sum of it, so the steps are read only once. A reply is counted at its first visible product.
 */
const tablesOf = ({ shown, events }: StepFilter): readonly string[] => [
  `create temp table cells as
   select list, pid, rank, sum(replies) as replies, sum(ranked) as ranked, ${SUMS}
   from (
     select list, pid, rank, count(*) filter (${NOW}) as shown,
       count(*) filter (${BEFORE}) as shown_before,
       count(*) filter (place = 1 and ${NOW}) as replies,
       count(*) filter (place = 1 and rank is not null and ${NOW}) as ranked,
       ${NAMES.slice(1)
         .flatMap((name) => [`0 as ${name}`, `0 as ${name}_before`])
         .join()}
     from ${shown} where ${BOTH} group by list, pid, rank
     union all by name
     select list, pid, rank, 0 as shown, 0 as shown_before, 0 as replies, 0 as ranked,
       ${actFigures('is_now')}, ${actFigures('not is_now', '_before')}
     from acted where is_now is not null group by list, pid, rank
   ) group by list, pid, rank`,
  `create temp table texts as
   select list, count(*) filter (is_search and ${NOW}) as searches,
     count(*) filter (is_search and ${BEFORE}) as searches_before,
     count(*) filter (is_empty and ${NOW}) as empty
   from event_rows
   where is_good and list <> 0 and (is_search or is_empty) and ${events} and ${BOTH}
   group by list`,
  `create temp table lists as
   select list, coalesce(name, '') as name, ${LIST_KIND} as kind,
     ${LIST_COLUMNS.map((column) => `coalesce(${column}, 0) as ${column}`).join()}
   from (select list, ${SUMS}, sum(replies) as replies, sum(ranked) as ranked
     from cells group by list)
   full join texts using (list) left join list_names on list_names.id = list`,
  // What happened to the products of each reply. These are far fewer rows than impressions.
  `create temp table pairs as
   select list, owed_visit, owed_request, pid, any_value(rank) as rank,
     bool_or(step = 'clicked') as is_clicked, bool_or(step = 'added') as is_added,
     min(ts) filter (step = 'clicked') as clicked_at,
     max(case step when 'ordered' then 3 when 'added' then 2 else 1 end) as gain,
     sum(micros) as micros
   from acted where is_now and list <> 0
   group by list, owed_visit, owed_request, pid`,
]

const PRODUCT_TABLE = `create temp table products as
  select pid, ${SUMS} from cells group by pid`

/** The tables that parts of a report need besides `acted` and `cells`, each with those that it is made of. */
const NEEDED = {
  products: ['products'],
  lists: ['texts', 'lists'],
  relevance: ['texts', 'lists', 'pairs'],
}

/** Creates the tables of a report: `acted`, `cells`, and those that its figures need; also `seen` for one item. */
export async function prepareTables(
  session: DuckSession,
  values: ColumnValues,
  filter: StepFilter,
  figures: keyof typeof NEEDED = 'relevance',
): Promise<void> {
  const tables = [
    ...[actsOf(filter), ...(filter.shown === 'seen' ? [seenOf(filter)] : [])],
    ...[...tablesOf(filter), PRODUCT_TABLE].filter((table) =>
      ['cells', ...NEEDED[figures]].some((name) => table.startsWith(`create temp table ${name} `)),
    ),
  ]
  await session.exec(tables.join(';'), values)
}

/** The values bound in a report's queries. */
export function valuesOf({
  scope: { from, to, who },
  before,
}: Pick<Comparison, 'scope' | 'before'>): Readonly<Record<string, number>> {
  return {
    ...{ from, to, who: SHOPPERS.indexOf(who) },
    // Without a previous period, its range is empty and starts where the scope does.
    ...{ beforeFrom: before?.from ?? from, beforeTo: before?.to ?? from },
  }
}

/** The dictionary number of a text; -1 if no event has it. */
export async function idOf(
  session: DuckSession,
  kind: (typeof DICTIONARIES)[number],
  name: string,
): Promise<number> {
  if (name === '') return 0
  const [row] = await session.rows<{ readonly id: number }>(
    `select id from ${kind}_names where name = $name`,
    { name },
  )
  return row?.id ?? -1
}

/** A row as stored: money in millionths, figures of the previous period beside the current ones. */
export interface RawFigures {
  readonly micros: number
  readonly [figure: string]: unknown
}

const PREVIOUS = '_before'

/** Converts money to the shop's currency and moves the previous period to `before`. */
export function inMoney<Row>(raw: RawFigures): Row {
  const { micros, ...row } = raw
  const now: Record<string, unknown> = { revenue: micros / 1e6 }
  const before: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    if (!name.endsWith(PREVIOUS)) now[name] = value
    else if (name === `micros${PREVIOUS}`) before.revenue = Number(value) / 1e6
    else before[name.slice(0, -PREVIOUS.length)] = value
  }
  return { ...now, ...(Object.keys(before).length > 0 && { before }) } as Row
}
