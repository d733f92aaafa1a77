import { type LossRow, readLoss, type Sql } from 'svc-tag-service'
import type { Columns } from '../columns/columns.ts'
import type { ColumnValues, DuckSession } from '../columns/duck.ts'
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
import { ASKED_NEXT, EPISODES } from './relevance-sql.ts'
import * as sql from './report-sql.ts'
import type {
  AnalyticsOverview,
  AnalyticsReport,
  AnalyticsTotals,
  AskedNextRow,
  AttributedStep,
  AttributionReport,
  BadEventRow,
  ComparedCounts,
  DeliveryReport,
  FacetRow,
  FailedSearchRow,
  FunnelRow,
  GroupRow,
  ListKind,
  PartName,
  PositionRow,
  QueryRow,
  ReportFrame,
  ReportPart,
  ReportParts,
  SourceRow,
  Step,
  StepCounts,
} from './report-type.ts'
import { type Comparison, comparisonOf, type Scope } from './scope.ts'
import { readTrend, trendedOf, visitPoints } from './trend.ts'

/** Computes reports from the good events of a scope. */
export interface Reporter {
  /**
   * Computes one part of the report.
   *
   * @param rows - The maximum number of rows in a table; the busiest rows come first. 200 by default.
   */
  part<Name extends PartName>(name: Name, scope: Scope, rows?: number): Promise<ReportPart<Name>>
  /** Computes all parts. */
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
  /** What the books say was paid back in a scope; without books absent. */
  readonly refundsIn?: (scope: Scope) => Promise<AnalyticsOverview['refunds']>
  /** Returns epoch milliseconds; the system clock by default. */
  readonly now?: () => number
}

/** More rows than a page shows; the CSV has the rest. */
const ROWS = 200

/** The minimum counts for what needs attention; smaller ones may be chance. */
const LEAST = { searches: 3, shown: 10, facetVisits: 3 }

const ATTENTION_ROWS = 10

const STEPS: readonly Step[] = ['shown', 'clicked', 'added', 'ordered']

/** What the parts of a report are counted from. */
interface PartContext {
  readonly session: DuckSession
  readonly scope: Scope
  readonly comparison: Comparison
  readonly values: ColumnValues
  readonly rows: number
  readonly labels: Labels
  readonly deps: ReporterDeps
}

type PartReaders = {
  readonly [Name in PartName]: (
    context: PartContext,
  ) => Promise<Omit<ReportParts[Name], Exclude<keyof ReportFrame, 'totals'>>>
}

/** How each part is read, besides what every page says. */
const readers: PartReaders = {
  async overview({ session, scope, comparison, values, deps }) {
    const overview = await readOverview(session, comparison, deps)
    await session.exec(sql.VISITED, values)
    const [loss, refunds] = await Promise.all([
      readLoss(deps.store, scope, deps.now?.()),
      deps.refundsIn?.(scope),
    ])
    return {
      ...overview,
      funnel: await funnel(session),
      sources: (await session.rows<RawFigures>(sql.SOURCES, values)).map(inMoney<SourceRow>),
      devices: (await session.rows<RawFigures>(sql.DEVICES, values)).map(inMoney<GroupRow>),
      actors: (await session.rows<RawFigures>(sql.ACTORS)).map(inMoney<GroupRow>),
      arrived: arrivedOf(loss),
      ...(refunds && { refunds }),
    }
  },
  async searches({ session, values, rows }) {
    await prepareTables(session, values, NO_FILTER)
    await session.exec(EPISODES, { ...values, list: 0 })
    const some = { ...values, rows: ATTENTION_ROWS }
    return {
      queries: await queries(session, sql.QUERIES, { rows, kind: 'query' }),
      untyped: await queries(session, sql.QUERIES, { rows, kind: 'untyped' }),
      emptySearches: await session.rows<FailedSearchRow>(sql.EMPTY_SEARCHES, { ...values, rows }),
      unclickedSearches: await queries(session, sql.UNCLICKED_SEARCHES, {
        ...some,
        least: LEAST.searches,
      }),
      askedNext: await session.rows<AskedNextRow>(ASKED_NEXT, { rows, list: 0 }),
    }
  },
  async products({ session, values, rows, labels }) {
    await prepareTables(session, values, NO_FILTER, 'products')
    return {
      products: await products(session, labels, sql.PRODUCTS, { rows }),
      unclickedProducts: await products(session, labels, sql.UNCLICKED_PRODUCTS, {
        rows: ATTENTION_ROWS,
        least: LEAST.shown,
      }),
    }
  },
  async lists({ session, values, rows, labels }) {
    await prepareTables(session, values, NO_FILTER, 'lists')
    return {
      lists: (await session.rows<RawFigures>(sql.LISTS, { rows })).map(listRow(labels)),
      positions: await session.rows<PositionRow>(sql.POSITIONS, { ...values, places: PLACES }),
    }
  },
  async facets({ session, values, rows, labels }) {
    const facets = await readFacets(session, labels, values)
    const idle = facets.filter(
      ({ visits, clickedVisits, orderedVisits }) =>
        visits >= LEAST.facetVisits && clickedVisits === 0 && orderedVisits === 0,
    )
    return { facets: facets.slice(0, rows), idleFacets: idle.slice(0, ATTENTION_ROWS) }
  },
  async relevance({ session, values, rows, labels }) {
    await prepareTables(session, values, NO_FILTER)
    return { relevance: await readRelevance(session, values, { labels, rows, list: 0 }) }
  },
  async delivery({ session, scope, values, rows, deps }) {
    const loss = await readLoss(deps.store, scope, deps.now?.())
    const days = [...new Set(loss.map(({ day }) => day))].reverse()
    return {
      loss: loss.slice(0, rows),
      arrived: arrivedOf(loss),
      days: days.map((day) => ({ day, ...arrivedOf(loss.filter((row) => row.day === day)) })),
      badEvents: await session.rows<BadEventRow>(sql.BAD_EVENTS, {
        ...values,
        rows: ATTENTION_ROWS,
      }),
    }
  },
}

