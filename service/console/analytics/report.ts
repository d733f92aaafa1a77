import type { Columns } from '../../store/columns/columns.ts'
import type { ColumnValues, DuckSession } from '../../store/columns/duck.ts'
import { readLoss } from '../../store/loss-report.ts'
import type { Sql } from '../../store/sql.ts'
import type { AttributedStep, AttributionReport } from './attribution-type.ts'
import type { Calendar } from './calendar.ts'
import type { Labels } from './labels.ts'
import { inMoney, type RawFigures } from './money.ts'
import { PLACES, prepareReport, type StepFilter, valuesOf } from './prepare-report.ts'
import { readRelevance } from './read-relevance.ts'
import * as sql from './report-sql.ts'
import type {
  AnalyticsReport,
  AnalyticsTotals,
  BadEventRow,
  ComparedCounts,
  FacetRow,
  FunnelRow,
  ListKind,
  PositionRow,
  QueryRow,
  Step,
  StepCounts,
  Trend,
} from './report-type.ts'
import { type Comparison, comparisonOf, type Scope } from './scope.ts'
import { pointsOf, readTrend } from './trend.ts'

/** Counts what the good events of a scope say. */
export interface Reporter {
  /** @param rows - The most rows of a table; the busiest. 200 when absent. */
  analytics(scope: Scope, rows?: number): Promise<AnalyticsReport>
  attribution(scope: Scope, rows?: number): Promise<AttributionReport>
}

/** Dependencies of a reporter. */
export interface ReporterDeps {
  readonly store: Sql
  /** The events by column, which must have caught up. */
  readonly columns: Columns
  readonly labels: Labels
  /** Days begin and end in its time zone. */
  readonly calendar: Calendar
  /** The beginning of the user ids of sample traffic. */
  readonly samplePrefix: string
  /** ISO 4217. */
  readonly currency: string
  /** Epoch milliseconds; the clock when absent. */
  readonly now?: () => number
}

/** A page of a table has fewer; more are in its CSV. */
const ROWS = 200

/** *Needs attention* begins at so many; less may be chance. */
const LEAST = { searches: 3, shown: 10, facetVisits: 3, lists: 40 }

/** Rows of one list of *Needs attention*. */
const ATTENTION_ROWS = 10

const STEPS: readonly Step[] = ['shown', 'clicked', 'added', 'ordered']

/** Makes a reporter over the columns of a store. */
export function createReporter(deps: ReporterDeps): Reporter {
  const { store, columns, labels, calendar, currency, samplePrefix, now = Date.now } = deps

  return {
    analytics: (scope, rows = ROWS) =>
      columns.session(async (session) => {
        const comparison = comparisonOf(scope, calendar, now())
        const values = await prepareReport(session, comparison)
        const totals = await readTotals(session, scope, samplePrefix)
        const { before, isOpen } = comparison
        return {
          currency,
          timeZone: calendar.timeZone,
          totals,
          ...(before && {
            before: await readTotals(session, before, samplePrefix),
            previous: { from: before.from, to: before.to, isOpen },
          }),
          trend: await readBothTrends(session, comparison, totals, calendar),
          funnel: await funnel(session, values),
          lists: (await session.rows<RawFigures>(sql.LISTS, { rows })).map(listRow(labels)),
          positions: await session.rows<PositionRow>(sql.POSITIONS, { ...values, places: PLACES }),
          products: await products(session, labels, sql.PRODUCTS, { rows }),
          queries: await queries(session, sql.QUERIES, { rows, kind: 'query' }),
          untyped: await queries(session, sql.QUERIES, { rows, kind: 'untyped' }),
          relevance: await readRelevance(session, values, { labels, rows, list: '' }),
          ...(await facetsAndAttention(session, labels, values, rows)),
          loss: scope.visit === '' ? await readLoss(store, scope, now()) : [],
        }
      }),
    attribution: (scope, rows = ROWS) =>
      columns.session(async (session) => {
        const values = valuesOf({ scope, isOpen: false })
        const { events, sampleUsers } = await readTotals(session, scope, samplePrefix)
        const lists = await session.rows<RawFigures>(sql.ATTRIBUTED_LISTS, { ...values, rows })
        const requests = await session.rows<RawFigures>(sql.ATTRIBUTED_REQUESTS, {
          ...values,
          rows,
        })
        return {
          currency,
          timeZone: calendar.timeZone,
          totals: { events, sampleUsers },
          steps: laterSteps(await session.rows<AttributedStep>(sql.ATTRIBUTED_STEPS, values)),
          lists: lists.map(
            listRow<StepCounts & { readonly kind: ListKind; readonly requests: number }>(labels),
          ),
          requests: requests.map((raw) => {
            const { list, ...row } = inMoney<RequestRow>(raw)
            return { ...row, label: labels.list(list) }
          }),
        }
      }),
  }
}

/** The totals of a scope. */
async function readTotals(
  session: DuckSession,
  scope: Scope,
  sample: string,
): Promise<AnalyticsTotals> {
  const values = { ...valuesOf({ scope, isOpen: false }), sample }
  const [row] = await session.rows<RawFigures>(sql.TOTALS, values)
  const [resets] = await session.rows<{ readonly resets: number }>(sql.RESETS, values)
  return {
    ...inMoney<Omit<AnalyticsTotals, 'resets'>>(row ?? { micros: 0 }),
    resets: resets?.resets ?? 0,
  }
}

