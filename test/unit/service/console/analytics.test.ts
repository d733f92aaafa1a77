import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCalendar } from '../../../../service/console/analytics/calendar.ts'
import type { Labels } from '../../../../service/console/analytics/labels.ts'
import { createReporter } from '../../../../service/console/analytics/report.ts'
import type { AnalyticsReport, Step } from '../../../../service/console/analytics/report-type.ts'
import { readScope, type Scope } from '../../../../service/console/analytics/scope.ts'
import { createColumns } from '../../../../service/store/columns/columns.ts'
import { openDatabase } from '../../../../service/store/database.ts'
import { createServiceEvents } from '../../../../service/store/service-events.ts'
import { sqliteStore } from '../../../../service/store/sqlite.ts'
import { eventPath } from '../../../support/fixtures/events.ts'
import { loggedEvent } from '../../../support/fixtures/logged-event.ts'
import { startService } from '../../../support/fixtures/service.ts'

/** An event in the words of a test: when, who, what. */
interface Reported {
  readonly at: number
  readonly visit: string
  readonly action: string
  readonly data: Readonly<Record<string, unknown>>
  readonly isBad?: boolean
}

/** Names as they are, but for one product. */
const labels: Labels = {
  list: (list) => list,
  facet: (facet, value) => `${facet}: ${value}`,
  product: (pid) => (pid === 'P1' ? 'One' : ''),
}

const calendar = createCalendar('UTC')
const everything: Scope = readScope({}, calendar)

async function reportOn(events: readonly Reported[], scope = everything): Promise<AnalyticsReport> {
  const db = openDatabase(':memory:')
  const store = sqliteStore(db)
  const received = await createServiceEvents(store)
  const columns = await createColumns(store)
  // In two halves, so that the second goes on where the first ended.
  const half = Math.floor(events.length / 2)
  for (const [index, { at, visit, action, data, isBad }] of events.entries()) {
    if (index === half) await columns.catchUp()
    const reasons = isBad ? ['bad'] : []
    const whole = { ...data, ...(visit && { visitId: visit }) }
    const t = `${at}|${index}`
    await received.add([loggedEvent({ action, uid: 'uid-1', t, data: whole, reasons })])
  }
  await columns.catchUp()
  const report = await createReporter({
    ...{ store, columns, labels, calendar },
    currency: 'EUR',
    samplePrefix: 'sample.',
  }).analytics(scope)
  columns.close()
  db.close()
  return report
}

const shown = (at: number, list: object, ...pids: string[]): Reported => ({
  at,
  visit: 'v1',
  action: 'PRODUCT_IMPRESSIONS',
  data: { ...list, pids_list: pids },
})
const click = (at: number, pid: string): Reported => ({
  at,
  visit: 'v1',
  action: 'click',
  data: { pid },
})
const cart = (at: number, pid: string, qty: string): Reported => ({
  at,
  visit: 'v1',
  action: 'cart',
  data: { pid, qty },
})
const order = (at: number, ...lines: object[]): Reported => ({
  at,
  visit: 'v1',
  action: 'order',
  data: lines.length === 1 ? { ...lines[0] } : { products: lines },
})

const walk: readonly Reported[] = [
  { at: 1, visit: 'v1', action: 'visitor', data: {} },
  shown(10, { page: 'Men>Shoes' }, 'P1', 'P2', 'P3'),
  { at: 15, visit: 'v1', action: 'search', data: { query: 'red' } },
  shown(20, { query: 'red' }, 'P1', 'P4'),
  click(25, 'P1'),
  click(26, 'P2'),
  cart(30, 'P1', '2'),
  cart(31, 'P9', '1'),
  order(40, { pid: 'P1', qty: '2', price: '19.90' }, { pid: 'P2', qty: '1', price: '0.10' }),
  order(41, { pid: 'P9', qty: '3', price: '5' }),
]

test('what agents do moves no figure of people', async () => {
  const agent = { visit: 'v2', data: { actor: 'agent' } }
  const acts = walk.map((event) => ({ ...event, ...agent, data: { ...event.data, ...agent.data } }))
  expect(await reportOn([...walk, ...acts])).toEqual(await reportOn(walk))
})

