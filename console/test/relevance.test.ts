import {
  createEventStore,
  createProductStore,
  loadCatalog,
  openDatabase,
  sqliteStore,
} from 'svc-tag-service'
import { expect, test } from 'vitest'
import { smallFeed } from '../../test/support/fixtures/made-feed.ts'
import { createCalendar } from '../analytics/calendar.ts'
import { createReporter } from '../analytics/count-report.ts'
import { fallingRates } from '../analytics/read-relevance.ts'
import { createColumns } from '../columns/columns.ts'
import { sampleShopOf } from '../sample/sample-shop.ts'
import { createSampleTraffic } from '../sample/sample-traffic.ts'
import { BURIED_PLACE, UNLOVED_PLACE } from '../sample/shop-from-list.ts'

const VISITS = 2_000

const labels = { list: (list: string) => list, facet: () => '', product: () => '' }
const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, who: 'people' } as const

async function openSample() {
  const store = sqliteStore(openDatabase(':memory:'))
  const db = openDatabase(':memory:')
  const catalog = await loadCatalog(createProductStore(db), smallFeed())
  const events = await createEventStore(store)
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

test('the deliberately misplaced products are listed first', async () => {
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

test('the expected click rate never rises with the rank, and preserves all clicks', () => {
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
