import type { Locator, Page } from '@playwright/test'
import {
  appended,
  drawnAgain,
  jumps,
  loaded,
  presses,
  scroll,
  scrollCalls,
  scrollGrowth,
} from '../../support/budgets.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'
import {
  type BrowserCalls,
  countBrowserCalls,
  since,
} from '../../support/runner/browser-call-counter.ts'
import { trace } from '../../support/runner/main-thread.ts'
import { createMeter } from '../../support/runner/page-leftovers.ts'
import { actOf, DWELL_MS, headOf, pageOf } from '../../support/runner/tile-watchers.ts'
import { expectWithin } from '../../support/runner/within.ts'

/*
 * The counts behind `npm run bench -- capture`, which measures time: on every frame, the browser's work for an IntersectionObserver grows
 * with the number of observed elements, and reading a position may cost a layout.
 */

const TILES = 1_000

test.use({ viewport: { width: 1_000, height: 800 } })

const SHOWN = 32

const tagOf = (shop: Shop) =>
  shop.tag({
    'data-record-bots': '',
    'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs: DWELL_MS }),
  })

/** A list with the tag, whose first tiles have been reported as seen. */
async function openList(shop: Shop, tiles = TILES, tag = tagOf(shop)) {
  shop.page('/list.html', pageOf(headOf('ours', tag), tiles))
  await shop.open('/list.html')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
}

const pidsOf = (count: number) => Array.from({ length: count }, (_, index) => `P${index}`)

/** All products reported as seen, in the order of arrival. */
const reportedIn = async (shop: Shop) =>
  (await shop.received('PRODUCT_IMPRESSIONS')).flatMap(
    ({ data }) => (data as { pids_list: string[] }).pids_list,
  )

/** The products that count as seen, even if they have not been reported yet. */
const COUNTED = `Promise.resolve(svc.explain()).then((entries) => entries.filter(({ action, t }) => t && action === 'PRODUCT_IMPRESSIONS').flatMap(({ data }) => data?.pids_list ?? []))`

/**
 * Expects this many products to be reported as seen, beginning with the first of the page, each
 * once. Anything that happens after the last of them is reported later.
 */
async function expectReportedOnce(page: Page, shop: Shop, count: number) {
  await expect.poll(async () => new Set(await reportedIn(shop)).size).toBe(count)
  await page.evaluate("svc.track('search', { query: 'the end' }), svc.flush()")
  await shop.waitFor('search')
  const reported = await reportedIn(shop)
  expect(new Set(reported)).toEqual(new Set(pidsOf(count)))
  expect(reported).toHaveLength(count)
}

/** Counts that grow with the size of an action, per unit of it. */
const forEach = (count: number, { observes, reads, queries, places }: BrowserCalls) => ({
  observesEach: observes / count,
  readsEach: reads / count,
  queriesEach: queries / count,
  placesEach: places / count,
})

async function askedFor(
  asked: () => Promise<BrowserCalls>,
  act: () => Promise<unknown>,
): Promise<BrowserCalls> {
  const before = await asked()
  await act()
  return since(before, await asked())
}

test('scrolling through a thousand tiles reports each once, with few observations', async ({
  page,
  browser,
  shop,
}) => {
  const asked = await countBrowserCalls(page)
  shop.page('/naive.html', pageOf(headOf('naive', ''), TILES))
  shop.page('/ours.html', pageOf(headOf('ours', tagOf(shop)), TILES))
  await shop.open('/naive.html')
  await page.evaluate(actOf('scroll'))
  const naive = await asked()

  await shop.open('/ours.html')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  let ours: BrowserCalls | undefined
  let seconds = 0
  const go = async () => {
    const from = Date.now()
    await page.evaluate(actOf('scroll'))
    ours = await asked()
    seconds = (Date.now() - from) / 1_000
  }
  const forced = (await trace(browser, page, go)).forced
  await expectReportedOnce(page, shop, TILES)

  expect(naive.most).toBe(TILES)
  const { forcedLayouts, ...limits } = scroll
  expectWithin(limits, {
    watchedToNaive: (ours?.watched ?? Number.NaN) / naive.watched,
    watchedAtOnce: ours?.most ?? Number.NaN,
    placesPerTile: (ours?.places ?? Number.NaN) / TILES,
    hitTestsPerSecond: (ours?.hitTests ?? Number.NaN) / seconds,
    styles: ours?.styles ?? Number.NaN,
  })
  expectWithin({ forcedLayouts }, { forcedLayouts: forced })
})

test('scrolling through a thousand tiles costs few calls per tile', async ({ page, shop }) => {
  const meter = await createMeter(page, '/svc.js')
  shop.page('/list.html', pageOf(headOf('ours', tagOf(shop)), TILES))
  await shop.open('/list.html')
  const calls = await meter.work(() => page.evaluate(actOf('scroll')))
  expectWithin(scrollCalls, { perTile: calls('/svc.js') / TILES })
})

