import { RequestError } from '../../request-error.ts'
import type { DuckSession } from '../../store/columns/duck.ts'
import type { Item, ItemListRow, ItemProductRow, ItemReport } from './item-type.ts'
import type { Labels } from './labels.ts'
import { inMoney, type RawFigures } from './money.ts'
import { NOW, PLACES, prepareReport, type StepFilter, VISIT } from './prepare-report.ts'
import { readRelevance } from './read-relevance.ts'
import type { RankRow } from './relevance-type.ts'
import { type ReporterDeps, readBothTrends, readFacets } from './report.ts'
import type { ComparedCounts } from './report-type.ts'
import { comparisonOf, type Scope, type ScopeQuery } from './scope.ts'

const KINDS = ['list', 'product', 'facet'] as const

const MAX_NAME = 500

/** Rows of the tables of one item. */
const ROWS = 100

/** Reads what a page is about. @throws RequestError 400 `bad-parameter`. */
export function readItem({ kind, name, value = '' }: ScopeQuery): Item {
  const known = KINDS.find((one) => one === kind)
  if (!known) throw bad('kind', `is one of ${KINDS.join(', ')}.`)
  return {
    kind: known,
    name: textOf('name', name),
    value: value === '' ? '' : textOf('value', value),
  }
}

function textOf(parameter: string, given: unknown): string {
  if (typeof given === 'string' && given !== '' && given.length <= MAX_NAME) return given
  throw bad(parameter, `is one text of 1 to ${MAX_NAME} characters.`)
}

const bad = (name: string, rule: string) =>
  new RequestError(400, 'bad-parameter', `${name} ${rule}`, name)

/** The steps and events of an item, in SQL. A facet value has those of the visits that chose it. */
const FILTERS = {
  list: { steps: 'list = $name', events: 'list = $name' },
  product: { steps: 'pid = $name', events: 'visit in (select visit from steps where pid = $name)' },
  facet: {
    steps:
      "visit in (select visit from facets where kind = 'selected' and facet = $name and value = $value)",
    events:
      "visit in (select visit from facets where kind = 'selected' and facet = $name and value = $value)",
  },
} as const

/** Makes the reporter of single items. */
export function createItemReporter(deps: ReporterDeps) {
  const { columns, labels, calendar, currency, now = Date.now } = deps

  return (scope: Scope, item: Item): Promise<ItemReport> =>
    columns.session(async (session) => {
      const comparison = comparisonOf(scope, calendar, now())
      const filter: StepFilter = {
        ...FILTERS[item.kind],
        values: { name: item.name, value: item.value },
      }
      const values = await prepareReport(session, comparison, filter)
      const all = { ...values, ...filter.values }
      const [totals = NO_FIGURES] = await session.rows<RawFigures>(SUM)
      const { before: earlier, ...counts } = inMoney<ComparedCounts>(totals)
      const sample = deps.samplePrefix
      const [span = NO_SPAN] = await session.rows<Span>(spanOf(filter), { ...all, sample })
      const { events, sampleUsers } = span
      const relevance =
        item.kind === 'list'
          ? await readRelevance(session, values, { labels, rows: ROWS, list: item.name })
          : NO_RELEVANCE
      const { before, isOpen } = comparison
      return {
        item,
        label: labelOf(labels, item),
        currency,
        timeZone: calendar.timeZone,
        totals: { ...counts, events, sampleUsers },
        ...(before && { before: earlier, previous: { from: before.from, to: before.to, isOpen } }),
        trend: await readBothTrends(session, comparison, span, calendar, filter),
        ranks: await session.rows<RankRow>(RANKS, { places: PLACES }),
        products: await productsOf(session, labels),
        lists: await listsOf(session, labels),
        ...(relevance.lists[0] && { relevance: relevance.lists[0] }),
        tooLow: relevance.tooLow,
        tooHigh: relevance.tooHigh,
        askedNext: relevance.askedNext,
        facets: await facetsOf(session, labels, all, item),
      }
    })
}

const NO_FIGURES: RawFigures = { micros: 0, micros_before: 0 }
const NO_SPAN: Span = { events: 0, sampleUsers: 0, first: 0, last: 0 }
const NO_RELEVANCE = { lists: [], tooLow: [], tooHigh: [], askedNext: [] } as const

interface Span {
  readonly events: number
  readonly sampleUsers: number
  readonly first: number
  readonly last: number
}

const FIGURES = ['shown', 'clicked', 'added', 'ordered', 'units', 'micros']

const sumOf = (suffixes: readonly string[]) =>
  suffixes
    .flatMap((suffix) => FIGURES.map((name) => name + suffix))
    .map((name) => `coalesce(sum(${name}), 0) as ${name}`)
    .join()

const SUM = `select ${sumOf(['', '_before'])} from cells`

const spanOf = ({ steps }: StepFilter) => `
  select count(distinct event_id) as events,
    count(distinct uid) filter (starts_with(uid, $sample)) as "sampleUsers",
    coalesce(min(ts), 0) as first, coalesce(max(ts), 0) as last
  from steps where ${steps} and ${NOW} and ${VISIT}`

const RANKS = `
  select rank, sum(shown) as shown, sum(clicked) as clicked from cells
  where rank between 1 and $places group by rank order by rank`

const meanRank = `
  sum(shown * rank) filter (rank is not null) / nullif(sum(shown) filter (rank is not null), 0)`

const grouped = (key: string) => `
  select ${key}, ${meanRank} as "meanRank", ${sumOf([''])} from cells group by ${key}
  having sum(shown) + sum(clicked) + sum(added) + sum(ordered) > 0
  order by sum(clicked) desc, sum(shown) desc, ${key} limit ${ROWS}`

/** A mean that is not known is left out, never 0. */
const withoutNull = <Row extends { readonly meanRank?: number | null }>({
  meanRank: mean,
  ...row
}: Row) => ({
  ...row,
  ...(mean !== null && mean !== undefined && { meanRank: mean }),
})

async function productsOf(session: DuckSession, labels: Labels): Promise<ItemProductRow[]> {
  const rows = await session.rows<RawFigures>(grouped('pid'))
  return rows.map((raw) => {
    const row = withoutNull(inMoney<ItemProductRow>(raw))
    return { ...row, title: labels.product(row.pid) }
  })
}

async function listsOf(session: DuckSession, labels: Labels): Promise<ItemListRow[]> {
  const rows = await session.rows<RawFigures>(
    `select rows_of_lists.*, kind from (${grouped('list')}) rows_of_lists join lists using (list)
     order by clicked desc, shown desc, list`,
  )
  return rows.map((raw) => {
    const row = withoutNull(inMoney<ItemListRow>(raw))
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
  const list = item.kind === 'list' ? item.name : ''
  return readFacets(session, labels, { ...values, list }, one)
}

const labelOf = (labels: Labels, { kind, name, value }: Item): string => {
  if (kind === 'list') return labels.list(name)
  return kind === 'facet' ? labels.facet(name, value) : labels.product(name) || name
}
