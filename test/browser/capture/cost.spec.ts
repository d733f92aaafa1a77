import type { Page } from '@playwright/test'
import { actOf, DWELL_MS, headOf, pageOf } from '../../bench/contenders.ts'
import { trace } from '../../bench/main-thread.ts'
import { scroll, scrollCalls } from '../../budgets.ts'
import { createMeter } from '../../support/cost.ts'
import { can } from '../../support/expectations.ts'
import { expect, test } from '../../support/shop.ts'
import { expectWithin } from '../../support/within.ts'

/*
 * What `npm run bench:capture` measures in time, counted: the browser's work for an IntersectionObserver grows with the
 * elements observed, on every frame, and everything that reads a place may cost a layout.
 */

const TILES = 1_000

interface Work {
  /** Elements observed, summed over all frames. */
  readonly watched: number
  /** The most that were observed at once. */
  readonly most: number
  readonly places: number
  readonly hitTests: number
  readonly styles: number
}

declare const work: Work

/** Counts what is asked of the browser. */
function countWork() {
  const observed = new Map<IntersectionObserver, Set<Element>>()
  const counts = { watched: 0, most: 0, places: 0, hitTests: 0, styles: 0 }
  const { observe, unobserve, disconnect } = IntersectionObserver.prototype
  IntersectionObserver.prototype.observe = function (target) {
    observed.set(this, (observed.get(this) ?? new Set()).add(target))
    observe.call(this, target)
  }
  IntersectionObserver.prototype.unobserve = function (target) {
    observed.get(this)?.delete(target)
    unobserve.call(this, target)
  }
  IntersectionObserver.prototype.disconnect = function () {
    observed.delete(this)
    disconnect.call(this)
  }
  const count = (owner: object, name: string, what: keyof typeof counts) => {
    const original = Reflect.get(owner, name)
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
      counts[what] += 1
      return original.apply(this, args)
    })
  }
  count(Element.prototype, 'getBoundingClientRect', 'places')
  count(Document.prototype, 'elementFromPoint', 'hitTests')
  count(window, 'getComputedStyle', 'styles')
  const onFrame = () => {
    const now = [...observed.values()].reduce((sum, elements) => sum + elements.size, 0)
    counts.watched += now
    counts.most = Math.max(counts.most, now)
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
  Object.defineProperty(window, 'work', { get: () => counts })
}

async function scrollThrough(page: Page): Promise<Work> {
  await page.evaluate(actOf('scroll'))
  return page.evaluate(() => work)
}

test.use({ viewport: { width: 1_000, height: 800 } })

test('scrolling through a thousand tiles reports each once, watches a few at a time and reads hardly a place', async ({
  page,
  browser,
  shop,
}) => {
  const tag = shop.tag({
    'data-record-bots': '',
    'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs: DWELL_MS }),
  })
  await page.addInitScript(countWork)
  shop.page('/naive.html', pageOf(headOf('naive', ''), TILES))
  shop.page('/ours.html', pageOf(headOf('ours', tag), TILES))
  await shop.open('/naive.html')
  const naive = await scrollThrough(page)

  await shop.open('/ours.html')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  const hasDebugger = can('a debugger that counts calls and listeners')
  let ours: Work | undefined
  let seconds = 0
  const go = async () => {
    const from = Date.now()
    ours = await scrollThrough(page)
    seconds = (Date.now() - from) / 1_000
  }
  const forced = hasDebugger ? (await trace(browser, page, go)).forced : await go()
  const told = async () =>
    (await shop.received('PRODUCT_IMPRESSIONS')).flatMap(
      ({ data }) => (data as { pids_list: string[] }).pids_list,
    )
  await expect.poll(async () => (await told()).length).toBe(TILES)
  expect(new Set(await told()).size).toBe(TILES)

  expect(naive.most).toBe(TILES)
  const { forcedLayouts, ...limits } = scroll
  expectWithin(limits, {
    watchedToNaive: (ours?.watched ?? Number.NaN) / naive.watched,
    watchedAtOnce: ours?.most ?? Number.NaN,
    placesPerTile: (ours?.places ?? Number.NaN) / TILES,
    hitTestsPerSecond: (ours?.hitTests ?? Number.NaN) / seconds,
    styles: ours?.styles ?? Number.NaN,
  })
  if (hasDebugger) expectWithin({ forcedLayouts }, { forcedLayouts: forced ?? Number.NaN })
})

test('scrolling through a thousand tiles makes few calls for each', async ({ page, shop }) => {
  const hasDebugger = can('a debugger that counts calls and listeners')
  const meter = hasDebugger ? await createMeter(page, '/svc.js') : undefined
  const tag = shop.tag({
    'data-record-bots': '',
    'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs: DWELL_MS }),
  })
  shop.page('/list.html', pageOf(headOf('ours', tag), TILES))
  await shop.open('/list.html')
  const go = () => page.evaluate(actOf('scroll'))
  if (meter) {
    const { calls } = await meter.work(go)
    expectWithin(scrollCalls, { perTile: calls('/svc.js') / TILES })
  } else {
    await go()
    await shop.waitFor('PRODUCT_IMPRESSIONS')
  }
})
