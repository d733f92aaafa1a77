import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Catalog } from '../catalog/catalog.ts'
import { SAMPLE_PREFIX } from '../sample/sample-visit.ts'
import type { Columns } from '../store/columns/columns.ts'
import type { EventStore } from '../store/event-table.ts'
import type { Sql } from '../store/sql.ts'
import { type Calendar, createCalendar } from './analytics/calendar.ts'
import { createReporter } from './analytics/count-report.ts'
import { followStore } from './analytics/follow-store.ts'
import { createItemReporter, readItem } from './analytics/item.ts'
import { createLabels } from './analytics/labels.ts'
import { readScope, type ScopeQuery } from './analytics/scope.ts'
import { oneOf } from './read-parameter.ts'
import { analyticsTables, attributionTables, itemTables } from './report-tables.ts'
import { servePage } from './serve-page.ts'
import { type Cell, contentOf, type ReportColumn, type ReportTable } from './table-columns.ts'

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
 * Opens the pages `/analytics` and `/attribution`. Each has its numbers (`…/data`; for `/analytics` also in two parts, `part=overview` and
 * `part=details`) and its tables as CSV (`…/table?table=`). `GET /analytics/item?kind=&name=` returns the numbers of one list, product or
 * facet value. All take `from`, `to` and `who`.
 */
export async function registerAnalytics(app: FastifyInstance, deps: AnalyticsDeps) {
  const { store, events, columns, catalog, currency, timeZone } = deps
  const labels = createLabels(catalog)
  const calendar = createCalendar(timeZone)
  const parts = { store, columns, labels, calendar, currency, samplePrefix: SAMPLE_PREFIX }
  const report = createReporter(parts)
  const item = createItemReporter(parts)
  const stopFollowing = followStore(events, columns)
  app.addHook('preClose', async () => stopFollowing())

  for (const title of ['Analytics', 'Attribution']) {
    const name = title.toLowerCase()
    servePage(app, name, { title, content: 'numbers', data: `/${name}/data`, timeZone })
  }
  app.addHook<WithScope>('preHandler', async ({ routeOptions }) => {
    if (/\/(data|item|table)$/.test(routeOptions.url ?? '')) await columns.catchUp()
  })

  const scopeOf = (query: ScopeQuery) => readScope(query, calendar)
  app.get<WithScope>('/analytics/data', ({ query }) => report[partOf(query)](scopeOf(query)))
  app.get<WithScope>('/analytics/item', ({ query }) => item(scopeOf(query), readItem(query)))
  app.get<WithScope>('/analytics/table', async ({ query }, reply) => {
    const scope = scopeOf(query)
    const table =
      query.kind === undefined
        ? namedTable(analyticsTables, query.table)(await report.analytics(scope, TABLE_ROWS))
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

/** Which numbers a page asks for; all by default. */
const partOf = ({ part }: ScopeQuery) =>
  part === undefined ? 'analytics' : oneOf('part', part, ['overview', 'details'])

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const namedTable = <Name extends string, Table>(
  tables: Readonly<Record<Name, Table>>,
  name: unknown,
): Table => tables[oneOf('table', name, Object.keys(tables) as Name[])]

/** Begins with a byte order mark; without it, spreadsheets do not recognise UTF-8. */
function sendTable(reply: FastifyReply, { columns, rows }: ReportTable, file: string) {
  const written = rows.map((row) => row.map((cell, index) => writtenCell(cell, columns[index])))
  const text = stringify([columns.map(({ name }) => name), ...written], {
    bom: true,
    escape_formulas: true,
  })
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file}"`)
    .send(text)
}

/** Writes figures in full precision, for a spreadsheet. */
function writtenCell(cell: Cell, column: ReportColumn | undefined): string | number {
  if (typeof cell === 'number' && column?.kind === 'moment') return new Date(cell).toISOString()
  if (typeof cell === 'object' && 'before' in cell)
    return cell.before === 0 ? '' : cell.now / cell.before - 1
  return contentOf(cell) ?? ''
}
