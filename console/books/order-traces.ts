import type { Sql } from 'svc-tag-service'
import type { BookOrder } from './book-orders.ts'
import { MAX_TRACED } from './books-result.ts'
import type { MatchedOrder } from './order-matching.ts'
import { idForms, orderReference } from './order-reference.ts'
import { linesText, pageOf, portionsOf, type ReportedOrder, type Span } from './reported-orders.ts'

/**
 * Why an order was not counted, as far as events show it.
 *
 * - `refused`: the tracker refused its event; `detail` is the reason.
 * - `left`: its visit ends before the confirmation; `detail` is the last page.
 * - `unreported`: its visit opened the confirmation, which reported no order.
 * - `lost`: events of its visit were lost on the way.
 * - `no-visit`: no visit put these products into a cart: the tag was blocked, consent was refused, or the order was not placed on the pages.
 * - `unclear`: several visits may be meant, or the books have neither products nor user ids.
 * - `untraced`: no visit was looked for, because more than {@link MAX_TRACED} orders are missing.
 */
export interface MissingCause {
  readonly kind: 'refused' | 'left' | 'unreported' | 'lost' | 'no-visit' | 'unclear' | 'untraced'
  readonly detail: string
  /** The visit of the order; empty if unknown. */
  readonly visit: string
}

/** Dependencies of a search for the visits of missing orders. */
export interface TraceDeps {
  readonly store: Sql
  readonly siteKey: string
  readonly shiftMs: number
  readonly matched: readonly MatchedOrder[]
  /** All reports of the span, good and bad. */
  readonly reports: readonly ReportedOrder[]
}

const HOUR_MS = 3_600_000

/** How long before an order its products are put into the cart. */
const CART_MS = 3 * HOUR_MS

/** How far the clocks of shop and shopper may differ. */
const CLOCK_MS = HOUR_MS / 6

const UNCLEAR: MissingCause = { kind: 'unclear', detail: '', visit: '' }
const UNTRACED: MissingCause = { kind: 'untraced', detail: '', visit: '' }

/** Finds the causes of missing orders, in the order given. */
export async function traceMissing(
  missing: readonly BookOrder[],
  deps: TraceDeps,
): Promise<readonly MissingCause[]> {
  const refused = createRefused(deps)
  const traced = missing.slice(0, MAX_TRACED)
  const visits = await findVisits(traced, deps)
  const confirmations = new Set(
    deps.matched.flatMap(({ reports }) => reports.map(({ page }) => pathOf(page))),
  )
  const causes: MissingCause[] = []
  for (const order of traced) {
    const cause =
      refused(order) ?? (await causeIn(visits.get(order), order, { ...deps, confirmations }))
    causes.push(cause)
  }
  return missing.map((_, index) => causes[index] ?? UNTRACED)
}

const pathOf = (page: string) => page.split('?')[0] ?? ''

function createRefused({ reports, siteKey, shiftMs }: TraceDeps) {
  const bad = reports.filter(({ fault }) => fault !== '')
  const named = new Map(
    bad.flatMap((report) => [report.ref, report.t].map((name) => [name, report])),
  )
  return (order: BookOrder): MissingCause | undefined => {
    const refs = order.id === '' ? [] : idForms(order.id).map((id) => orderReference(siteKey, id))
    const names = [...refs, order.t, order.id].filter(Boolean)
    const byName = names.map((name) => named.get(name)).find(Boolean)
    const lines = linesText(order.lines)
    const found =
      byName ??
      bad.find(
        (report) =>
          order.lines.length > 0 &&
          linesText(report.lines) === lines &&
          Math.abs(report.at - shiftMs - order.at) <= HOUR_MS,
      )
    return found && { kind: 'refused', detail: found.fault, visit: found.visit }
  }
}

/** The visits that may have placed an order; `undefined` if the books do not say enough to look for one. */
type FoundVisits = ReadonlyMap<BookOrder, readonly string[] | undefined>

interface CartRow {
  readonly id: number
  readonly visit_id: string
  readonly uid: string
  readonly at: number
  readonly data: string
}

