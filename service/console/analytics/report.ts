import { setImmediate as turn } from 'node:timers/promises'
import { readLoss } from '../../store/loss-report.ts'
import type { Sql } from '../../store/sql.ts'
import type { AttributedStep, AttributionReport } from './attribution-type.ts'
import type { Labels } from './labels.ts'
import { type InMicros, inMoney } from './money.ts'
import * as sql from './queries.ts'
import type {
  AnalyticsReport,
  BadEventRow,
  FacetRow,
  FunnelRow,
  ListKind,
  PositionRow,
  QueryRow,
  Step,
  StepCounts,
  TrendRow,
} from './report-type.ts'
import { type Scope, scopeBefore } from './scope.ts'
import { createStepFiller } from './step-filler.ts'
import { createTotals, type Summary, type Values, valuesOf } from './totals.ts'

/** Counts what the good events of a scope say. Requests are served between two queries. */
export interface Reporter {
  /** @param rows - The most rows of a table; the busiest. 50 when absent. */
  analytics(scope: Scope, rows?: number): Promise<AnalyticsReport>
  attribution(scope: Scope, rows?: number): Promise<AttributionReport>
  /** One row for each interval between two edges. */
  trend(edges: readonly number[], visit: string): Promise<TrendRow[]>
}

/** Dependencies of a reporter. */
export interface ReporterDeps {
  readonly store: Sql
  readonly labels: Labels
  /** ISO 4217. */
  readonly currency: string
  /** The beginning of the user ids of sample traffic. */
  readonly samplePrefix: string
}

/** As many rows of a table as a person reads. */
const ROWS = 50

/** *Needs attention* begins at so many; less may be chance. */
const LEAST = { searches: 3, shown: 10, facetVisits: 3 }

/** Rows of one list of *Needs attention*. */
const ATTENTION_ROWS = 10

const STEPS: readonly Step[] = ['shown', 'clicked', 'added', 'ordered']

/** Makes a reporter over the facts, which must have been drawn. Reports are made one after another. */
export function createReporter({ store, labels, currency, samplePrefix }: ReporterDeps): Reporter {
  const fillSteps = createStepFiller(store)
  const inTurn = createQueue()

  const ask = async <Row>(text: string, values: Values): Promise<Row[]> => {
    await turn()
    return store.all<Row>(text, values)
  }
  const askMoney = async <Row>(text: string, values: Values) =>
    (await ask<InMicros<Row>>(text, values)).map(inMoney<Row>)

  const totals = createTotals(ask, samplePrefix)

  async function fillReport(scope: Values) {
    await store.exec(sql.REPORT_TABLES)
    for (const fill of sql.FILL_REPORT) {
      await turn()
      await store.run(fill, scope)
    }
  }

  async function funnel({ times, visits }: Summary): Promise<FunnelRow[]> {
    const [products] = await ask<Readonly<Record<Step, number | null>>>(sql.DIFFERENT_PRODUCTS, {})
    return STEPS.map((step) => ({
      step,
      times: times[step],
      visits: visits[step] ?? 0,
      products: products?.[step] ?? 0,
    }))
  }

  const listRows = async <Row extends { readonly kind: ListKind }>(text: string, rows: number) =>
    (await askMoney<Row & { readonly list: string }>(text, { rows })).map(({ list, ...row }) => ({
      ...row,
      name: list.slice(list.indexOf(':') + 1),
      label: labels.list(list),
    }))

  const productRows = async (text: string, values: Values) =>
    (await askMoney<StepCounts & { readonly pid: string }>(text, values)).map((row) => ({
      ...row,
      title: labels.product(row.pid),
    }))

  const facetRows = async (text: string, values: Values) =>
    (await askMoney<Omit<FacetRow, 'label'>>(text, values)).map((row) => ({
      ...row,
      label: labels.facet(row.facet, row.value),
    }))

  async function attention(scope: Values) {
    const some = { rows: ATTENTION_ROWS }
    const { searches, shown, facetVisits } = LEAST
    return {
      emptySearches: await askMoney<QueryRow>(sql.EMPTY_SEARCHES, some),
      unclickedSearches: await askMoney<QueryRow>(sql.UNCLICKED_SEARCHES, {
        ...some,
        least: searches,
      }),
      unclickedProducts: await productRows(sql.UNCLICKED_PRODUCTS, {
        least: shown,
        rows: ATTENTION_ROWS,
      }),
      idleFacets: await facetRows(sql.IDLE_FACETS, { ...some, least: facetVisits }),
      badEvents: await ask<BadEventRow>(sql.BAD_EVENTS, { ...scope, ...some }),
    }
  }

  return {
    analytics: (scope, rows = ROWS) =>
      inTurn(async () => {
        const values = valuesOf(scope)
        await fillReport(values)
        const before = scopeBefore(scope)
        const now = await totals.summary(scope)
        return {
          currency,
          totals: now.totals,
          ...(before && { before: (await totals.summary(before)).totals }),
          funnel: await funnel(now),
          lists: await listRows<StepCounts & { readonly kind: ListKind }>(sql.LISTS, rows),
          positions: await ask<PositionRow>(sql.POSITIONS, values),
          products: await productRows(sql.PRODUCTS, { rows }),
          queries: await askMoney<QueryRow>(sql.QUERIES, { rows, kind: 'query' }),
          untyped: await askMoney<QueryRow>(sql.QUERIES, { rows, kind: 'untyped' }),
          facets: await facetRows(sql.FACETS, { rows }),
          attention: await attention(values),
          loss: scope.visit === '' ? await readLoss(store, scope) : [],
        }
      }),
    attribution: (scope, rows = ROWS) =>
      inTurn(async () => {
        await fillSteps(scope)
        const { events, sampleUsers } = (await totals.summary(scope)).totals
        const requests = await askMoney<RequestRow>(sql.ATTRIBUTED_REQUESTS, { rows })
        return {
          currency,
          totals: { events, sampleUsers },
          steps: laterSteps(await ask<AttributedStep>(sql.ATTRIBUTED_STEPS, {})),
          lists: await listRows<ListWithRequests>(sql.ATTRIBUTED_LISTS, rows),
          requests: requests.map(({ list, ...row }) => ({ ...row, label: labels.list(list) })),
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
