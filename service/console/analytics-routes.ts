import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Catalog } from '../catalog/catalog.ts'
import { RequestError } from '../request-error.ts'
import { SAMPLE_PREFIX } from '../sample/walks.ts'
import type { EventStore } from '../store/events.ts'
import type { Sql } from '../store/sql.ts'
import { createFacts } from './analytics/facts.ts'
import { followStore } from './analytics/follow-store.ts'
import { createLabels } from './analytics/labels.ts'
import { createReporter } from './analytics/report.ts'
import { readEdges, readScope, type ScopeQuery } from './analytics/scope.ts'
import { servePage } from './page.ts'
import {
  analyticsTables,
  attributionTables,
  type ReportTable,
  trendTable,
} from './report-tables.ts'

/** Dependencies of the analytics and attribution pages. */
export interface AnalyticsDeps {
  readonly store: Sql
  readonly events: EventStore
  readonly catalog: Catalog
  /** ISO 4217. */
  readonly currency: string
}

/** A downloaded table has more rows than a page shows. */
const TABLE_ROWS = 10_000

type WithScope = { Querystring: ScopeQuery }

/**
 * Opens the pages `/analytics` and `/attribution`; for each its numbers (`…/data`) and its tables as
 * CSV (`…/table?table=`); and `GET /analytics/trend?edges=`. All take `from`, `to` and `visit`.
 */
export async function registerAnalytics(app: FastifyInstance, deps: AnalyticsDeps) {
  const { store, events, catalog, currency } = deps
  const facts = await createFacts(store)
  const labels = createLabels(catalog)
  const report = createReporter({ store, labels, currency, samplePrefix: SAMPLE_PREFIX })
  app.addHook('preClose', followStore(events, facts))

  servePage(app, '/analytics', 'analytics.html')
  servePage(app, '/attribution', 'attribution.html')
  app.addHook<WithScope>('preHandler', async ({ routeOptions }) => {
    if (/\/(data|trend|table)$/.test(routeOptions.url ?? '')) await facts.catchUp()
  })

  const trend = (query: ScopeQuery) => report.trend(readEdges(query), readScope(query).visit)
  app.get<WithScope>('/analytics/data', ({ query }) => report.analytics(readScope(query)))
  app.get<WithScope>('/analytics/trend', ({ query }) => trend(query))
  app.get<WithScope>('/analytics/table', async ({ query }, reply) => {
    if (query.table === 'trend') return sendTable(reply, trendTable(await trend(query)))
    const tableOf = namedTable(analyticsTables, query.table)
    return sendTable(reply, tableOf(await report.analytics(readScope(query), TABLE_ROWS)))
  })
  app.get<WithScope>('/attribution/data', ({ query }) => report.attribution(readScope(query)))
  app.get<WithScope>('/attribution/table', async ({ query }, reply) => {
    const tableOf = namedTable(attributionTables, query.table)
    return sendTable(reply, tableOf(await report.attribution(readScope(query), TABLE_ROWS)))
  })
}

function namedTable<Table>(tables: Readonly<Record<string, Table>>, name: unknown): Table {
  const table = typeof name === 'string' && Object.hasOwn(tables, name) ? tables[name] : undefined
  if (table) return table
  const names = Object.keys(tables).join(', ')
  throw new RequestError(400, 'bad-parameter', `table is one of ${names}.`, 'table')
}

/** With a byte order mark, without which a spreadsheet takes UTF-8 for something else. */
function sendTable(reply: FastifyReply, { title, columns, rows }: ReportTable) {
  const written = rows.map((row) =>
    row.map((cell, index) => {
      if (typeof cell === 'object') return cell.text
      return columns[index]?.kind === 'moment' ? new Date(Number(cell)).toISOString() : (cell ?? '')
    }),
  )
  const text = stringify([columns.map(({ name }) => name), ...written], {
    bom: true,
    escape_formulas: true,
  })
  const file = `${title.toLowerCase().replace(/[^a-z]+/g, '-')}.csv`
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file}"`)
    .send(text)
}