/** The trend of a scope and of the previous period, point by point. A scope without ends has those of its events. */
export async function readBothTrends(
  session: DuckSession,
  { scope, before }: Comparison,
  { first, last }: Pick<AnalyticsTotals, 'first' | 'last'>,
  calendar: Calendar,
  filter?: StepFilter,
): Promise<Trend> {
  const from = scope.from === 0 ? calendar.startOf(calendar.dayOf(first)) : scope.from
  const to = scope.to === Number.MAX_SAFE_INTEGER ? Math.max(from, last) + 1 : scope.to
  const points = pointsOf({ ...scope, from, to }, calendar)
  const { unit, step, edges } = points
  const isEmpty = last === 0
  const now = isEmpty ? [] : await readTrend(session, points, scope, filter)
  if (!before || isEmpty) return { unit, step, now, before: [] }
  const end = edges.at(-1) ?? to
  const span = (edges[0] ?? from) - before.from
  const back = (at: number) =>
    unit === 'hour' ? at - span : calendar.addDays(at, -Math.round(span / 86_400_000))
  const earlier = { ...points, edges: edges.map(back) }
  const whole = { ...before, to: back(end) }
  return { unit, step, now, before: await readTrend(session, earlier, whole, filter) }
}

async function funnel(session: DuckSession, values: ColumnValues): Promise<FunnelRow[]> {
  const rows = await session.rows<FunnelRow>(sql.FUNNEL, values)
  const none = { times: 0, visits: 0, products: 0 }
  return STEPS.map((step) => rows.find((row) => row.step === step) ?? { step, ...none })
}

const listRow =
  <Row extends { readonly kind: ListKind } = ComparedCounts & { readonly kind: ListKind }>(
    labels: Labels,
  ) =>
  (raw: RawFigures) => {
    const { list, ...row } = inMoney<Row & { readonly list: string }>(raw)
    return { ...row, name: list.slice(list.indexOf(':') + 1), label: labels.list(list) }
  }

const products = async (session: DuckSession, labels: Labels, text: string, values: ColumnValues) =>
  (await session.rows<RawFigures>(text, values)).map((raw) => {
    const row = inMoney<ComparedCounts & { readonly pid: string }>(raw)
    return { ...row, title: labels.product(row.pid) }
  })

const queries = async (session: DuckSession, text: string, values: ColumnValues) =>
  (await session.rows<RawFigures>(text, values)).map((raw) => inMoney<QueryRow>(raw))

/** The values of facets; `facet` and `value` pick one. */
export async function readFacets(
  session: DuckSession,
  labels: Labels,
  values: ColumnValues,
  { facet, value }: { readonly facet: string; readonly value: string } = { facet: '', value: '' },
): Promise<readonly FacetRow[]> {
  const all = { list: '', ...values, facet, value, rows: MAX_FACETS }
  return (await session.rows<RawFigures>(sql.FACET_ROWS, all)).map((raw) => {
    const row = inMoney<Omit<FacetRow, 'label'>>(raw)
    return { ...row, label: labels.facet(row.facet, row.value) }
  })
}

/** A shop has fewer. */
const MAX_FACETS = 10_000

async function facetsAndAttention(
  session: DuckSession,
  labels: Labels,
  values: ColumnValues,
  rows: number,
) {
  const some = { rows: ATTENTION_ROWS }
  const { searches, shown, facetVisits, lists } = LEAST
  const facets = await readFacets(session, labels, values)
  const idle = facets.filter(
    ({ visits, clickedVisits, orderedVisits }) =>
      visits >= facetVisits && clickedVisits === 0 && orderedVisits === 0,
  )
  return {
    facets: facets.slice(0, rows),
    attention: {
      emptySearches: await queries(session, sql.EMPTY_SEARCHES, some),
      unclickedSearches: await queries(session, sql.UNCLICKED_SEARCHES, {
        ...some,
        least: searches,
      }),
      unclickedProducts: await products(session, labels, sql.UNCLICKED_PRODUCTS, {
        ...some,
        least: shown,
      }),
      idleFacets: idle.slice(0, ATTENTION_ROWS),
      badEvents: await session.rows<BadEventRow>(sql.BAD_EVENTS, { ...values, ...some }),
      automatedVisits: await session.rows<AnalyticsReport['attention']['automatedVisits'][number]>(
        sql.AUTOMATED_VISITS,
        { ...values, ...some, lists },
      ),
    },
  }
}

type RequestRow = StepCounts & {
  readonly requestId: string
  readonly list: string
  readonly at: number
}

const nothing = { times: 0, byRequest: 0, byVisit: 0, unknownRequest: 0, earlierVisit: 0 }

const laterSteps = (rows: readonly AttributedStep[]): AttributedStep[] =>
  (['clicked', 'added', 'ordered'] as const).map(
    (step) => rows.find((row) => row.step === step) ?? { step, ...nothing, neverShown: 0 },
  )
