import { readLoss } from '../../store/loss.ts'
import type { Sql } from '../../store/sql.ts'
import { FACETS, FUNNEL, LISTS, PRODUCTS, QUERIES, TOTALS } from './queries.ts'
import type {
  AnalyticsReport,
  AnalyticsTotals,
  FacetRow,
  FunnelRow,
  ListRow,
  ProductRow,
  QueryRow,
  Step,
} from './report-type.ts'
import type { Scope } from './scope.ts'

/** Counts what the good events of a scope say. */
export type Reporter = (scope: Scope) => Promise<AnalyticsReport>

export interface ReporterDeps {
  readonly store: Sql
  /** A product's title; `undefined` when the catalogue does not have it. */
  readonly titleOf: (pid: string) => string | undefined
}

const STEPS: readonly Step[] = ['shown', 'clicked', 'added', 'ordered']

/** Makes a reporter over the store's events and the facts drawn from them. */
export function createReporter({ store, titleOf }: ReporterDeps): Reporter {
  const ask =
    <Row>(sql: string) =>
    (scope: Scope) =>
      store.all<Row>(sql, { ...scope })
  const totals = ask<InMicros<AnalyticsTotals>>(TOTALS)
  const funnel = ask<FunnelRow>(FUNNEL)
  const lists = ask<InMicros<Omit<ListRow, 'kind' | 'name'>> & { readonly list: string }>(LISTS)
  const products = ask<InMicros<Omit<ProductRow, 'title'>>>(PRODUCTS)
  const queries = ask<InMicros<QueryRow>>(QUERIES)
  const facets = ask<FacetRow>(FACETS)

  return async (scope) => ({
    totals: inMoney((await totals(scope))[0] as InMicros<AnalyticsTotals>),
    funnel: allSteps(await funnel(scope)),
    lists: (await lists(scope)).map(({ list, ...row }) => ({ ...listName(list), ...inMoney(row) })),
    products: (await products(scope)).map((row) => ({
      title: titleOf(row.pid) ?? '',
      ...inMoney(row),
    })),
    queries: (await queries(scope)).map(inMoney),
    facets: await facets(scope),
    loss: scope.visit === '' ? await readLoss(store, scope) : [],
  })
}

/** A row as the database has it: money in millionths. */
type InMicros<Row> = Omit<Row, 'revenue'> & { readonly micros: number }

const inMoney = <Row extends { readonly micros: number }>({ micros, ...row }: Row) => ({
  ...row,
  revenue: micros / 1e6,
})

const allSteps = (rows: readonly FunnelRow[]): FunnelRow[] =>
  STEPS.map(
    (step) => rows.find((row) => row.step === step) ?? { step, times: 0, visits: 0, products: 0 },
  )

function listName(list: string): Pick<ListRow, 'kind' | 'name'> {
  if (list === '') return { kind: 'none', name: '' }
  const colon = list.indexOf(':')
  return { kind: list.startsWith('query:') ? 'query' : 'page', name: list.slice(colon + 1) }
}
