import { setTimeout } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { msOf, trace } from '../main-thread.ts'
import { type Act, actOf } from '../tile-watchers.ts'
import { type Collector, startCollector, TILE_ID } from './collector.ts'
import { type Contender, nothing, type ShopPages } from './contenders.ts'

/** Where all scenes are played. */
const WINDOW = { width: 1_000, height: 800 }

/**
 * A page that nobody debugs, as shoppers have it. Of its own pages Playwright hears every request with the stack of what asked for it;
 * for a stack the browser parses the script's functions once more, which costs a large script more than its start.
 */
interface BarePage {
  /** Begins to open an address, and does not wait for the page. */
  goto(url: string): Promise<void>
  /** Runs an expression, and gives what comes of it, as JSON can tell it, or what it promises. Rejects when it throws. */
  evaluate(expression: string): Promise<unknown>
  /** Clicks as a mouse does. */
  click(x: number, y: number): Promise<void>
  /** Processor time of the main thread so far, in milliseconds, less that for layout and style, which are the page's own. */
  elapsed(): Promise<number>
  /** Bytes in use when all garbage is collected. */
  heap(): Promise<number>
  close(): Promise<void>
}

type Answer = Readonly<Record<string, unknown>>
interface Evaluated {
  readonly result?: { readonly value?: unknown }
  readonly exceptionDetails?: { readonly exception?: { readonly description?: string } }
}
type Metrics = Parameters<typeof msOf>[0]
type Send = (method: string, params?: object) => Promise<Answer>

/** @param slowdown - How many times slower than it is the processor is made. */
async function openBarePage(browser: Browser, slowdown: number): Promise<BarePage> {
  const root = await browser.newBrowserCDPSession()
  // In a context that Playwright does not know, and so leaves alone.
  const { browserContextId } = await root.send('Target.createBrowserContext')
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  })
  const { sessionId } = await root.send('Target.attachToTarget', { targetId })
  const answers = new Map<number, (answer: Answer) => void>()
  root.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result = {} } = JSON.parse(message) as { id: number; result?: Answer }
    answers.get(id)?.(result)
    answers.delete(id)
  })
  let asked = 0
  const send: Send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      asked += 1
      answers.set(asked, resolve)
      const message = JSON.stringify({ id: asked, method, params })
      root.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
    })

  await send('Performance.enable', { timeDomain: 'threadTicks' })
  await send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const metrics = { ...WINDOW, deviceScaleFactor: 1, mobile: false }
  await send('Emulation.setDeviceMetricsOverride', metrics)
  return {
    async goto(url) {
      await send('Page.navigate', { url })
    },
    async evaluate(expression) {
      const params = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = (await send('Runtime.evaluate', params)) as Evaluated
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? expression)
      return result?.value
    },
    async click(x, y) {
      const at = { x, y, button: 'left', clickCount: 1 }
      for (const type of ['mousePressed', 'mouseReleased'])
        await send('Input.dispatchMouseEvent', { type, ...at })
    },
    elapsed: async () => msOf((await send('Performance.getMetrics')).metrics as Metrics),
    async heap() {
      await send('HeapProfiler.collectGarbage')
      const { usedSize } = await send('Runtime.getHeapUsage')
      return usedSize as number
    },
    async close() {
      await root.send('Target.disposeBrowserContext', { browserContextId })
      await root.detach()
    },
  }
}

/** A list, and what is done with it. */
export interface Scene {
  readonly name: string
  /** Tiles of the page when it comes. */
  readonly tiles: number
  /** Tiles that can be seen by the end. */
  readonly all: number
  readonly act: Act
}

/** A list of so many tiles, from its first to its last. */
export const scrolled = (tiles: number): Scene => ({
  name: `${tiles.toLocaleString('en')} tiles loaded and scrolled through`,
  tiles,
  all: tiles,
  act: 'scroll',
})

export const appended: Scene = {
  name: '100 × 100 tiles appended while the page moves',
  tiles: 100,
  all: 32,
  act: 'append',
}

/** When a page has started, and what a tracker of it. */
const STARTED_MS = 2_000

const LOADED = `document.readyState === 'complete' || new Promise((done) => addEventListener('load', done, { once: true }))`

/**
 * Loads a page of a scene and does what is done there.
 *
 * @returns Whether that was over in time; what is still under way goes on.
 */
async function play(
  page: BarePage,
  address: string,
  { act }: Scene,
  limitMs: number,
): Promise<boolean> {
  const doing = async () => {
    await page.goto(address)
    await page.evaluate(LOADED)
    await setTimeout(STARTED_MS)
    await page.evaluate(actOf(act))
    return true
  }
  return Promise.race([doing(), setTimeout(limitMs, false, { ref: false })])
}

/**
 * Clicks links of tiles that are in the window, in turn: never twice in a row at one place, which would be a double click.
 */
async function clickTiles(page: BarePage, clicks: number) {
  for (let index = 0; index < clicks; index += 1)
    await page.click(30 + (index % 4) * 250, 50 + (index % 7) * 100)
}

/** The one in the middle; of two, the greater. */
const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN

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
  const page = await openBarePage(browser, slowdown)
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
    const { calledMs: ms } = await traced(place, place.contender.watcher, async () => {
      isDone = await play(page, address, scene, limitMs)
      if (isDone) await settle(collector)
    })
    const { requests, bytes } = collector.sent
    const told = collector.arrived.size
    const repeated = [...collector.arrived.values()].filter((times) => times > 1).length
    return { ms, told, repeated, requests, bytes, isDone: Number(isDone) }
  })

/** A click on a tile's link: all that follows from it. */
export const measureClicks = (place: Place): Promise<Figures> =>
  visit(place, TILE_ID, async (page, { url }) => {
    await page.goto(place.pages.address(place.contender, url, 100))
    await calm()
    const { busyMs } = await traced(place, place.contender.watcher, async () => {
      await clickTiles(page, CLICKS)
      await calm()
    })
    return { ms: busyMs / CLICKS }
  })

/** A contender's figures beyond those of the page without one, medians of all rounds; `undefined` for one that did not take part. */
export type Beyond = (contender: Contender) => Figures | undefined

/** The measurements, and how they are made. */
export interface Round {
  readonly browser: Browser
  readonly pages: ShopPages
  readonly who: readonly Contender[]
  readonly rounds: number
  readonly slowdown: number
  readonly measure: (place: Place) => Promise<Figures>
}

/** Measures all in turn, and the page without any of them, so that a busy moment of the machine falls on everybody. */
export async function inTurn(round: Round): Promise<Beyond> {
  const { browser, pages, who, rounds, slowdown, measure } = round
  const seen = new Map<Contender, Figures[]>([nothing, ...who].map((one) => [one, []]))
  for (let done = 0; done < rounds; done += 1)
    for (const [contender, figures] of seen)
      figures.push(await measure({ browser, pages, contender, slowdown }))

  const middle = (contender: Contender, figure: string) =>
    median((seen.get(contender) ?? []).map((figures) => figures[figure] ?? Number.NaN))
  return (contender) => {
    const [first] = seen.get(contender) ?? []
    if (!first) return undefined
    return Object.fromEntries(
      Object.keys(first).map((figure) => [
        figure,
        middle(contender, figure) - middle(nothing, figure),
      ]),
    )
  }
}
