import type { Sql } from 'svc-tag-service'
import { objectOf, textIn } from '../unknown-data.ts'
import { addUnits, type OrderLine } from './book-orders.ts'

/** An order as an event reported it. */
export interface ReportedOrder {
  /** The number of its event. */
  readonly event: number
  /** Epoch milliseconds, by the page's clock. */
  readonly at: number
  readonly uid: string
  readonly visit: string
  readonly t: string
  /** The reference without the place of a part; empty if the order has no id. */
  readonly ref: string
  /** For a bad event, the first reason. */
  readonly fault: string
  /** The page with its query, without what differs from order to order. */
  readonly page: string
  readonly host: string
  /** Its products with their units, each product once. */
  readonly lines: readonly OrderLine[]
  /** In whole millionths, without shipping. */
  readonly value: number
  /** How often the order was reported again and not counted. */
  readonly repeats: number
}

/** Epoch milliseconds; the end is exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Few enough to keep memory small, and enough to read quickly. */
const PORTION = 5_000

/**
 * Reads the events of one action in the order of their arrival, a portion at a time. The action stands in the statement, because SQLite uses
 * a [partial index](https://www.sqlite.org/partialindex.html) only for a value that it knows beforehand.
 */
export async function* portionsOf<Row extends { readonly id: number }>(
  store: Sql,
  columns: string,
  { action, site }: { readonly action: 'order' | 'cart'; readonly site: string },
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ; ) {
    const rows = await store.all<Row>(
      `select ${columns} from tracker_events
       where action = '${action}' and id > @after and site = @site order by id limit ${PORTION}`,
      { after, site },
    )
    yield rows
    if (rows.length < PORTION) return
    after = rows.at(-1)?.id ?? after
  }
}

const COLUMNS = 'id, uid, visit_id, t, at, data, is_good, repeats'

interface OrderRow {
  readonly id: number
  readonly uid: string
  readonly visit_id: string
  readonly t: string
  readonly at: number
  readonly data: string
  readonly is_good: number
  readonly repeats: number
}

const MILLIONTHS = 1e6

/** One text for products and their units, whatever their order. */
export const linesText = (lines: readonly OrderLine[]): string =>
  lines
    .map(({ pid, units }) => `${pid} ${units}`)
    .sort()
    .join('\n')

const ADDRESS = /^https?:\/\/([^/?#]*)([^?#]*)\??([^#]*)/i

/** The path and query of a page; numbers and ids in it become `#`, so that equal pages are equal. Empty for anything else. */
export function pageOf(url: unknown): string {
  const [path = '', query = ''] = ADDRESS.exec(textIn(url))?.slice(2) ?? []
  const parts = query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return /^[01]$|^[a-z_-]{1,20}$/i.test(value) ? pair : `${name}=#`
  })
  const page = path.replace(/[^/]*\d[^/]*/g, '#') + (query ? `?${parts.sort().join('&')}` : '')
  return page.slice(0, 200)
}

const hostOf = (url: unknown): string => ADDRESS.exec(textIn(url))?.[1] ?? ''

function reportOf(row: OrderRow): ReportedOrder {
  const data = objectOf(JSON.parse(row.data))
  const products = Array.isArray(data.products) ? data.products.map(objectOf) : [data]
  const lines: OrderLine[] = []
  let value = 0
  for (const { pid, qty, price } of products) {
    const count = Number(qty) || 0
    addUnits(lines, textIn(pid), count)
    value += Math.round((Number(price) || 0) * MILLIONTHS) * count
  }
  const [ref = ''] = textIn(data.ref).split('.')
  // Without spreads, because there may be hundreds of thousands: an object that is spread together takes several times the memory.
  return {
    event: row.id,
    at: row.at,
    uid: row.uid,
    visit: row.visit_id || row.uid,
    t: row.t,
    ref,
    page: pageOf(data.url),
    host: hostOf(data.url),
    lines,
    value,
    repeats: row.repeats,
    fault: row.is_good === 1 ? '' : 'refused',
  }
}

/** A part of a long order, added to the others. */
function joined(one: ReportedOrder, other: ReportedOrder): ReportedOrder {
  const lines = one.lines.map((line) => ({ ...line }))
  for (const { pid, units } of other.lines) addUnits(lines, pid, units)
  return { ...one, lines, value: one.value + other.value }
}

/**
 * Reads the orders that were reported in a span, good and bad. The parts of a long order are one.
 *
 * @param onProgress - Called now and then with the number of orders.
 */
export async function readReportedOrders(
  store: Sql,
  site: string,
  { from, to }: Span,
  onProgress: (orders: number) => void = () => {},
): Promise<readonly ReportedOrder[]> {
  const collected = collectReports()
  const chosen = { action: 'order', site } as const
  for await (const rows of portionsOf<OrderRow>(store, COLUMNS, chosen)) {
    for (const row of rows) if (row.at >= from && row.at < to) collected.add(row)
    onProgress(collected.reports.length)
  }
  return withFaults(store, collected.reports)
}

/** Collects orders, and joins the parts of long ones. */
function collectReports() {
  const reports: ReportedOrder[] = []
  const parts = new Map<string, number>()
  return {
    reports,
    add(row: OrderRow) {
      const report = reportOf(row)
      const isPart = report.ref !== '' && row.data.includes(`"ref":"${report.ref}.`)
      const place = isPart ? parts.get(report.ref) : undefined
      const first = place === undefined ? undefined : reports[place]
      if (place !== undefined && first) {
        reports[place] = joined(first, report)
        return
      }
      if (isPart) parts.set(report.ref, reports.length)
      reports.push(report)
    },
  }
}

/** Adds the reason to each bad report. */
async function withFaults(store: Sql, reports: readonly ReportedOrder[]) {
  const bad = reports.filter(({ fault }) => fault !== '').map(({ event }) => event)
  if (bad.length === 0) return reports
  const reasons = new Map<number, string>()
  for (let start = 0; start < bad.length; start += PORTION) {
    const ids = bad.slice(start, start + PORTION).map(Number)
    const rows = await store.all<{ readonly id: number; readonly reasons: string }>(
      `select id, reasons from tracker_events where id in (${ids})`,
    )
    for (const { id, reasons: all } of rows) reasons.set(id, textIn(JSON.parse(all)[0]))
  }
  return reports.map((report) => {
    const fault = reasons.get(report.event)
    return fault === undefined ? report : { ...report, fault }
  })
}
