import { expect, test } from 'vitest'
import { loadCatalog } from '../../../../service/catalog/catalog.ts'
import { createCalendar } from '../../../../service/console/analytics/calendar.ts'
import { createReporter } from '../../../../service/console/analytics/count-report.ts'
import { fallingRates } from '../../../../service/console/analytics/read-relevance.ts'
import { sampleShopOf } from '../../../../service/sample/sample-shop.ts'
import { createSampleTraffic } from '../../../../service/sample/sample-traffic.ts'
import { BURIED_PLACE, UNLOVED_PLACE } from '../../../../service/sample/shop-from-list.ts'
import { createColumns } from '../../../../service/store/columns/columns.ts'
import { openDatabase } from '../../../../service/store/database.ts'
import { createReplyStore } from '../../../../service/store/replies.ts'
import { createServiceEvents } from '../../../../service/store/service-events.ts'
import { sqliteStore } from '../../../../service/store/sqlite.ts'
import { createProductStore } from '../../../../service/store/stored-products.ts'
import { loggedEvent } from '../../../support/fixtures/logged-event.ts'
import { smallFeed } from '../../../support/fixtures/made-feed.ts'

const VISITS = 2_000

const labels = { list: (list: string) => list, facet: () => '', product: () => '' }
const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, who: 'people' } as const

async function openSample() {
  const store = sqliteStore(openDatabase(':memory:'))
  const db = openDatabase(':memory:')
  const catalog = await loadCatalog(createProductStore(db), smallFeed())
  const events = await createServiceEvents(store)
  const now = () => Date.UTC(2026, 10, 24, 12)
  const sample = createSampleTraffic({ catalog, store, events, siteKey: 'demo-site', now })
  await sample.add(VISITS)
  const columns = await createColumns(store)
  await columns.catchUp()
  const calendar = createCalendar('UTC')
  const reporter = createReporter({
    ...{ store, columns, labels, calendar, currency: 'EUR', samplePrefix: 'sample.', now },
  })
  const { relevance } = await reporter.analytics(everything)
  await columns.close()
  return { relevance, catalog }
}

test('the planted products are named first', async () => {
  const { relevance, catalog } = await openSample()
  const [first] = sampleShopOf(catalog).lists
  const [low, high] = [relevance.tooLow[0], relevance.tooHigh[0]]
  expect(low?.pid).toBe(first?.products[BURIED_PLACE]?.pid)
  expect(low?.meanRank).toBe(BURIED_PLACE + 1)
  expect(high?.pid).toBe(
    sampleShopOf(catalog).lists.find(({ products }) => products[UNLOVED_PLACE]?.pid === high?.pid)
      ?.products[UNLOVED_PLACE]?.pid,
  )
})

test('the rate that a rank explains never rises, and keeps all clicks', () => {
  const curve = [
    { rank: 1, shown: 100, clicked: 10 },
    { rank: 2, shown: 100, clicked: 0 },
    { rank: 3, shown: 50, clicked: 6 },
    { rank: 4, shown: 50, clicked: 1 },
  ]
  expect(fallingRates(curve)).toEqual([
    { rank: 1, rate: 0.1 },
    { rank: 2, rate: 0.04 },
    { rank: 3, rate: 0.04 },
    { rank: 4, rate: 0.02 },
  ])
  expect(fallingRates([])).toEqual([])
})

const shown = (at: number, requestId: string, ...pids_list: string[]) =>
  ['PRODUCT_IMPRESSIONS', at, { query: 'red', requestId, pids_list }] as const

test('figures are those of a count by hand', async () => {
  const store = sqliteStore(openDatabase(':memory:'))
  const events = await createServiceEvents(store)
  const replies = await createReplyStore(store)
  const reply = { at: 0, uid: '', found: 3, query: '' }
  await replies.add([
    { ...reply, requestId: 'r1', start: 0, pids: ['A', 'B', 'C'] },
    { ...reply, requestId: 'r2', start: 0, pids: ['B', 'A', 'C'] },
  ])
  const happened = [
    ['search', 1, { query: 'red' }],
    shown(2, 'r1', 'A', 'B', 'C'),
    ['click', 3, { pid: 'B', requestId: 'r1' }],
    ['click', 4, { pid: 'B', requestId: 'r1' }],
    ['click', 5, { pid: 'A', requestId: 'r1' }],
    ['order', 6, { pid: 'A', qty: '1', price: '5' }],
    shown(7, 'r2', 'B', 'A', 'C'),
    // No reply is known: it counts as a list, and in no figure by rank.
    shown(8, 'r3', 'A'),
    ['click', 9, { pid: 'A', requestId: 'r3' }],
  ] as const
  await events.add(
    happened.map(([action, at, data]) =>
      loggedEvent({ action, t: `${at}|0.${at}`, data: { ...data, visitId: 'v1' } }),
    ),
  )
  const columns = await createColumns(store)
  await columns.catchUp()
  const calendar = createCalendar('UTC')
  const reporter = createReporter({
    ...{ store, columns, labels, calendar, currency: 'EUR', samplePrefix: 'sample.' },
  })
  const { relevance } = await reporter.analytics(everything)
  await columns.close()
  const [red] = relevance.lists
  expect(red).toMatchObject({
    ...{ name: 'red', visits: 1, replies: 3, ranked: 2, impressions: 7, clicks: 3, revenue: 5 },
    ...{ clickedReplies: 2, clickedAt1: 1, clickedAt3: 1, refined: 0, abandoned: 0, graded: 1 },
  })
  // The first click of r1 was on rank 2; r2 has none.
  expect(red?.mrr).toBeCloseTo(1 / 2 / 2)
  // A (ordered, 3) at rank 1 and B (clicked, 1) at rank 2 are in the best order.
  expect(red?.ndcg).toBeCloseTo(1)
  expect(relevance.curve).toEqual([
    { rank: 1, shown: 2, clicked: 1 },
    { rank: 2, shown: 2, clicked: 1 },
    { rank: 3, shown: 2, clicked: 0 },
  ])
  expect([red?.placedClicks, red?.expectedClicks]).toEqual([2, 2])
})
