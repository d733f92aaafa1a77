import type { BookOrder } from './book-orders.ts'
import { idForms, orderReference } from './order-reference.ts'
import { linesText, type ReportedOrder } from './reported-orders.ts'

/**
 * How sure it is that a report is about an order. `certain`: by its id or its `t`. `likely`: the same products and units within an hour.
 * `possible`: the same value within an hour.
 */
export type Certainty = 'certain' | 'likely' | 'possible'

/** An order with its reports; more than one means that it was counted more than once. */
export interface MatchedOrder {
  readonly order: BookOrder
  readonly certainty: Certainty
  readonly reports: readonly ReportedOrder[]
}

/** Orders and reports, as far as they could be brought together. */
export interface Matching {
  readonly matched: readonly MatchedOrder[]
  readonly missing: readonly BookOrder[]
  /** Reports that belong to no order of the books. */
  readonly extra: readonly ReportedOrder[]
  /** By how much the books' times differ from those of the events, in ms: the median of certain matches. */
  readonly shiftMs: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long before and after an order's time its event may be. */
const BEFORE_MS = 10 * MINUTE_MS
const AFTER_MS = HOUR_MS

/** How long after an order its confirmation may be opened again: a link in an e-mail. */
const AGAIN_MS = 30 * DAY_MS
const AGAIN_ELSEWHERE_MS = 2 * DAY_MS

/** Orders whose times may differ: a wrong time zone is at least half an hour. */
const SHIFT_MS = 25 * MINUTE_MS
const SHIFT_ORDERS = 5

interface Open {
  readonly order: BookOrder
  readonly reports: ReportedOrder[]
  certainty: Certainty
}

function indexBy<Item>(items: Iterable<Item>, keysOf: (item: Item) => readonly string[]) {
  const index = new Map<string, Item[]>()
  for (const item of items)
    for (const key of keysOf(item)) {
      const known = index.get(key)
      if (known) known.push(item)
      else index.set(key, [item])
    }
  return index
}

/** Brings orders and good reports together. Pure. */
export function matchOrders(
  orders: readonly BookOrder[],
  reports: readonly ReportedOrder[],
  siteKey: string,
): Matching {
  const open: readonly Open[] = orders.map((order) => ({
    order,
    reports: [],
    certainty: 'certain',
  }))
  const free = new Set(reports)
  const take = (found: Open, report: ReportedOrder, certainty: Certainty) => {
    if (found.reports.length === 0) found.certainty = certainty
    found.reports.push(report)
    free.delete(report)
  }

  matchNamed(open, free, siteKey, take)
  const shiftMs = medianShift(open)
  const linesOf = ({ order }: Open) => (order.lines.length > 0 ? linesText(order.lines) : '')
  matchNearby(open, free, shiftMs, {
    ofOrder: linesOf,
    ofReport: ({ lines }) => lines,
    take: (one, report) => take(one, report, 'likely'),
  })
  matchNearby(open, free, shiftMs, {
    ofOrder: ({ order }) => (order.total > 0 ? String(order.total) : ''),
    ofReport: ({ value }) => String(value),
    take: (one, report) => take(one, report, 'possible'),
    isUnique: true,
  })
  matchAgain(open, free, take)
  return {
    matched: open.filter((one) => one.reports.length > 0),
    missing: open.filter((one) => one.reports.length === 0).map(({ order }) => order),
    extra: [...free],
    shiftMs,
  }
}

type Take = (one: Open, report: ReportedOrder, certainty: Certainty) => void

/** Matches orders by the references of their ids, and by `t`. */
function matchNamed(
  open: readonly Open[],
  free: ReadonlySet<ReportedOrder>,
  siteKey: string,
  take: Take,
) {
  const named = indexBy(free, ({ ref, t }) => (ref ? [ref, t] : [t]))
  for (const one of open) {
    const { id, t } = one.order
    const refs = id === '' ? [] : idForms(id).map((form) => orderReference(siteKey, form))
    const names = [...refs, t, id].filter(Boolean)
    for (const report of names.flatMap((name) => named.get(name) ?? []))
      if (free.has(report)) take(one, report, 'certain')
  }
}

function medianShift(open: readonly Open[]): number {
  const shifts = open
    .flatMap(({ order, reports: [first] }) => (first && !order.isDay ? [first.at - order.at] : []))
    .sort((a, b) => a - b)
  const median = shifts[shifts.length >> 1] ?? 0
  return shifts.length >= SHIFT_ORDERS && Math.abs(median) > SHIFT_MS ? median : 0
}

interface NearbyRule {
  /** What an order and its report have in common; empty for an order without it. */
  readonly ofOrder: (one: Open) => string
  readonly ofReport: (report: ReportedOrder) => string
  readonly take: (one: Open, report: ReportedOrder) => void
  /** Whether a second candidate makes the match too uncertain. */
  readonly isUnique?: boolean
}

/** Whether a report may be of an order, by time. */
function isNear({ order }: Open, { at }: ReportedOrder, shiftMs: number): boolean {
  const late = at - shiftMs - order.at
  return order.isDay
    ? Math.abs(late) <= DAY_MS / 2 + HOUR_MS
    : late >= -BEFORE_MS && late <= AFTER_MS
}

function matchNearby(
  open: readonly Open[],
  free: ReadonlySet<ReportedOrder>,
  shiftMs: number,
  { ofOrder, ofReport, take, isUnique = false }: NearbyRule,
) {
  const byKey = indexBy(free, (report) => [ofReport(report)])
  const unmatched = open.filter(({ reports }) => reports.length === 0)
  const rivals = isUnique ? indexBy(unmatched, (one) => [ofOrder(one)]) : undefined
  for (const one of unmatched) {
    const key = ofOrder(one)
    const near = (byKey.get(key) ?? []).filter(
      (report) => free.has(report) && isNear(one, report, shiftMs),
    )
    const distance = (report: ReportedOrder) => Math.abs(report.at - shiftMs - one.order.at)
    const [best, second] = near.sort((a, b) => distance(a) - distance(b))
    if (key === '' || !best || (isUnique && second)) continue
    const hasRival = rivals
      ?.get(key)
      ?.some((other) => other !== one && isNear(other, best, shiftMs))
    if (!hasRival) take(one, best)
  }
}

/** Finds reports of orders that were counted before: the same products, later, by the same shopper or within two days. */
function matchAgain(open: readonly Open[], free: ReadonlySet<ReportedOrder>, take: Take) {
  const counted = indexBy(
    open.filter(({ reports }) => reports.length > 0),
    ({ reports: [first] }) => [first?.lines ?? ''],
  )
  for (const report of [...free]) {
    const earlier = (counted.get(report.lines) ?? []).filter(({ reports: [first] }) => {
      const later = first ? report.at - first.at : -1
      return later >= 0 && later <= AGAIN_MS
    })
    const own = earlier.filter(({ reports: [first] }) => first?.uid === report.uid)
    const elsewhere = earlier.filter(
      ({ reports: [first] }) => report.at - (first?.at ?? 0) <= AGAIN_ELSEWHERE_MS,
    )
    const found = own.at(-1) ?? (elsewhere.length === 1 ? elsewhere[0] : undefined)
    if (found) take(found, report, 'likely')
  }
}
