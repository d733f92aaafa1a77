import type { Columns } from '../../store/columns/columns.ts'
import type { ColumnValues, DuckSession } from '../../store/columns/duck.ts'
import { readLoss } from '../../store/loss-report.ts'
import type { Sql } from '../../store/sql.ts'
import type { Calendar } from './calendar.ts'
import type { Labels } from './labels.ts'
import {
  actsOf,
  inMoney,
  NO_FILTER,
  PLACES,
  prepareTables,
  type RawFigures,
  valuesOf,
} from './prepare-report.ts'
import { readRelevance } from './read-relevance.ts'
import * as sql from './report-sql.ts'
import type {
  AnalyticsDetails,
  AnalyticsOverview,
  AnalyticsReport,
  AnalyticsTotals,
  AttributedStep,
  AttributionReport,
  BadEventRow,
  ComparedCounts,
  FacetRow,
  FunnelRow,
  ListKind,
  PositionRow,
  QueryRow,
  Step,
  StepCounts,
} from './report-type.ts'
import { type Comparison, comparisonOf, type Scope } from './scope.ts'
import { readTrend, trendedOf, visitPoints } from './trend.ts'

/** Computes reports from the good events of a scope. */
export interface Reporter {
  overview(scope: Scope): Promise<AnalyticsOverview>
  /** @param rows - The maximum number of rows in a table; the busiest rows come first. 200 by default. */
  details(scope: Scope, rows?: number): Promise<AnalyticsDetails>
  analytics(scope: Scope, rows?: number): Promise<AnalyticsReport>
  attribution(scope: Scope, rows?: number): Promise<AttributionReport>
}

/** Dependencies of a reporter. */
export interface ReporterDeps {
  readonly store: Sql
  /** Columnar copy of the events; it must be up to date. */
  readonly columns: Columns
  readonly labels: Labels
  readonly calendar: Calendar
  /** The prefix of the user ids in sample traffic. */
  readonly samplePrefix: string
  /** ISO 4217. */
  readonly currency: string
  /** Returns epoch milliseconds; the system clock by default. */
  readonly now?: () => number
}

/** More rows than a page shows; the CSV has the rest. */
const ROWS = 200

/** The minimum counts for *Needs attention*; smaller ones may be chance. */
const LEAST = { searches: 3, shown: 10, facetVisits: 3 }

const ATTENTION_ROWS = 10

const STEPS: readonly Step[] = ['shown', 'clicked', 'added', 'ordered']

/** Creates a reporter on the columns of a store. */
export function createReporter(deps: ReporterDeps): Reporter {
  const { store, columns, labels, calendar, currency, now = Date.now } = deps

  const reporter: Reporter = {
    overview: (scope) =>
      columns.session(async (session) => {
        const comparison = comparisonOf(scope, calendar, now())
        return {
          ...{ currency, timeZone: calendar.timeZone, ...periodOf(comparison) },
          ...(await readOverview(session, comparison, deps)),
        }
      }),
    details: (scope, rows = ROWS) =>
      columns.session(async (session) => {
        const values = valuesOf(comparisonOf(scope, calendar, now()))
        await prepareTables(session, values, NO_FILTER)
        return {
          funnel: await funnel(session, values),
          lists: (await session.rows<RawFigures>(sql.LISTS, { rows })).map(listRow(labels)),
          positions: await session.rows<PositionRow>(sql.POSITIONS, { ...values, places: PLACES }),
          products: await products(session, labels, sql.PRODUCTS, { rows }),
          queries: await queries(session, sql.QUERIES, { rows, kind: 'query' }),
          untyped: await queries(session, sql.QUERIES, { rows, kind: 'untyped' }),
          relevance: await readRelevance(session, values, { labels, rows, list: 0 }),
          ...(await facetsAndAttention(session, labels, values, rows)),
          loss: await readLoss(store, scope, now()),
        }
      }),
    analytics: async (scope, rows) => ({
      ...(await reporter.overview(scope)),
      ...(await reporter.details(scope, rows)),
    }),
    attribution: (scope, rows = ROWS) =>
      columns.session(async (session) => {
        const { totals } = await readOverview(session, { scope, isOpen: false }, deps)
        const { events, sampleUsers } = totals
        const values = valuesOf({ scope })
        await session.exec(sql.REQUEST_TABLE, values)
        const lists = await session.rows<RawFigures>(sql.ATTRIBUTED_LISTS, {
          ...values,
          rows,
        })
        const requests = await session.rows<RawFigures>(sql.ATTRIBUTED_REQUESTS, { rows })
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
  return reporter
}

/** The previous period of a comparison, if it has one. */
export const periodOf = ({ before, isOpen }: Comparison) =>
  before === undefined ? {} : { previous: { from: before.from, to: before.to, isOpen } }

/** Reads the sums of both periods and the trend in one pass over the events. */
async function readOverview(
  session: DuckSession,
  comparison: Comparison,
  { calendar, samplePrefix }: ReporterDeps,
): Promise<Pick<AnalyticsOverview, 'totals' | 'before' | 'trend'>> {
  const values = valuesOf(comparison)
  const [span = { first: 0, last: 0 }] = await session.rows<Span>(sql.SPAN, values)
  const trended = trendedOf(comparison, span, calendar)
  await session.exec(`${visitPoints(trended)};${actsOf(NO_FILTER)}`, values)
  const rows = [
    ...(await session.rows<OfPeriod>(sql.EVENT_TOTALS)),
    ...(await session.rows<OfPeriod>(sql.USERS, { sample: samplePrefix })),
    ...(await session.rows<OfPeriod>(sql.ACT_TOTALS)),
  ]
  const totalsOf = (isNow: boolean): AnalyticsTotals => {
    const figures = rows.filter(({ is_now }) => is_now === isNow)
    const { is_now: _, ...sums } = Object.assign({}, NO_TOTALS, ...figures) as OfPeriod
    return inMoney<AnalyticsTotals>(sums)
  }
  return {
    totals: totalsOf(true),
    ...(comparison.before && { before: totalsOf(false) }),
    trend: await readTrend(session, trended, values),
  }
}

interface Span {
  readonly first: number
  readonly last: number
}

type OfPeriod = RawFigures & { readonly is_now: boolean }

const NO_TOTALS = {
  ...{ events: 0, bad: 0, visits: 0, buyingVisits: 0, users: 0, sampleUsers: 0, searches: 0 },
  ...{ orders: 0, shown: 0, clicked: 0, units: 0, micros: 0, first: 0, last: 0 },
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

/** Reads the values of facets; `facet` and `value` select one. */
export async function readFacets(
  session: DuckSession,
  labels: Labels,
  values: ColumnValues,
  { facet, value }: { readonly facet: string; readonly value: string } = { facet: '', value: '' },
): Promise<readonly FacetRow[]> {
  const all = { list: 0, ...values, facet, value, rows: MAX_FACETS }
  return (await session.rows<RawFigures>(sql.FACET_ROWS, all)).map((raw) => {
    const row = inMoney<Omit<FacetRow, 'label'>>(raw)
    return { ...row, label: labels.facet(row.facet, row.value) }
  })
}

/** More than any shop has. */
const MAX_FACETS = 10_000

async function facetsAndAttention(
  session: DuckSession,
  labels: Labels,
  values: ColumnValues,
  rows: number,
) {
  const some = { rows: ATTENTION_ROWS }
  const { searches, shown, facetVisits } = LEAST
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
