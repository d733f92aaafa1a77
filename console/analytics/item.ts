import type { ColumnValues, DuckSession } from '../columns/duck.ts'
import { badParameter, oneOf, textOf } from '../read-parameter.ts'
import { periodOf, type ReporterDeps, readFacets } from './count-report.ts'
import type { Labels } from './labels.ts'
import {
  FIGURES,
  idOf,
  inMoney,
  NAMES,
  NOW,
  PLACES,
  prepareTables,
  type RawFigures,
  valuesOf,
  WHO,
} from './prepare-report.ts'
import { readRelevance } from './read-relevance.ts'
import { ASKED_NEXT } from './relevance-sql.ts'
import type {
  AskedNextRow,
  ComparedCounts,
  Item,
  ItemListRow,
  ItemProductRow,
  ItemReport,
  RankRow,
} from './report-type.ts'
import { comparisonOf, type Scope, type ScopeQuery } from './scope.ts'
import { readTrend, trendedOf, visitPoints } from './trend.ts'

const KINDS = ['list', 'product', 'facet'] as const

const ROWS = 100

/** Reads the item that a page is about. @throws RequestError 400 `bad-parameter`. */
export function readItem({ kind, name, value }: ScopeQuery): Item {
  if (!name) throw badParameter('name', 'is missing.')
  return {
    kind: oneOf('kind', kind, KINDS),
    name: textOf('name', name),
    value: textOf('value', value),
  }
}

/** SQL conditions for an item's steps and events. For a facet value, they select the visits that chose it. */
async function filterOf(session: DuckSession, { kind, name, value }: Item, values: ColumnValues) {
  if (kind === 'facet') {
    await session.rows(
      `create temp table choosing as select distinct visit from facet_rows
       where kind = 'selected' and facet = $name and value = $value and ${WHO}`,
      { ...values, name, value },
    )
    const chose = 'visit in (select visit from choosing)'
    return { id: 0, filter: { steps: chose, events: chose, shown: 'seen' } as const }
  }
  const id = await idOf(session, kind === 'list' ? 'list' : 'pid', name)
  if (kind === 'list') {
    const ofList = `list = ${id}`
    return { id, filter: { steps: ofList, events: ofList, shown: 'seen' } as const }
  }
  await session.exec(
    `create temp table meeting as
     select visit from shown where pid = ${id} and ${WHO}
     union select visit from acts where pid = ${id} and ${WHO}`,
    values,
  )
  const events = 'visit in (select visit from meeting)'
  return { id: 0, filter: { steps: `pid = ${id}`, events, shown: 'seen' } as const }
}

/** Creates the reporter for single items. */
export function createItemReporter(deps: ReporterDeps) {
  const { columns, labels, calendar, currency, now = Date.now } = deps

  return (scope: Scope, item: Item): Promise<ItemReport> =>
    columns.session(async (session) => {
      const comparison = comparisonOf(scope, calendar, now())
      const values = valuesOf(comparison)
      const { id: list, filter } = await filterOf(session, item, values)
      await prepareTables(session, values, filter)
      const [figures = NO_FIGURES] = await session.rows<RawFigures>(SUM)
      const { before, ...counts } = inMoney<ComparedCounts>(figures)
      const sample = deps.samplePrefix
      const [span = NO_SPAN] = await session.rows<Span>(SPAN, { ...values, sample })
      const { events, sampleUsers } = span
      const trended = trendedOf(comparison, span, calendar)
      await session.exec(visitPoints(trended, filter), values)
      const relevance =
        item.kind === 'list'
          ? await readRelevance(session, values, { labels, rows: ROWS, list })
          : NO_RELEVANCE
      return {
        item,
        label: labelOf(labels, item),
        ...{ currency, timeZone: calendar.timeZone, ...periodOf(comparison) },
        totals: { ...counts, events, bad: 0, sampleUsers },
        ...(comparison.before && { before }),
        trend: await readTrend(session, trended, values, true),
        ranks: await session.rows<RankRow>(RANKS, { places: PLACES }),
        products: await productsOf(session, labels),
        lists: await listsOf(session, labels),
        ...(relevance.lists[0] && { relevance: relevance.lists[0] }),
        tooLow: relevance.tooLow,
        tooHigh: relevance.tooHigh,
        askedNext:
          item.kind === 'list'
            ? await session.rows<AskedNextRow>(ASKED_NEXT, { rows: ROWS, list })
            : [],
        facets: await facetsOf(session, labels, { ...values, list }, item),
      }
    })
}

const NO_FIGURES: RawFigures = { micros: 0, micros_before: 0 }
const NO_SPAN: Span = { events: 0, sampleUsers: 0, first: 0, last: 0 }
const NO_RELEVANCE = { lists: [], tooLow: [], tooHigh: [] } as const

interface Span {
  readonly events: number
  readonly sampleUsers: number
  readonly first: number
  readonly last: number
}

/** Sums of columns, 0 without rows, under the columns' names. */
const zeroSumsOf = (names: readonly string[]) =>
  names.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join()

const SUM = `select ${zeroSumsOf(FIGURES)} from cells`

const SPAN = `
  with found as (
    select event_id, uid, ts from seen where ${NOW}
    union all
    select event_id, uid, ts from acted where is_now
  )
  select (select count(*) from (select distinct event_id from found)) as events, coalesce(min(ts), 0) as first,
    coalesce(max(ts), 0) as last,
    (select count(*) from (select distinct uid from found) join uid_names on id = uid
      where starts_with(name, $sample)) as "sampleUsers"
  from found`

const RANKS = `
  select rank, sum(shown) as shown, sum(clicked) as clicked from cells
  where rank between 1 and $places group by rank order by rank`

const meanRank = `
  sum(shown * rank) filter (rank is not null) / nullif(sum(shown) filter (rank is not null), 0)`

const grouped = (kind: 'list' | 'pid') => `
  select ${kind} as id, coalesce(name, '') as ${kind}, ${meanRank} as "meanRank", ${zeroSumsOf(NAMES)}
  from cells left join ${kind}_names on ${kind}_names.id = cells.${kind} group by ${kind}, name
  having sum(shown) + sum(clicked) + sum(added) + sum(ordered) > 0
  order by sum(clicked) desc, sum(shown) desc, name limit ${ROWS}`

async function productsOf(session: DuckSession, labels: Labels): Promise<ItemProductRow[]> {
  const rows = await session.rows<RawFigures>(`select * exclude (id) from (${grouped('pid')})`)
  return rows.map((raw) => {
    const row = inMoney<ItemProductRow>(raw)
    return { ...row, title: labels.product(row.pid) }
  })
}

async function listsOf(session: DuckSession, labels: Labels): Promise<ItemListRow[]> {
  const rows = await session.rows<RawFigures>(
    `select rows_of_lists.* exclude (id), kind
     from (${grouped('list')}) rows_of_lists join lists on lists.list = id
     order by rows_of_lists.clicked desc, rows_of_lists.shown desc, rows_of_lists.list`,
  )
  return rows.map((raw) => {
    const row = inMoney<ItemListRow>(raw)
    return { ...row, label: labels.list(row.list) }
  })
}

async function facetsOf(
  session: DuckSession,
  labels: Labels,
  values: Readonly<Record<string, string | number>>,
  item: Item,
) {
  if (item.kind === 'product') return []
  const one = item.kind === 'facet' ? { facet: item.name, value: item.value } : undefined
  return readFacets(session, labels, values, one)
}

const labelOf = (labels: Labels, { kind, name, value }: Item): string => {
  if (kind === 'list') return labels.list(name)
  return kind === 'facet' ? labels.facet(name, value) : labels.product(name) || name
}
