import type { Sql } from 'svc-tag-service'
import { type BookMapping, completeMapping, guessMapping, parseMapping } from './book-mapping.ts'
import { type BookForm, type BookOrder, type Books, readBooks } from './book-orders.ts'
import { openTable } from './book-table.ts'
import { createDayReader } from './book-times.ts'
import {
  type BookDay,
  type BooksResult,
  type BookValue,
  type CountedCause,
  type Finding,
  MAX_PROBLEMS,
  type ProblemRow,
} from './books-result.ts'
import { type MatchedOrder, type Matching, matchOrders } from './order-matching.ts'
import { type MissingCause, traceMissing } from './order-traces.ts'
import { type ReportedOrder, readReportedOrders } from './reported-orders.ts'
import { type ComparedColumn, type GroupedCase, surprisingGroups } from './surprising-groups.ts'

/** How to compare books with the events of a store. */
export interface ComparisonOptions extends BookForm {
  readonly siteKey: string
  /** The fields as a person wrote them, `time=Order date`; the others are guessed. */
  readonly map: readonly string[]
  readonly onMapping?: (mapping: BookMapping) => void
  /** Called now and then with what has been done. */
  readonly onProgress?: (text: string) => void
}

const MILLION = 1e6
const DAY_MS = 86_400_000

/** Columns with personal data are no groups. */
const PERSONAL =
  /mail|phone|\btel|address|street|zip|post ?code|company|note|comment|\bvat\b|\bip\b|^name$|(customer|billing|shipping|first|last|full|bill-to|ship-to|user) ?_?name|^customer$/i

/** More days than this are no groups. */
const MAX_DAYS = 100

/**
 * Compares a shop's books, as CSV, with the events of a store.
 *
 * @throws BookFault if the books cannot be read.
 */
export async function compareBooks(
  file: AsyncIterable<Buffer>,
  store: Sql,
  options: ComparisonOptions,
): Promise<BooksResult> {
  const { siteKey, timeZone, onMapping = () => {}, onProgress = () => {} } = options
  const said = (count: number) => count.toLocaleString('en')
  const table = await openTable(file)
  const own = parseMapping(options.map, table.header)
  const mapping = completeMapping(guessMapping(table.header), own)
  onMapping(mapping)
  const books = await readBooks(table, mapping, options, (rows) =>
    onProgress(`${said(rows)} rows read`),
  )
  const { orders } = books
  const span = spanOf(orders)
  onProgress(`${said(orders.length)} orders read`)
  const reports = await readReportedOrders(
    store,
    siteKey,
    { from: span.from - DAY_MS, to: span.to + 31 * DAY_MS },
    (count) => onProgress(`${said(count)} order events read`),
  )
  const good = reports.filter(({ fault }) => fault === '')
  const matching = withinSpan(matchOrders(orders, good, siteKey), span)
  const missing = matching.missing.filter(({ status }) => status !== 'cancelled')
  onProgress(`${said(missing.length)} missing orders to trace`)
  const { matched, shiftMs } = matching
  const causes = await traceMissing(missing, { store, siteKey, shiftMs, matched, reports })
  return resultOf({ books, mapping, matching, missing, causes, span, siteKey, timeZone })
}

function spanOf(orders: readonly BookOrder[]) {
  let [from, to] = [Number.POSITIVE_INFINITY, 0]
  for (const { at, isDay } of orders) {
    const spread = isDay ? DAY_MS / 2 : 0
    from = Math.min(from, at - spread)
    to = Math.max(to, at + spread)
  }
  return { from, to }
}

type Period = ReturnType<typeof spanOf>

/** Leaves out events outside the books' time, whose orders are in other books. */
const withinSpan = (matching: Matching, { from, to }: Period): Matching => ({
  ...matching,
  extra: matching.extra.filter(
    ({ at }) => at - matching.shiftMs >= from && at - matching.shiftMs <= to,
  ),
})

interface Found {
  readonly books: Books
  readonly mapping: BookMapping
  readonly matching: Matching
  /** Orders that should have been counted. */
  readonly missing: readonly BookOrder[]
  /** Of the missing orders, in the same order. */
  readonly causes: readonly MissingCause[]
  readonly span: Period
  readonly siteKey: string
  readonly timeZone: string
}

const isExpected = ({ status }: BookOrder) => status !== 'cancelled'

