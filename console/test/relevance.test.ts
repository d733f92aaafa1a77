import { createProductStore, loadCatalog, openDatabase } from 'svc-tag-service'
import { expect, test } from 'vitest'
import { smallFeed } from '../../test/support/fixtures/made-feed.ts'
import { fallingRates } from '../analytics/read-relevance.ts'
import { sampleShopOf } from '../sample/sample-shop.ts'
import { createSampleTraffic } from '../sample/sample-traffic.ts'
import { BURIED_PLACE, UNLOVED_PLACE } from '../sample/shop-from-list.ts'
import { everything, openReports } from './reports.ts'

const VISITS = 2_000

async function openSample() {
  const catalog = await loadCatalog(createProductStore(openDatabase(':memory:')), smallFeed())
  const now = () => Date.UTC(2026, 10, 24, 12)
  const reports = await openReports({ now })
  await createSampleTraffic({ ...reports, catalog, siteKey: 'demo-site', now }).add(VISITS)
  await reports.columns.catchUp()
  const { relevance } = await reports.reporter.part('relevance', everything)
  await reports.close()
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
