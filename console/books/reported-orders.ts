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
  /** Its products and units in one text, the same for the same purchase. */
  readonly lines: string
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

/** Reads the events of one action in the order of their arrival, a portion at a time. */
export async function* portionsOf<Row extends { readonly id: number }>(
  store: Sql,
  columns: string,
  { action, site }: { readonly action: string; readonly site: string },
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ; ) {
    const rows = await store.all<Row>(
      `select ${columns} from tracker_events
       where action = @action and id > @after and site = @site order by id limit ${PORTION}`,
      { action, after, site },
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

interface ReadOrder extends ReportedOrder {
  readonly units: readonly OrderLine[]
}

function reportOf(row: OrderRow): ReadOrder {
  const data = objectOf(JSON.parse(row.data))
  const lines = Array.isArray(data.products) ? data.products.map(objectOf) : [data]
  const units: OrderLine[] = []
  let value = 0
  for (const { pid, qty, price } of lines) {
    const count = Number(qty) || 0
    addUnits(units, textIn(pid), count)
    value += Math.round((Number(price) || 0) * MILLIONTHS) * count
  }
  const [ref = ''] = textIn(data.ref).split('.')
  return {
    ...{ event: row.id, at: row.at, uid: row.uid, visit: row.visit_id || row.uid, t: row.t, ref },
    ...{ page: pageOf(data.url), host: hostOf(data.url), units, value, repeats: row.repeats },
    ...{ lines: linesText(units), fault: row.is_good === 1 ? '' : 'refused' },
  }
}

/** A part of a long order, added to the others. */
function joined(one: ReadOrder, other: ReadOrder): ReadOrder {
  const units = one.units.map((line) => ({ ...line }))
  for (const { pid, units: more } of other.units) addUnits(units, pid, more)
  return { ...one, units, lines: linesText(units), value: one.value + other.value }
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
  const chosen = { action: 'order', site }
  for await (const rows of portionsOf<OrderRow>(store, COLUMNS, chosen)) {
    for (const row of rows) if (row.at >= from && row.at < to) collected.add(row)
    onProgress(collected.reports.length)
  }
  return withFaults(store, collected.reports)
}

/** Collects orders, and joins the parts of long ones. */
function collectReports() {
  const reports: ReadOrder[] = []
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
async function withFaults(store: Sql, reports: readonly ReadOrder[]) {
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
  return reports.map((report) => ({
    ...report,
    fault: reasons.get(report.event) ?? report.fault,
  }))
}
