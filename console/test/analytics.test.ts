import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventPath } from '../../test/support/fixtures/event-requests.ts'
import { startService } from '../../test/support/fixtures/local-service.ts'
import { loggedEvent } from '../../test/support/fixtures/logged-event.ts'
import type { AnalyticsReport, GroupRow, SourceRow } from '../analytics/report-type.ts'
import type { Scope } from '../analytics/scope.ts'
import { everything, openReports } from './reports.ts'

/** An event in a short form for tests: when, who, what. */
interface Reported {
  readonly at: number
  readonly visit: string
  readonly action: string
  readonly data: Readonly<Record<string, unknown>>
  readonly isBad?: boolean
  readonly browser?: string
}

let reports: Awaited<ReturnType<typeof openReports>>
beforeAll(async () => {
  reports = await openReports()
})
afterAll(() => reports.close())

async function fill(events: readonly Reported[]) {
  const logged = events.map(({ at, visit, action, data, isBad, browser = '' }, index) =>
    loggedEvent({
      ...{ action, uid: 'uid-1', t: `${at}|${index}`, reasons: isBad ? ['bad'] : [] },
      data: { ...data, ...(visit && { visitId: visit }) },
      browser,
    }),
  )
  await reports.fill(logged)
}

/** The tables of a report on some events. */
async function tablesOn(events: readonly Reported[]): Promise<AnalyticsReport> {
  await fill(events)
  return reports.reporter.analytics(everything)
}

/** The sums of the events that were stored last. */
const sumsOf = (scope: Partial<Scope> = {}) =>
  reports.reporter.part('overview', { ...everything, ...scope })

const did = (at: number, action: string, data: object): Reported => ({
  ...{ at, visit: 'v1', action, data: { ...data } },
})
const search = (at: number, query: string) => did(at, 'search', { query })
const shown = (at: number, list: object, ...pids: string[]) =>
  did(at, 'PRODUCT_IMPRESSIONS', { ...list, pids_list: pids })
const click = (at: number, pid: string) => did(at, 'click', { pid })
const order = (at: number, ...lines: object[]) =>
  did(at, 'order', lines.length === 1 ? { ...lines[0] } : { products: lines })
const facets = (at: number, given: object) => did(at, 'facets', { query: 'red', facets: given })
const values = (val: string) => [{ prank: '1', val }]
const chosen = (at: number, val: string) =>
  facets(at, { color: { prank: '1', selected: values(val) } })

test('facets are counted by value, and clearing all separately', async () => {
  const report = await tablesOn([
    facets(1, {
      color: { prank: '01', selected: values('Red') },
      'si.ze"': { prank: '2', selected: values('M') },
    }),
    facets(2, { color: { prank: '1', selected: values('Blue'), deselected: values('Red') } }),
    chosen(3, 'Blue'),
    facets(4, { unxFacetsReset: true }),
  ])
  const rows = report.facets.map(({ label, selected, deselected }) => [label, selected, deselected])
  expect(rows).toEqual([
    ['color: Blue', 2, 0],
    ['color: Red', 1, 1],
    ['si.ze": M', 1, 0],
  ])
})

test('sums of money are exact, however large they are', async () => {
  const cents = Array.from({ length: 100 }, (_, n) =>
    order(n, { pid: 'P1', qty: '3', price: '0.10' }),
  )
  const huge = { ...order(1, { pid: 'P1', qty: '999999999', price: '999999999999' }), visit: '' }
  await fill(cents)
  expect((await sumsOf()).totals.revenue).toBe(30)
  await fill([...cents, huge, huge])
  // An event without a visit counts for its user.
  const { totals } = await sumsOf()
  expect([totals.visits, totals.orders]).toEqual([2, 102])
  expect(totals.revenue).toBeCloseTo(2 * 999_999_999 * 999_999_999_999, -12)
})

test('positions continue within a reply, and start over with the next', async () => {
  const first = { query: 'red', requestId: 'r1' }
  const { positions } = await tablesOn([
    shown(1, first, 'P1', 'P2'),
    shown(2, first, 'P3'),
    shown(3, { query: 'red', requestId: 'r2' }, 'P4'),
    did(4, 'click', { pid: 'P3', requestId: 'r1' }),
  ])
  expect(positions).toMatchObject([
    { position: 1, shown: 2, clicked: 0, ordered: 0 },
    { position: 2, shown: 1, clicked: 0, ordered: 0 },
    { position: 3, shown: 1, clicked: 1, ordered: 0 },
  ])
})

test('a facet value is judged by what its visit did afterwards', async () => {
  const { facets } = await tablesOn([
    chosen(1, 'Red'),
    click(2, 'P1'),
    chosen(3, 'Blue'),
    order(4, { pid: 'P1', qty: '1', price: '5' }),
    chosen(5, 'Green'),
  ])
  const reported = facets.map(({ value, visits, clickedVisits, orderedVisits, revenue }) => [
    value,
    [visits, clickedVisits, orderedVisits, revenue],
  ])
  expect(Object.fromEntries(reported)).toEqual({
    Red: [1, 1, 1, 5],
    Blue: [1, 0, 1, 5],
    Green: [1, 0, 0, 0],
  })
})