test('the funnel counts each product at each step', async () => {
  const { funnel, totals } = await reportOn(walk)
  expect(funnel).toEqual([
    { step: 'shown', times: 5, visits: 1, products: 4 },
    { step: 'clicked', times: 2, visits: 1, products: 2 },
    { step: 'added', times: 2, visits: 1, products: 2 },
    { step: 'ordered', times: 3, visits: 1, products: 3 },
  ])
  expect(totals).toMatchObject({
    events: 10,
    visits: 1,
    searches: 1,
    orders: 2,
    units: 6,
    revenue: 54.9,
  })
})

test('what happens to a product is attributed to the list that showed it last', async () => {
  const { lists } = await reportOn(walk)
  const none = { shown: 0, clicked: 0, added: 0, ordered: 0, units: 0, revenue: 0 }
  expect(lists).toMatchObject([
    {
      ...{ ...none, kind: 'query', name: 'red', label: 'query:red', shown: 2, clicked: 1 },
      ...{ added: 1, ordered: 1, units: 2, revenue: 39.8 },
    },
    {
      ...{ ...none, kind: 'page', name: 'Men>Shoes', label: 'page:Men>Shoes', shown: 3 },
      ...{ clicked: 1, ordered: 1, units: 1, revenue: 0.1 },
    },
    { ...none, kind: 'none', name: '', label: '', added: 1, ordered: 1, units: 3, revenue: 15 },
  ])
})

test('an impression that arrives late counts as early as it happened', async () => {
  const { lists } = await reportOn([click(25, 'P1'), shown(20, { query: 'red' }, 'P1')])
  expect(lists).toMatchObject([{ name: 'red', shown: 1, clicked: 1 }])
})

test('nothing is attributed to a list of another visit', async () => {
  const { lists } = await reportOn([
    shown(20, { query: 'red' }, 'P1'),
    { ...click(25, 'P1'), visit: 'v2' },
  ])
  expect(lists).toMatchObject([
    { kind: 'none', clicked: 1 },
    { name: 'red', clicked: 0 },
  ])
})

test('products have their titles, the most ordered first', async () => {
  const { products } = await reportOn(walk)
  expect(products.map(({ pid, title }) => [pid, title])).toEqual([
    ['P1', 'One'],
    ['P9', ''],
    ['P2', ''],
    ['P3', ''],
    ['P4', ''],
  ])
})

test('a search that found nothing is counted as empty', async () => {
  const { queries } = await reportOn([
    { at: 1, visit: 'v1', action: 'search', data: { query: 'unicorn' } },
    shown(2, { query: 'unicorn' }),
    shown(3, { page: 'Outdoor>Kayaks' }),
  ])
  expect(queries).toMatchObject([{ query: 'unicorn', searches: 1, empty: 1, shown: 0 }])
})

test('facets are counted by value, and clearing all apart', async () => {
  const facets = (at: number, given: object): Reported => ({
    at,
    visit: 'v1',
    action: 'facets',
    data: { query: 'red', facets: given },
  })
  const value = (val: string) => [{ prank: '1', val }]
  const report = await reportOn([
    facets(1, {
      color: { prank: '01', selected: value('Red') },
      'si.ze"': { prank: '2', selected: value('M') },
    }),
    facets(2, { color: { prank: '1', selected: value('Blue'), deselected: value('Red') } }),
    facets(3, { color: { prank: '1', selected: value('Blue') } }),
    facets(4, { unxFacetsReset: true }),
  ])
  const rows = report.facets.map(({ label, selected, deselected }) => [label, selected, deselected])
  expect(rows).toEqual([
    ['color: Blue', 2, 0],
    ['color: Red', 1, 1],
    ['si.ze": M', 1, 0],
  ])
  expect(report.totals.resets).toBe(1)
})