function resultOf(found: Found): BooksResult {
  const { books, mapping, matching, missing, causes, span, siteKey, timeZone } = found
  const expected = matching.matched.filter(({ order }) => isExpected(order))
  const twice = expected.filter(({ reports }) => reports.length > 1)
  const certainty = { certain: 0, likely: 0, possible: 0 }
  for (const match of expected) certainty[match.certainty] += 1
  const statuses = { paid: 0, cancelled: 0, refunded: 0 }
  for (const { status } of books.orders) statuses[status] += 1
  return {
    ...{ madeAt: Date.now(), siteKey, timeZone, mapping, ...span, statuses, certainty },
    notes: [...books.notes, ...shiftNote(matching.shiftMs)],
    orders: expected.length + missing.length,
    once: expected.length - twice.length,
    ...{ twice: twice.length, missing: missing.length, extra: matching.extra.length },
    repeats: expected.reduce(
      (sum, { reports }) => sum + reports.reduce((own, { repeats }) => own + repeats, 0),
      0,
    ),
    values: valuesOf(books.orders, matching.matched),
    findings: findingsOf(found, expected),
    causes: countedCauses(causes),
    days: daysOf(found, expected),
    problems: problemsOf(found, twice),
  }
}

function shiftNote(shiftMs: number): readonly string[] {
  if (shiftMs === 0) return []
  const minutes = Math.round(Math.abs(shiftMs) / 60_000)
  const direction = shiftMs > 0 ? 'earlier' : 'later'
  return [
    `The books’ times are ${minutes} minutes ${direction} than the events’. Check the time zone; matching allows for the difference.`,
  ]
}

function valuesOf(
  orders: readonly BookOrder[],
  matched: readonly MatchedOrder[],
): readonly BookValue[] {
  const counted = new Set(matched.map(({ order }) => order))
  const sums = new Map<string, { books: number; counted: number; refunds: number }>()
  for (const order of orders) {
    const sum = sums.get(order.currency) ?? { books: 0, counted: 0, refunds: 0 }
    sums.set(order.currency, sum)
    if (isExpected(order)) sum.books += order.total
    if (isExpected(order) && counted.has(order)) sum.counted += order.total
    sum.refunds += refundOf(order, counted.has(order))
  }
  return [...sums]
    .map(([currency, sum]) => ({
      currency,
      books: sum.books / MILLION,
      counted: sum.counted / MILLION,
      refunds: sum.refunds / MILLION,
    }))
    .sort((a, b) => b.books - a.books)
}

/** What comes off the revenue of an order; of a cancelled one everything, if it was counted. */
function refundOf(order: BookOrder, isCounted: boolean): number {
  if (isExpected(order)) return order.refunded
  return isCounted ? order.total : 0
}

function findingsOf(found: Found, expected: readonly MatchedOrder[]): readonly Finding[] {
  const { books, matching, missing, causes, timeZone } = found
  const dayOf = createDayReader(timeZone)
  const days = numbered()
  const dayGroup = ({ at }: BookOrder) => days.numberOf(dayOf(at))
  const pages = numbered()
  const pageGroup = ({ reports }: MatchedOrder) => pages.numberOf(reports.at(-1)?.page ?? '')
  const columns: readonly ComparedColumn[] = books.groups.map(({ name, values }) => ({
    name,
    values: PERSONAL.test(name) ? [] : values,
  }))
  const causeOf = new Map(missing.map((order, index) => [order, causes[index]]))

  const orderCases = [
    ...expected.map(({ order }) => ({ order, isWrong: false })),
    ...missing.map((order) => ({ order, isWrong: true })),
  ].map((one) => ({ ...one, groups: [...one.order.groups, dayGroup(one.order)] }))
  const dayColumn = { name: 'day', values: days.list(MAX_DAYS) }
  const ofMissing = surprisingGroups(orderCases, [...columns, dayColumn]).map((group) => ({
    ...group,
    problem: 'missing' as const,
    causes: countedCauses(
      inGroup(orderCases, group, [...columns, dayColumn]).flatMap(
        ({ order }) => causeOf.get(order) ?? [],
      ),
    ),
  }))

  const twiceCases = expected.map((match) => ({
    isWrong: match.reports.length > 1,
    groups: [pageGroup(match), ...match.order.groups],
  }))
  const ofTwice = surprisingGroups(twiceCases, [
    { name: 'page', values: pages.list() },
    ...columns,
  ]).map((group) => ({ ...group, problem: 'twice' as const, causes: [] }))

  const [hosts, extraPages] = [numbered(), numbered()]
  const reportCase = (isWrong: boolean) => (report: ReportedOrder) => ({
    isWrong,
    groups: [hosts.numberOf(report.host), extraPages.numberOf(report.page)],
  })
  const extraCases: readonly GroupedCase[] = [
    ...matching.matched.flatMap(({ reports }) => reports.map(reportCase(false))),
    ...matching.extra.map(reportCase(true)),
  ]
  const ofExtra = surprisingGroups(extraCases, [
    { name: 'address', values: hosts.list() },
    { name: 'page', values: extraPages.list() },
  ]).map((group) => ({ ...group, problem: 'extra' as const, causes: [] }))
  return [...ofMissing, ...ofTwice, ...ofExtra].sort((a, b) => a.chance - b.chance)
}