test('items that need attention are listed, and others are not', async () => {
  const report = await tablesOn([
    ...[1, 2, 3].flatMap((at) => [search(at, 'dull'), search(at, 'good'), search(at, 'none')]),
    search(4, 'rare'),
    shown(5, { query: 'dull' }, 'P2'),
    shown(5, { query: 'rare' }, 'P2'),
    shown(5, { query: 'none' }),
    ...Array.from({ length: 10 }, (_, n) => shown(10 + n, { query: 'good' }, 'P1', 'P3')),
    ...Array.from({ length: 7 }, (_, n) => shown(30 + n, { query: 'good' }, 'P4')),
    click(50, 'P1'),
    ...['v1', 'v2', 'v3'].map((visit) => ({ ...chosen(60, 'Rust'), visit })),
    { ...click(70, 'P1'), isBad: true },
  ])
  expect(report.emptySearches.map(({ query }) => query)).toEqual(['none'])
  expect(report.unclickedSearches.map(({ query }) => query)).toEqual(['dull'])
  expect(report.unclickedProducts.map(({ pid }) => pid)).toEqual(['P3'])
  expect(report.idleFacets.map(({ value }) => value)).toEqual(['Rust'])
  expect(report.badEvents).toMatchObject([{ action: 'click', reason: 'bad', events: 1 }])
})

test('orders and revenue are told apart by source, device and actor', async () => {
  const by = (visit: string, event: Reported, browser = '') => ({ ...event, visit, browser })
  const bought = { pid: 'P1', qty: '1', price: '10' }
  const { sources, devices, actors, totals } = await tablesOn([
    by('v1', search(1, 'red'), 'Safari (phone)'),
    by('v1', shown(2, { query: 'red' }, 'P1'), 'Safari (phone)'),
    by('v1', order(3, bought), 'Safari (phone)'),
    by('v2', shown(4, { page: 'Men' }, 'P1', 'P2'), 'Chrome (desktop)'),
    by('v2', shown(5, { query: 'what suits me?' }, 'P2'), 'Chrome (desktop)'),
    by('v2', order(6, bought, { pid: 'P2', qty: '1', price: '20' }), 'Chrome (desktop)'),
    by('v3', did(7, 'visitor', {})),
    by('v4', did(8, 'order', { ...bought, actor: 'agent' })),
  ])
  const cells = (rows: readonly object[]) => rows.map((row) => Object.values(row).join(' ')).sort()
  const source = ({ kind, visits, buyingVisits, orders, revenue }: SourceRow) => ({
    ...{ kind, visits, buyingVisits, orders, revenue },
  })
  expect(cells(sources.map(source))).toEqual([
    ...['none 1 0 0 0', 'page 1 1 1 10', 'query 1 1 1 10', 'untyped 1 1 1 20'],
  ])
  const group = ({ name, visits, buyingVisits, searches, orders, revenue }: GroupRow) => ({
    ...{ name, visits, buyingVisits, searches, orders, revenue },
  })
  expect(cells(devices.map(group))).toEqual([
    ' 1 0 0 0 0',
    'desktop 1 1 0 1 30',
    'phone 1 1 1 1 10',
  ])
  expect(cells(actors.map(group))).toEqual(['agents 1 1 0 1 10', 'people 3 2 1 2 40'])
  expect(totals.orderSquares).toBe(10 ** 2 + 30 ** 2)
})

test('a failed search says what its visits did next', async () => {
  const failed = (at: number) => [search(at, 'rde'), shown(at + 1, { query: 'rde' })]
  const of = (visit: string, ...events: Reported[]) => events.map((event) => ({ ...event, visit }))
  const { emptySearches } = await tablesOn([
    ...of('v1', ...failed(1), ...failed(3), search(5, 'red'), search(6, 'blue')),
    ...of('v2', ...failed(1), search(5, 'red'), order(7, { pid: 'P1', qty: '1', price: '5' })),
    ...of('v3', ...failed(1), shown(5, { page: 'Men' }, 'P1')),
    ...of('v4', search(0, 'green'), ...failed(1)),
  ])
  expect(emptySearches).toEqual([
    { query: 'rde', times: 5, visits: 4, asked: 2, went: 1, left: 1, ordered: 1, next: 'red' },
  ])
})

test('over HTTP: sent events are in the next report, and a reset empties it', async () => {
  const { url, reset, close } = await startService()
  const report = async (query = '') =>
    (await (await fetch(`${url}/analytics/data?${query}`)).json()) as AnalyticsReport
  await fetch(url + eventPath('impressions of a search', { t: '10|1' }))
  await fetch(url + eventPath('click', { t: '11|1' }))
  expect((await report()).lists).toMatchObject([{ name: 'red shoes', shown: 2, clicked: 1 }])
  expect((await report()).products[0]?.title).toBe('Akira Sneakers 1')
  await fetch(url + eventPath('order of one product', { t: '12|1' }))
  expect((await report('from=12&to=13')).totals).toMatchObject({
    orders: 1,
    revenue: 19.9,
  })
  await reset()
  expect((await report()).products).toEqual([])
  await fetch(url + eventPath('click', { t: '13|1' }))
  expect((await report()).totals.events).toBe(1)
  for (const path of [
    'table?table=constructor',
    'item',
    'item?kind=list',
    'item?kind=all&name=x',
  ]) {
    expect((await fetch(`${url}/analytics/${path}`)).status, path).toBe(400)
  }
  for (const query of ['from=x', 'to=2026-13-01', 'to=-1', 'who=robots']) {
    expect((await fetch(`${url}/analytics/data?${query}`)).status, query).toBe(400)
  }
  await close()
})
