import type { Browser, Page } from '@playwright/test'
import { type BarePage, openBarePage } from '../bare-page.ts'
import type { Interaction } from '../contenders.ts'
import { openStopwatch, trace } from '../main-thread.ts'
import { clickTiles, median, play, type Scene, WINDOW } from '../scenes.ts'
import { type Collector, startCollector, TILE_ID } from './collector.ts'
import type { Contender } from './contenders.ts'
import type { ShopPages } from './shop-page.ts'

/** Enough for what a tracker does after its start, and after its last event: some wait for three seconds. */
const CALM_MS = 4_000
const calm = () => new Promise((resolve) => setTimeout(resolve, CALM_MS))

/** In one loop. */
export const EVENTS = 1_000
const CLICKS = 80

/** What one contender did in one measurement; times in milliseconds of the main thread's processor. */
export type Figures = Readonly<Record<string, number>>

/** Where a contender is measured. */
export interface Place {
  readonly browser: Browser
  readonly pages: ShopPages
  readonly contender: Contender
  /** How many times slower than it is the processor is made. */
  readonly slowdown: number
}

interface Scenery {
  readonly page: Page
  readonly collector: Collector
  readonly elapsed: () => Promise<number>
}

/** Does something with a new visitor's page and a collector of its own, so that nobody pays for what another left. */
async function visit<Answer>(
  { browser, pages, slowdown }: Place,
  ids: RegExp | undefined,
  act: (scenery: Scenery) => Promise<Answer>,
): Promise<Answer> {
  const collector = await startCollector(ids)
  const context = await browser.newContext({ viewport: WINDOW })
  const page = await context.newPage()
  // The same process as the page that is measured, which must not pay for making one.
  await page.goto(pages.bare)
  const elapsed = await openStopwatch(page)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const answer = await act({ page, collector, elapsed })
  await context.close()
  await collector.close()
  return answer
}

/** The same with a page that nobody debugs. */
async function visitBare<Answer>(
  { browser, pages, contender, slowdown }: Place,
  act: (page: BarePage, address: string) => Promise<Answer>,
): Promise<Answer> {
  const collector = await startCollector()
  const page = await openBarePage(browser, slowdown)
  // The same process as the page that is measured, which must not pay for making one.
  await page.goto(pages.bare)
  await calm()
  const answer = await act(page, pages.address(contender, collector.url))
  await page.close()
  await collector.close()
  return answer
}

/** Loading and starting; many events in one loop and all that follows from them; the heap that they leave, in bytes. */
export const measureStart = (place: Place): Promise<Figures> =>
  visitBare(place, async (page, address) => {
    const before = await page.elapsed()
    await page.goto(address)
    await calm()
    const started = await page.elapsed()
    await page.evaluate(
      `{ const { peer } = window; if (peer) for (let n = 0; n < ${EVENTS}; n++) peer.track('ev-0-' + n) }`,
    )
    await calm()
    const done = await page.elapsed()
    return { start: started - before, events: done - started, heap: await page.heap() }
  })

/** The contender's own time in the task of the start where it was longest. */
export const measureLongestTask = (place: Place): Promise<Figures> =>
  visitBare(place, async (page, address) => {
    const start = async () => {
      await page.goto(address)
      await calm()
    }
    const { longestMs } = await trace(
      place.browser,
      undefined,
      start,
      `/${place.contender.id}`,
      'tasks',
    )
    return { longest: longestMs }
  })

/** Waits until nothing has come for a while. */
async function settle(page: Page, { sent }: Collector) {
  const end = Date.now() + 30_000
  let last: number
  do {
    last = sent.requests
    await page.waitForTimeout(CALM_MS)
  } while (sent.requests > last && Date.now() < end)
}

/** A scene from its first byte to the last that was told of it; `told` tiles of it, `isDone` 1 when it was over in time. */
export const measureScene = (place: Place, scene: Scene, limitMs: number): Promise<Figures> =>
  visit(place, TILE_ID, async ({ page, collector, elapsed }) => {
    const address = place.pages.address(place.contender, collector.url, scene.tiles)
    const before = await elapsed()
    const isDone = await play(page, address, scene, limitMs)
    if (isDone) await settle(page, collector)
    const ms = (await elapsed()) - before
    const { requests, bytes } = collector.sent
    return { ms, told: collector.arrived.size, requests, bytes, isDone: Number(isDone) }
  })

/** A click on a tile's link: all that follows from it; then, on a page that shows something for each click, what the browser says of it. */
export const measureClicks = (place: Place): Promise<Figures> =>
  visit(place, TILE_ID, async ({ page, collector, elapsed }) => {
    await page.goto(place.pages.address(place.contender, collector.url, 100))
    await page.waitForTimeout(CALM_MS)
    const before = await elapsed()
    await clickTiles(page, CLICKS)
    await page.waitForTimeout(CALM_MS)
    const ms = ((await elapsed()) - before) / CLICKS
    await page.evaluate('acts.answerClicks()')
    await clickTiles(page, CLICKS)
    // The browser tells of them when it has time.
    await page.waitForTimeout(CALM_MS)
    const seen = (await page.evaluate('acts.interactions()')) as readonly Interaction[]
    return {
      ms,
      listeners: median(seen.map(({ processing }) => processing)),
      duration: median(seen.map(({ longest }) => longest)),
    }
  })