test('a scope limits by time and by visit; a bad event is only ever counted as bad', async () => {
  const events = [...walk, { ...click(26, 'P1'), isBad: true }, { ...click(27, 'P1'), visit: 'v2' }]
  const times = async (scope: Scope) =>
    (await reportOn(events, scope)).funnel.map((row) => row.times)
  expect(await times(everything)).toEqual([5, 3, 2, 3])
  expect(await times({ ...everything, visit: 'v2' })).toEqual([0, 1, 0, 0])
  expect(await times({ ...everything, from: 20, to: 30 })).toEqual([2, 3, 0, 0])
  expect((await reportOn(events)).totals).toMatchObject({ events: 11, bad: 1, visits: 2 })
  const late = await reportOn(events, { ...everything, from: 40 })
  expect(late.lists.map(({ name }) => name).sort()).toEqual(['', 'Men>Shoes', 'red'])
})

test('sums of money are exact, and no sum is too much', async () => {
  const cents = Array.from({ length: 100 }, (_, n) =>
    order(n, { pid: 'P1', qty: '3', price: '0.10' }),
  )
  expect((await reportOn(cents)).totals.revenue).toBe(30)
  const huge = { pid: 'P1', qty: '999999999', price: '999999999999' }
  const { revenue } = (await reportOn([order(1, huge), order(2, huge)])).totals
  expect(revenue).toBeCloseTo(2 * 999_999_999 * 999_999_999_999, -12)
})

test('an event without a visit counts for its user', async () => {
  const { totals, funnel } = await reportOn([{ ...cart(1, 'P1', '1'), visit: '' }])
  expect([totals.visits, funnel[2]?.visits]).toEqual([1, 1])
  expect(
    (await reportOn([{ ...cart(1, 'P1', '1'), visit: '' }], { ...everything, visit: 'uid-1' }))
      .totals.events,
  ).toBe(1)
})

test('places count on within a reply, and begin anew with the next', async () => {
  const first = { query: 'red', requestId: 'r1' }
  const { positions } = await reportOn([
    shown(1, first, 'P1', 'P2'),
    shown(2, first, 'P3'),
    shown(3, { query: 'red', requestId: 'r2' }, 'P4'),
    { ...click(4, 'P3'), data: { pid: 'P3', requestId: 'r1' } },
  ])
  expect(positions).toMatchObject([
    { position: 1, shown: 2, clicked: 0, ordered: 0 },
    { position: 2, shown: 1, clicked: 0, ordered: 0 },
    { position: 3, shown: 1, clicked: 1, ordered: 0 },
  ])
})

const chosen = (at: number, val: string): Reported => ({
  at,
  visit: 'v1',
  action: 'facets',
  data: { query: 'red', facets: { color: { prank: '1', selected: [{ prank: '1', val }] } } },
})