test('scrolling through four times as many tiles costs at most four times as much', async ({
  page,
  shop,
}) => {
  // Two and a half times as fast as above, in a window that is twice as high.
  await page.setViewportSize({ width: 1_000, height: 1_600 })
  const asked = await countBrowserCalls(page)
  const counts: BrowserCalls[] = []
  let queriesOfScroll = Number.NaN
  for (const tiles of [500, 2_000]) {
    await shop.reset()
    await openList(shop, tiles)
    const ofScroll = await askedFor(asked, () => page.evaluate(actOf('scroll', 150)))
    queriesOfScroll = ofScroll.queries
    counts.push(await asked())
    await expectReportedOnce(page, shop, tiles)
  }
  const [few, many] = counts as [BrowserCalls, BrowserCalls]
  const growth = (what: keyof BrowserCalls) => many[what] / few[what]

  expectWithin(scrollGrowth, {
    observes: growth('observes'),
    watched: growth('watched'),
    watchedAtOnce: growth('most'),
    reads: growth('reads'),
    places: growth('places'),
    queries: many.queries,
    queriesOfScroll,
  })
})

test('ten thousand tiles outside the viewport are hardly read, and a press does not search them', async ({
  page,
  shop,
}) => {
  const asked = await countBrowserCalls(page)
  const tiles = 10 * TILES
  await openList(shop, tiles)
  await expectReportedOnce(page, shop, SHOWN)
  const { observes, reads, queries, places } = await asked()
  expectWithin(loaded, { observes, readsPerTile: reads / tiles, queries, places })

  await page.evaluate(() => document.querySelector('button')?.setAttribute('data-svc-cart', ''))
  const readsOf = async (press: Locator, action: 'click' | 'cart') => {
    const { reads } = await askedFor(asked, async () => {
      await press.click()
      await shop.waitFor(action)
    })
    return reads
  }
  expectWithin(presses, {
    readsOfClick: await readsOf(page.locator('b').first(), 'click'),
    readsOfCart: await readsOf(page.locator('button').first(), 'cart'),
  })
})

test('appending, redrawing and jumping cost little', async ({ page, shop }) => {
  const asked = await countBrowserCalls(page)
  shop.page('/naive.html', pageOf(headOf('naive', ''), 100))
  const hundreds = 20
  const appendedTiles = (hundreds - 1) * 100
  await shop.open('/naive.html')
  await page.evaluate(actOf('append', hundreds))
  const naive = await asked()
  expect(naive.most).toBeGreaterThanOrEqual(appendedTiles)

  await openList(shop, 100)
  const ours = await askedFor(asked, () => page.evaluate(actOf('append', hundreds)))
  await expectReportedOnce(page, shop, SHOWN)
  expectWithin(appended, {
    watchedToNaive: ours.watched / naive.watched,
    watchedAtOnce: ours.most,
    hitTests: ours.hitTests,
    ...forEach(appendedTiles, ours),
  })

  await shop.reset()
  await openList(shop)
  const rounds = 20
  const again = await askedFor(asked, () => page.evaluate(actOf('render', rounds)))
  await expectReportedOnce(page, shop, SHOWN)
  expectWithin(drawnAgain, {
    watchedAtOnce: again.most,
    hitTests: again.hitTests,
    ...forEach(rounds, again),
  })

  // Long enough for an element to come to cover the tiles, which the tag must notice.
  const impressions = JSON.stringify({ ratio: 0.5, dwellMs: 5 * DWELL_MS })
  const tag = shop.tag({ 'data-record-bots': '', 'data-impressions': impressions })
  await shop.reset()
  await openList(shop, TILES, tag)
  // Rows of four tiles of 100 pixels, eight of them in the window.
  const rows = [242, 70, 136, 0, 33, 200]
  const startedAt = performance.now()
  const jumped = await askedFor(asked, async () => {
    for (const row of rows) {
      const shown = Array.from({ length: SHOWN }, (_, index) => `P${row * 4 + index}`)
      await page.evaluate((y) => window.scrollTo(0, y), row * 100)
      await expect
        .poll(() => page.evaluate<string[]>(COUNTED))
        .toEqual(expect.arrayContaining(shown))
    }
  })
  const seconds = (performance.now() - startedAt) / 1_000
  expectWithin(jumps, {
    hitTestsPerSecond: jumped.hitTests / seconds,
    observesPerJump: jumped.observes / rows.length,
    placesPerJump: jumped.places / rows.length,
  })
  await expect.poll(async () => (await reportedIn(shop)).length).toBe(SHOWN * rows.length)
})
