import { setTimeout } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { type BarePage, openBarePage } from '../bare-page.ts'
import { trace } from '../main-thread.ts'
import { clickTiles, median, play, type Scene, WINDOW } from '../scenes.ts'
import type { Interaction } from '../tile-watchers.ts'
import { type Collector, startCollector, TILE_ID } from './collector.ts'
import type { Contender } from './contenders.ts'
import type { ShopPages } from './shop-page.ts'

/** Enough for what a tracker does after its start, and after its last event: some wait for three seconds. */
const CALM_MS = 4_000
const calm = () => setTimeout(CALM_MS)

/** In one loop. */
export const EVENTS = 1_000
const CLICKS = 80

/** The result of one contender in one measurement; times in milliseconds of the main thread's processor. */
export type Figures = Readonly<Record<string, number>>

/** Where a contender is measured. */
export interface Place {
  readonly browser: Browser
  readonly pages: ShopPages
  readonly contender: Contender
  /** How many times slower than it is the processor is made. */
  readonly slowdown: number
}

/** Does something with a new visitor's page that nobody debugs and a collector of its own, so that nobody pays for what another left. */
async function visit<Answer>(
  { browser, pages, slowdown }: Place,
  ids: RegExp | undefined,
  act: (page: BarePage, collector: Collector) => Promise<Answer>,
): Promise<Answer> {
  const collector = await startCollector(ids)
  const page = await openBarePage(browser, slowdown, WINDOW)
  // The same process as the page that is measured, which must not pay for making one.
  await page.goto(pages.bare)
  await calm()
  const answer = await act(page, collector)
  await page.close()
  await collector.close()
  return answer
}

/** Traces what a contender does meanwhile: its script's functions, and those that the page starts it by. */
const traced = (
  { browser, contender: { id } }: Place,
  script: string | undefined,
  act: () => Promise<unknown>,
) => trace(browser, undefined, act, script ?? `/${id}`, 'tasks')

/** Loading and starting; many events in one loop and all that follows from them; the heap that they leave, in bytes. */
export const measureStart = (place: Place): Promise<Figures> =>
  visit(place, undefined, async (page, collector) => {
    const { busyMs: start } = await traced(place, undefined, async () => {
      await page.goto(place.pages.address(place.contender, collector.url))
      await calm()
    })
    const started = await page.elapsed()
    await page.evaluate(
      `{ const { peer } = window; if (peer) for (let n = 0; n < ${EVENTS}; n++) peer.track('ev-0-' + n) }`,
    )
    await settle(collector)
    return {
      start,
      events: (await page.elapsed()) - started,
      heap: await page.heap(),
      told: collector.arrived.size,
    }
  })

/** The contender's own time in the task of the start where it was longest. */
export const measureLongestTask = (place: Place): Promise<Figures> =>
  visit(place, undefined, async (page, { url }) => {
    const { longestMs } = await traced(place, undefined, async () => {
      await page.goto(place.pages.address(place.contender, url))
      await calm()
    })
    return { longest: longestMs }
  })

/** Waits until nothing has come for a while. */
async function settle({ sent }: Collector) {
  const end = Date.now() + 30_000
  let last: number
  do {
    last = sent.requests
    await calm()
  } while (sent.requests > last && Date.now() < end)
}

/** A scene from its first byte to the last that was told of it; `told` tiles of it, `isDone` 1 when it was over in time. */
export const measureScene = (place: Place, scene: Scene, limitMs: number): Promise<Figures> =>
  visit(place, TILE_ID, async (page, collector) => {
    const address = place.pages.address(place.contender, collector.url, scene.tiles)
    let isDone = false
    const { [scene.counted]: ms } = await traced(place, place.contender.watcher, async () => {
      isDone = await play(page, address, scene, limitMs)
      if (isDone) await settle(collector)
    })
    const { requests, bytes } = collector.sent
    return { ms, told: collector.arrived.size, requests, bytes, isDone: Number(isDone) }
  })

/** A click on a tile's link: all that follows from it; then, on a page that shows something for each click, what the browser says of it. */
export const measureClicks = (place: Place): Promise<Figures> =>
  visit(place, TILE_ID, async (page, { url }) => {
    await page.goto(place.pages.address(place.contender, url, 100))
    await calm()
    const { busyMs } = await traced(place, place.contender.watcher, async () => {
      await clickTiles(page, CLICKS)
      await calm()
    })
    await page.evaluate('acts.answerClicks()')
    await clickTiles(page, CLICKS)
    // The browser tells of them when it has time.
    await calm()
    const seen = (await page.evaluate('acts.interactions()')) as readonly Interaction[]
    return {
      ms: busyMs / CLICKS,
      listeners: median(seen.map(({ processing }) => processing)),
      duration: median(seen.map(({ longest }) => longest)),
    }
  })
