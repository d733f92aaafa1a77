import { readLoss } from '../../store/loss-report.ts'
import type { Sql, Statements } from '../../store/sql.ts'
import type { AttributedStep, AttributionReport } from './attribution-type.ts'
import * as sql from './queries.ts'
import { createReader, type Reader, type ReaderNames } from './report-reader.ts'
import type {
  AnalyticsReport,
  BadEventRow,
  FunnelRow,
  ListKind,
  PositionRow,
  QueryRow,
  Step,
  StepCounts,
  TrendRow,
} from './report-type.ts'
import { type Scope, scopeBefore } from './scope.ts'
import { fillSteps } from './step-filler.ts'
import { type Summary, type Values, valuesOf } from './totals.ts'

/** Counts what the good events of a scope say. Requests are served between two queries. */
export interface Reporter {
  /** @param rows - The most rows of a table; the busiest. 50 when absent. */
  analytics(scope: Scope, rows?: number): Promise<AnalyticsReport>
  attribution(scope: Scope, rows?: number): Promise<AttributionReport>
  /** One row for each interval between two edges. */
  trend(edges: readonly number[], visit: string): Promise<TrendRow[]>
}

/** Dependencies of a reporter. */
export interface ReporterDeps extends ReaderNames {
  readonly store: Sql
  /** ISO 4217. */
  readonly currency: string
}

/** As many rows of a table as a person reads. */
const ROWS = 50

/** *Needs attention* begins at so many; less may be chance. */
const LEAST = { searches: 3, shown: 10, facetVisits: 3 }

/** Rows of one list of *Needs attention*. */
const ATTENTION_ROWS = 10

const STEPS: readonly Step[] = ['shown', 'clicked', 'added', 'ordered']

/** Makes a reporter over the facts, which must have been drawn. Reports are made one after another. */
export function createReporter({ store, currency, ...names }: ReporterDeps): Reporter {
  const inTurn = createQueue()
  const { totals } = createReader(store, names)
  const inSession = <Report>(
    work: (reader: Reader, statements: Statements) => Promise<Report>,
  ): Promise<Report> =>
    inTurn(() => store.session((statements) => work(createReader(statements, names), statements)))

  return {
    analytics: (scope, rows = ROWS) =>
      inSession(async (reader) => {
        const values = valuesOf(scope)
        await reader.fillReport(values)
        const before = scopeBefore(scope)
        const now = await reader.totals.summary(scope)
        return {
          currency,
          totals: now.totals,
          ...(before && { before: (await reader.totals.summary(before)).totals }),
          funnel: await funnel(reader, now),
          lists: await reader.lists<StepCounts & { readonly kind: ListKind }>(sql.LISTS, rows),
          positions: await reader.rows<PositionRow>(sql.POSITIONS, values),
          products: await reader.products(sql.PRODUCTS, { rows }),
          queries: await reader.withMoney<QueryRow>(sql.QUERIES, { rows, kind: 'query' }),
          untyped: await reader.withMoney<QueryRow>(sql.QUERIES, { rows, kind: 'untyped' }),
          facets: await reader.facets(sql.FACETS, { rows }),
          attention: await attention(reader, values),
          loss: scope.visit === '' ? await readLoss(store, scope) : [],
        }
      }),
    attribution: (scope, rows = ROWS) =>
      inSession(async (reader, statements) => {
        await fillSteps(statements, scope)
        const { events, sampleUsers } = (await reader.totals.summary(scope)).totals
        const requests = await reader.withMoney<RequestRow>(sql.ATTRIBUTED_REQUESTS, { rows })
        return {
          currency,
          totals: { events, sampleUsers },
          steps: laterSteps(await reader.rows<AttributedStep>(sql.ATTRIBUTED_STEPS, {})),
          lists: await reader.lists<ListWithRequests>(sql.ATTRIBUTED_LISTS, rows),
          requests: requests.map(({ list, ...row }) => ({
            ...row,
            label: names.labels.list(list),
          })),
        }
      }),
    async trend(edges, visit) {
      const rows: TrendRow[] = []
      for (const [index, from] of edges.slice(0, -1).entries()) {
        const to = edges[index + 1] ?? from
        const values = valuesOf({ from, to, visit })
        const { orders, revenue } = await totals.happenings(values)
        const { visit: visits = 0, buying: buyingVisits = 0 } = await totals.different(values)
        rows.push({ from, to, visits, buyingVisits, orders, revenue })
      }
      return rows
    },
  }
}

async function funnel(reader: Reader, { times, visits }: Summary): Promise<FunnelRow[]> {
  const [products] = await reader.rows<Readonly<Record<Step, number | null>>>(
    sql.DIFFERENT_PRODUCTS,
    {},
  )
  return STEPS.map((step) => ({
    step,
    times: times[step],
    visits: visits[step] ?? 0,
    products: products?.[step] ?? 0,
  }))
}

async function attention(reader: Reader, scope: Values) {
  const some = { rows: ATTENTION_ROWS }
  const { searches, shown, facetVisits } = LEAST
  return {
    emptySearches: await reader.withMoney<QueryRow>(sql.EMPTY_SEARCHES, some),
    unclickedSearches: await reader.withMoney<QueryRow>(sql.UNCLICKED_SEARCHES, {
      ...some,
      least: searches,
    }),
    unclickedProducts: await reader.products(sql.UNCLICKED_PRODUCTS, { ...some, least: shown }),
    idleFacets: await reader.facets(sql.IDLE_FACETS, { ...some, least: facetVisits }),
    badEvents: await reader.rows<BadEventRow>(sql.BAD_EVENTS, { ...scope, ...some }),
  }
}

type ListWithRequests = StepCounts & { readonly kind: ListKind; readonly requests: number }

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

/** Runs tasks one after another; one that fails does not stop the next. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = last.then(task)
    last = result.catch(() => undefined)
    return result
  }
}