async function findVisits(orders: readonly BookOrder[], deps: TraceDeps): Promise<FoundVisits> {
  const { store, shiftMs, matched } = deps
  const found = new Map<BookOrder, readonly string[] | undefined>()
  const spanOf = ({ at, isDay }: BookOrder): Span => ({
    from: at + shiftMs - CART_MS - (isDay ? 12 * HOUR_MS : 0),
    to: at + shiftMs + CLOCK_MS + (isDay ? 12 * HOUR_MS : 0),
  })
  for (const order of orders.filter(({ user }) => user !== '')) {
    const rows = await store.all<{ readonly visit_id: string }>(
      'select distinct visit_id from tracker_events where uid = @uid and at >= @from and at < @to',
      { uid: order.user, ...spanOf(order) },
    )
    found.set(
      order,
      rows.map(({ visit_id }) => visit_id || order.user),
    )
  }
  const byLines = orders.filter((order) => !found.has(order) && order.lines.length > 0)
  if (byLines.length === 0) return found
  // A visit that has reported its order is not looked for.
  const taken = new Set(matched.flatMap(({ reports }) => reports.map(({ visit }) => visit)))
  const wanted = new Set(byLines.flatMap(({ lines }) => lines.map(({ pid }) => pid)))
  const spans = byLines.map(spanOf)
  const carts = await readCarts(deps, wanted, {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  })
  for (const [index, order] of byLines.entries()) {
    const { from, to } = spans[index] as Span
    const visitsOf = (pid: string) =>
      new Set(
        (carts.get(pid) ?? [])
          .filter(({ at, visit }) => at >= from && at < to && !taken.has(visit))
          .map(({ visit }) => visit),
      )
    const [first = new Set<string>(), ...others] = order.lines.map(({ pid }) => visitsOf(pid))
    found.set(
      order,
      [...first].filter((visit) => others.every((visits) => visits.has(visit))),
    )
  }
  return found
}

interface Cart {
  readonly visit: string
  readonly at: number
}

async function readCarts({ store, siteKey }: TraceDeps, pids: ReadonlySet<string>, span: Span) {
  const carts = new Map<string, Cart[]>()
  const add = ({ visit_id, uid, at, data }: CartRow) => {
    const { pid } = JSON.parse(data) as { readonly pid?: unknown }
    if (typeof pid !== 'string' || !pids.has(pid)) return
    const known = carts.get(pid) ?? []
    carts.set(pid, known)
    known.push({ visit: visit_id || uid, at })
  }
  const chosen = { action: 'cart', site: siteKey } as const
  for await (const rows of portionsOf<CartRow>(store, 'id, visit_id, uid, at, data', chosen))
    for (const row of rows) if (row.at >= span.from && row.at < span.to) add(row)
  return carts
}

interface VisitRow {
  readonly at: number
  readonly data: string
}

const MAX_EVENTS = 500

async function causeIn(
  visits: readonly string[] | undefined,
  order: BookOrder,
  { store, shiftMs, confirmations }: TraceDeps & { readonly confirmations: ReadonlySet<string> },
): Promise<MissingCause> {
  const [visit, ...others] = visits ?? []
  if (visits?.length === 0) return { kind: 'no-visit', detail: '', visit: '' }
  if (visit === undefined || others.length > 0) return UNCLEAR
  const until = order.at + shiftMs + (order.isDay ? 36 : 2) * HOUR_MS
  const rows = await store.all<VisitRow>(
    `select at, data from tracker_events
     where (visit_id = @visit or (visit_id = '' and uid = @visit)) and at < @until
     order by at desc, id desc limit ${MAX_EVENTS}`,
    { visit, until },
  )
  const events = rows.map(({ data }) => JSON.parse(data) as Record<string, unknown> | null)
  const pages = events.map((data) => pathOf(pageOf(data?.url)))
  const [last = ''] = pages
  const confirmation = pages.find((page) => confirmations.has(page))
  if (confirmation !== undefined) return { kind: 'unreported', detail: confirmation, visit }
  const lost = lostNumbers(events.map((data) => String(data?.seq ?? '')))
  if (lost > 0 && !isCheckout(last)) return { kind: 'lost', detail: String(lost), visit }
  return { kind: 'left', detail: last, visit }
}

/** A visit that got to the payment explains more than one lost event before. */
const isCheckout = (page: string) => /checkout|payment|kasse|bestell|commande|onestep/i.test(page)

/** How many events are missing below the highest number of each page that the visit opened. */
function lostNumbers(numbers: readonly string[]): number {
  const pages = new Map<string, Set<number>>()
  for (const text of numbers) {
    const [, page, number] = /^([\w-]{8})\.(\d+)$/.exec(text) ?? []
    if (page === undefined) continue
    const known = pages.get(page) ?? new Set<number>()
    pages.set(page, known.add(Number(number)))
  }
  return [...pages.values()].reduce((sum, known) => sum + Math.max(...known) - known.size, 0)
}