function inGroup<Case extends GroupedCase>(
  cases: readonly Case[],
  { column, value }: { readonly column: string; readonly value: string },
  columns: readonly ComparedColumn[],
): readonly Case[] {
  const place = columns.findIndex(({ name }) => name === column)
  const number = columns[place]?.values.indexOf(value)
  return cases.filter(({ groups }) => groups[place] === number)
}

/** Numbers texts from 0. */
function numbered() {
  const numbers = new Map<string, number>()
  return {
    numberOf(text: string): number {
      const known = numbers.get(text) ?? numbers.size
      numbers.set(text, known)
      return known
    },
    /** The texts by number; none if there are more than `most`. */
    list: (most = Number.POSITIVE_INFINITY) => (numbers.size > most ? [] : [...numbers.keys()]),
  }
}

function countedCauses(causes: readonly MissingCause[]): readonly CountedCause[] {
  const counts = new Map<string, CountedCause>()
  for (const { kind, detail: given } of causes) {
    const detail = kind === 'lost' ? '' : given
    const key = `${kind} ${detail}`
    counts.set(key, { kind, detail, orders: (counts.get(key)?.orders ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => b.orders - a.orders)
}

function daysOf(
  { books, matching, missing, timeZone }: Found,
  expected: readonly MatchedOrder[],
): readonly BookDay[] {
  const dayOf = createDayReader(timeZone)
  const currency = valuesOf(books.orders, []).at(0)?.currency
  const days = new Map<string, { -readonly [Field in keyof BookDay]: BookDay[Field] }>()
  const dayFor = ({ at }: BookOrder) => {
    const name = dayOf(at)
    const day = days.get(name) ?? { day: name, orders: 0, once: 0, twice: 0, refunds: 0 }
    days.set(name, day)
    return day
  }
  for (const order of missing) dayFor(order).orders += 1
  for (const { order, reports } of expected) {
    const day = dayFor(order)
    day.orders += 1
    if (reports.length > 1) day.twice += 1
    else day.once += 1
  }
  // A cancelled order is not expected; if it was counted, it comes off the revenue all the same.
  for (const { order } of matching.matched)
    if (order.currency === currency) dayFor(order).refunds += refundOf(order, true) / MILLION
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

function problemsOf(found: Found, twice: readonly MatchedOrder[]): readonly ProblemRow[] {
  const { books, matching, missing, causes } = found
  const groupsOf = ({ groups }: BookOrder) =>
    Object.fromEntries(
      books.groups.flatMap(({ name, values }, index) => {
        const value = values[groups[index] ?? -1]
        return value && values.length > 1 && !PERSONAL.test(name) ? [[name, value]] : []
      }),
    )
  const rowOf = (order: BookOrder) => ({
    ...{ row: order.row, id: order.id || order.t, at: order.at, currency: order.currency },
    ...{ total: order.total / MILLION, groups: groupsOf(order) },
  })
  return [
    ...missing.slice(0, MAX_PROBLEMS).map((order, index) => ({
      ...{ ...rowOf(order), problem: 'missing' as const, cause: causes[index], pages: [] },
      visit: causes[index]?.visit ?? '',
    })),
    ...twice.slice(0, MAX_PROBLEMS).map(({ order, reports }) => ({
      ...{ ...rowOf(order), problem: 'twice' as const, cause: undefined },
      visit: reports.at(-1)?.visit ?? '',
      pages: reports.map(({ page }) => page),
    })),
    ...matching.extra.slice(0, MAX_PROBLEMS).map((report) => ({
      ...{ problem: 'extra' as const, row: 0, id: '', at: report.at, currency: '', groups: {} },
      ...{ total: report.value / MILLION, cause: undefined, visit: report.visit },
      pages: [report.page],
    })),
  ]
}