test('a facet value is judged by what its visit did afterwards', async () => {
  const { facets } = await reportOn([
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

test('a text that nobody typed is kept apart from searches', async () => {
  const { queries, untyped, lists } = await reportOn([
    { at: 1, visit: 'v1', action: 'search', data: { query: 'red' } },
    shown(2, { query: 'red' }, 'P1'),
    shown(3, { query: 'what suits me?' }, 'P2', 'P3'),
  ])
  expect(queries.map(({ query }) => query)).toEqual(['red'])
  expect(untyped).toMatchObject([{ query: 'what suits me?', searches: 0, shown: 2 }])
  expect(lists.map(({ kind }) => kind).sort()).toEqual(['query', 'untyped'])
})

test('what needs attention is named, and what does well is not', async () => {
  const search = (at: number, query: string): Reported => ({
    at,
    visit: 'v1',
    action: 'search',
    data: { query },
  })
  const { attention } = await reportOn([
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
  expect(attention.emptySearches.map(({ query }) => query)).toEqual(['none'])
  expect(attention.unclickedSearches.map(({ query }) => query)).toEqual(['dull'])
  expect(attention.unclickedProducts.map(({ pid }) => pid)).toEqual(['P3'])
  expect(attention.idleFacets.map(({ value }) => value)).toEqual(['Rust'])
  expect(attention.badEvents).toMatchObject([{ action: 'click', reason: 'bad', events: 1 }])
})

test('a scope with both ends is compared with the time before', async () => {
  const events = [click(5, 'P1'), click(12, 'P1'), click(13, 'P1'), click(25, 'P1')]
  const { totals, before } = await reportOn(events, { ...everything, from: 10, to: 20 })
  expect([totals.clicked, before?.clicked]).toEqual([2, 1])
  expect((await reportOn(events)).before).toBeUndefined()
})

const pid = fc.constantFrom('P1', 'P2', 'P3')
const list = fc.constantFrom({ query: 'red' }, { query: 'blue' }, { page: 'Men' })
const facts: fc.Arbitrary<Pick<Reported, 'action' | 'data'>> = fc.oneof(
  fc.record({
    action: fc.constant('PRODUCT_IMPRESSIONS'),
    data: fc
      .tuple(list, fc.uniqueArray(pid))
      .map(([given, pids_list]) => ({ ...given, pids_list })),
  }),
  fc.record({ action: fc.constant('click'), data: fc.record({ pid }) }),
  fc.record({ action: fc.constant('cart'), data: fc.record({ pid, qty: fc.constant('2') }) }),
)
const reported = fc
  .tuple(fc.nat({ max: 40 }), fc.constantFrom('v1', 'v2'), facts)
  .map(([at, visit, fact]) => ({ at, visit, ...fact }))

/** The same rule, told in another way: walk through time, remember who showed what. */
function clicksOwedTo(events: readonly Reported[], listName: string): number {
  const inTime = events
    .map((event, index) => ({ event, index }))
    .sort((a, b) => a.event.at - b.event.at || rank(a.event) - rank(b.event) || a.index - b.index)
  const lastList = new Map<string, string>()
  let owed = 0
  for (const { event } of inTime) {
    const { query, page, pids_list: pids = [] } = event.data
    for (const shownPid of pids as string[])
      lastList.set(event.visit + shownPid, String(query ?? page))
    if (event.action === 'click' && lastList.get(event.visit + event.data.pid) === listName)
      owed += 1
  }
  return owed
}
const rank = ({ action }: Reported) => (action === 'PRODUCT_IMPRESSIONS' ? 0 : 1)

test('whatever happens in whatever order, every number is exact', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reported, { maxLength: 40 }), async (events) => {
      const { funnel, lists, products } = await reportOn(events)
      const times = (step: Step) => funnel.find((row) => row.step === step)?.times
      const shownPids = events.flatMap(({ data }) => (data.pids_list as string[]) ?? [])
      const clicks = events.filter(({ action }) => action === 'click')
      expect(times('shown')).toBe(shownPids.length)
      expect(times('clicked')).toBe(clicks.length)
      for (const step of ['shown', 'clicked', 'added'] as const) {
        expect(lists.reduce((sum, row) => sum + row[step], 0)).toBe(times(step))
        expect(products.reduce((sum, row) => sum + row[step], 0)).toBe(times(step))
      }
      for (const name of ['red', 'blue', 'Men']) {
        const clicked = lists.find((row) => row.name === name)?.clicked ?? 0
        expect(clicked).toBe(clicksOwedTo(events, name))
      }
    }),
    { numRuns: 6 },
  )
})

test('over HTTP: what was sent is in the next report, and a reset empties it', async () => {
  const { url, reset, close } = await startService()
  const report = async (query = '') =>
    (await (await fetch(`${url}/analytics/data?${query}`)).json()) as AnalyticsReport
  await fetch(url + eventPath('impressions of a search', { t: '10|1' }))
  await fetch(url + eventPath('click', { t: '11|1' }))
  expect((await report()).lists).toMatchObject([{ name: 'red shoes', shown: 2, clicked: 1 }])
  expect((await report()).products[0]?.title).toBe('Akira Sneakers 1')
  await fetch(url + eventPath('order of one product', { t: '12|1' }))
  expect((await report('visit=visit-1&from=12&to=13')).totals).toMatchObject({
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
  for (const query of [
    'from=x',
    'to=2026-13-01',
    'to=-1',
    'visit=a&visit=b',
    `visit=${'x'.repeat(501)}`,
  ]) {
    expect((await fetch(`${url}/analytics/data?${query}`)).status, query).toBe(400)
  }
  await close()
})
