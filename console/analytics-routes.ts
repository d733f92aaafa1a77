import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Catalog, DAY_MS, type EventStore, type Sql } from 'svc-tag-service'
import { type Calendar, createCalendar } from './analytics/calendar.ts'
import { createReporter, PARTS, type Reporter } from './analytics/count-report.ts'
import { followStore } from './analytics/follow-store.ts'
import { createItemReporter, readItem } from './analytics/item.ts'
import { createLabels } from './analytics/labels.ts'
import type { AnalyticsReport } from './analytics/report-type.ts'
import { readScope, type Scope, type ScopeQuery } from './analytics/scope.ts'
import { createKeptBooks } from './books/kept-books.ts'
import type { Columns } from './columns/columns.ts'
import { oneOf } from './read-parameter.ts'
import {
  type AnalyticsTable,
  analyticsTables,
  attributionTables,
  itemTables,
  tablesOfPart,
} from './report-tables.ts'
import { SAMPLE_PREFIX } from './sample/sample-visit.ts'
import { sections } from './sections.ts'
import { servePage } from './serve-page.ts'
import { type Cell, contentOf, type ReportColumn, type ReportTable } from './table-columns.ts'
import { createCsvWriter } from './write-csv.ts'

/** Dependencies of the analytics and attribution pages. */
export interface AnalyticsDeps {
  readonly store: Sql
  readonly events: EventStore
  readonly catalog: Catalog
  /** Columnar copy of the events; the caller closes it. */
  readonly columns: Columns
  /** The site key used in the names of downloaded files. */
  readonly siteKey: string
  /** ISO 4217. */
  readonly currency: string
  /** IANA; days begin and end in this time zone for every reader. */
  readonly timeZone: string
}

/** Most rows of a downloaded table; a page shows fewer. */
const TABLE_ROWS = 10_000

type WithScope = { Querystring: ScopeQuery }

/**
 * Opens the pages of Analytics, one for each section. `GET /analytics/data?part=` returns the numbers of a section (all of them without
 * `part`), `/attribution/data` those of Attribution; `…/table?table=` returns a table as CSV, and `/analytics/item?kind=&name=` the numbers of
 * one list, product or facet value. All take `from`, `to`, `who` and `compare`.
 */
export async function registerAnalytics(app: FastifyInstance, deps: AnalyticsDeps) {
  const { store, events, columns, catalog, currency, timeZone } = deps
  const labels = createLabels(catalog)
  const calendar = createCalendar(timeZone)
  /** The day of a moment; a scope without an end has none that a calendar knows. */
  const dayFor = (at: number) => calendar.dayOf(Math.min(at, Date.now() + DAY_MS))
  const parts = { store, columns, labels, calendar, currency, samplePrefix: SAMPLE_PREFIX }
  const kept = await createKeptBooks(store)
  const refundsIn = ({ from, to }: Scope) =>
    kept.refunds(deps.siteKey, currency, dayFor(from), dayFor(to - 1))
  const report = createReporter({ ...parts, refundsIn })
  const item = createItemReporter(parts)
  const stopFollowing = followStore(events, columns)
  app.addHook('preClose', async () => stopFollowing())

  for (const { title, path, data } of sections)
    servePage(app, 'analytics', { title, content: 'numbers', data, timeZone }, path)
  app.addHook<WithScope>('preHandler', async ({ routeOptions }) => {
    if (/\/(data|item|table)$/.test(routeOptions.url ?? '')) await columns.catchUp()
  })

  const scopeOf = (query: ScopeQuery) => readScope(query, calendar)
  app.get<WithScope>('/analytics/data', ({ query }) =>
    query.part === undefined
      ? report.analytics(scopeOf(query))
      : report.part(oneOf('part', query.part, PARTS), scopeOf(query)),
  )
  app.get<WithScope>('/analytics/item', ({ query }) => item(scopeOf(query), readItem(query)))
  app.get<WithScope>('/analytics/table', async ({ query }, reply) => {
    const scope = scopeOf(query)
    const table =
      query.kind === undefined
        ? await tableOf(report, scope, query.table)
        : namedTable(itemTables, query.table)(await item(scope, readItem(query)))
    return sendTable(reply, table, fileName(query, calendar))
  })
  app.get<WithScope>('/attribution/data', ({ query }) => report.attribution(scopeOf(query)))
  app.get<WithScope>('/attribution/table', async ({ query }, reply) => {
    const named = namedTable(attributionTables, query.table)
    const table = named(await report.attribution(scopeOf(query), TABLE_ROWS))
    return sendTable(reply, table, fileName(query, calendar))
  })

  /** Names a downloaded file after its site, report and days. */
  function fileName(query: ScopeQuery, { dayOf }: Calendar): string {
    const { from, to } = scopeOf(query)
    const first = from === 0 ? 'start' : dayOf(from)
    const last = dayOf(Math.min(to - 1, Date.now()))
    const report = plain(`${deps.siteKey}-${String(query.table)}`)
    return `${report}-${first}-to-${last}.csv`
  }
}

/** Reads the part that has a table, with more rows than a page shows. */
async function tableOf(report: Reporter, scope: Scope, name: unknown): Promise<ReportTable> {
  const table = oneOf('table', name, Object.keys(analyticsTables) as AnalyticsTable[])
  const part = PARTS.find((one) => tablesOfPart[one].includes(table)) ?? 'overview'
  return analyticsTables[table]((await report.part(part, scope, TABLE_ROWS)) as AnalyticsReport)
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const namedTable = <Name extends string, Table>(
  tables: Readonly<Record<Name, Table>>,
  name: unknown,
): Table => tables[oneOf('table', name, Object.keys(tables) as Name[])]

function sendTable(reply: FastifyReply, { columns, rows }: ReportTable, file: string) {
  const writer = createCsvWriter(columns.map(({ name }) => name))
  for (const row of rows) writer.write(row.map((cell, at) => writtenCell(cell, columns[at])))
  writer.end()
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file}"`)
    .send(writer)
}

/** Writes figures in full precision, for a spreadsheet. */
function writtenCell(cell: Cell, column: ReportColumn | undefined): string | number {
  if (typeof cell === 'number' && column?.kind === 'moment') return new Date(cell).toISOString()
  if (typeof cell === 'object' && 'before' in cell)
    return cell.before === 0 ? '' : cell.now / cell.before - 1
  return contentOf(cell) ?? ''
}