/** Sums arrivals. */
function arrivedOf(rows: readonly LossRow[]): DeliveryReport['arrived'] {
  const sum = (of: (row: LossRow) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    ...{ received: sum(({ received }) => received), lost: sum(({ lost }) => lost) },
    late: sum(({ lateHours, lateDays }) => lateHours + lateDays),
    repeated: sum(({ repeated }) => repeated),
  }
}

/** The parts of a report, the one with the most figures first. */
export const PARTS = Object.keys(readers) as readonly PartName[]

/** Creates a reporter on the columns of a store. */
export function createReporter(deps: ReporterDeps): Reporter {
  const { columns, labels, calendar, now = Date.now } = deps

  const reporter: Reporter = {
    part: <Name extends PartName>(name: Name, scope: Scope, rows = ROWS) =>
      columns.session(async (session) => {
        const comparison = comparisonOf(scope, calendar, now())
        const values = valuesOf(comparison)
        const context = { session, scope, comparison, values, rows, labels, deps }
        const part: Partial<AnalyticsOverview> = await readers[name](context)
        const frame = await frameOf(context, part.totals)
        return { ...frame, ...part } as ReportPart<Name>
      }),
    async analytics(scope, rows) {
      const parts = []
      for (const name of PARTS) parts.push(await reporter.part(name, scope, rows))
      // The overview is the first, and has the most totals.
      return Object.assign({}, ...parts, parts[0]) as AnalyticsReport
    },
    attribution: (scope, rows = ROWS) =>
      columns.session(async (session) => {
        const comparison = { scope, isOpen: false }
        const values = valuesOf(comparison)
        const frame = await frameOf({ session, comparison, values, deps })
        await session.exec(sql.REQUEST_TABLE, values)
        const lists = await session.rows<RawFigures>(sql.ATTRIBUTED_LISTS, { ...values, rows })
        const requests = await session.rows<RawFigures>(sql.ATTRIBUTED_REQUESTS, { rows })
        return {
          ...frame,
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

/** What every page says. The totals are counted unless they are known. */
async function frameOf(
  {
    session,
    comparison,
    values,
    deps,
  }: Pick<PartContext, 'session' | 'comparison' | 'values' | 'deps'>,
  known?: ReportFrame['totals'],
): Promise<ReportFrame> {
  const { currency, calendar, samplePrefix } = deps
  const sample = { ...values, sample: samplePrefix }
  const [counted = NO_TOTALS] = known
    ? [known]
    : await session.rows<ReportFrame['totals']>(sql.FRAME, sample)
  return { currency, timeZone: calendar.timeZone, ...periodOf(comparison), totals: counted }
}

/** The previous period of a comparison, if it has one. */
export const periodOf = ({ scope: { compare = 'previous' }, before, isOpen }: Comparison) =>
  before === undefined ? {} : { previous: { from: before.from, to: before.to, isOpen, compare } }

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
    ...(await session.rows<OfPeriod>(sql.ORDER_SQUARES)),
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
  orderSquares: 0,
}

async function funnel(session: DuckSession): Promise<FunnelRow[]> {
  const rows = await session.rows<FunnelRow>(sql.FUNNEL)
  const none = { times: 0, visits: 0 }
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
