import { setTimeout } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { msOf, type TraceEvent, trace, traceEvents } from '../../test/support/runner/main-thread.ts'
import { type Act, actOf } from '../../test/support/runner/tile-watchers.ts'
import { type Collector, startCollector, TILE_ID } from './collector.ts'
import { type Contender, nothing, type ShopPages } from './contenders.ts'

/** The size of the window in all scenes. */
const WINDOW = { width: 1_000, height: 800 }

/**
 * A page without a debugger, as shoppers have it. On its own pages, Playwright gets every request with the stack that caused it; for a
 * stack, the browser parses the script's functions once more, which costs a large script more than its start.
 */
interface BarePage {
  /** Starts opening a URL, without waiting for the page. */
  goto(url: string): Promise<void>
  /** Runs an expression, and resolves with its value, or the value of its promise, as JSON. Rejects if it throws. */
  evaluate(expression: string): Promise<unknown>
  /** Clicks like a mouse. */
  click(x: number, y: number): Promise<void>
  /** The processor time of the main thread so far in milliseconds, without layout and style, which are the page's own. */
  elapsed(): Promise<number>
  /** The bytes in use after garbage collection. */
  heap(): Promise<number>
  /** Samples what runs during an action. This slows the page down, so that only shares can be compared. */
  profile(act: () => Promise<unknown>): Promise<CpuProfile>
  close(): Promise<void>
}

/** A profile of the [DevTools protocol](https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile). */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
    readonly children?: readonly number[]
  }[]
  readonly samples: readonly number[]
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[]
}

type Answer = Readonly<Record<string, unknown>>
interface Evaluated {
  readonly result?: { readonly value?: unknown }
  readonly exceptionDetails?: { readonly exception?: { readonly description?: string } }
}
type Metrics = Parameters<typeof msOf>[0]
type Send = (method: string, params?: object) => Promise<Answer>

/** @param slowdown - The factor by which the processor is slowed down. */
async function openBarePage(browser: Browser, slowdown: number): Promise<BarePage> {
  const root = await browser.newBrowserCDPSession()
  // In a browser context that Playwright does not know and therefore does not touch.
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
    async profile(act) {
      await send('Profiler.enable')
      await send('Profiler.setSamplingInterval', { interval: 50 })
      await send('Profiler.start')
      await act()
      return (await send('Profiler.stop')).profile as CpuProfile
    },
    async close() {
      await root.send('Target.disposeBrowserContext', { browserContextId })
      await root.detach()
    },
  }
}

/** A list, and the actions on it. */
export interface Scene {
  readonly name: string
  /** The number of tiles at the start. */
  readonly tiles: number
  /** The number of tiles that can be seen by the end. */
  readonly all: number
  readonly act: Act
}

/** Scrolls a list with this many tiles from the first to the last. */
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

/** The time until a page and its tracker have started. */
const STARTED_MS = 2_000

const LOADED = `document.readyState === 'complete' || new Promise((done) => addEventListener('load', done, { once: true }))`

/**
 * Loads the page of a scene and runs its actions.
 *
 * @returns Whether they ended in time; unfinished ones continue.
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

/** Clicks the links of visible tiles in turn, never twice in a row at the same place, which would be a double click. */
async function clickTiles(page: BarePage, clicks: number) {
  for (let index = 0; index < clicks; index += 1)
    await page.click(30 + (index % 4) * 250, 50 + (index % 7) * 100)
}

/** The middle value; of two middle values, the larger one. */
export const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN

/** Long enough for the work after a tracker's start and after its last event; some trackers wait for three seconds. */
const CALM_MS = 4_000
const calm = () => setTimeout(CALM_MS)

/** The number of events in one loop. */
export const EVENTS = 1_000
const CLICKS = 80

/** The results of one contender in one measurement; times are in milliseconds of the main thread's processor time. */
export type Figures = Readonly<Record<string, number>>

/** The conditions of a measurement. */
export interface Place {
  readonly browser: Browser
  readonly pages: ShopPages
  readonly contender: Contender
  /** The factor by which the processor is slowed down. */
  readonly slowdown: number
}

/**
 * Runs an action with a new visitor, a page without a debugger and a new collector, so that no measurement pays for what another one left.
 */
async function visit<Answer>(
  { browser, pages, slowdown }: Place,
  ids: RegExp | undefined,
  act: (page: BarePage, collector: Collector) => Promise<Answer>,
): Promise<Answer> {
  const collector = await startCollector(ids)
  const page = await openBarePage(browser, slowdown)
  // Starts the process of the measured page in advance, so that the measurement does not include it.
  await page.goto(pages.bare)
  await calm()
  const answer = await act(page, collector)
  await page.close()
  await collector.close()
  return answer
}

/** Traces a contender during an action: its script's functions, and the page's functions that start it. */
const traced = (
  { browser, contender: { id } }: Place,
  script: string | undefined,
  act: () => Promise<unknown>,
) => trace(browser, undefined, act, script ?? `/${id}`, 'tasks')

/** Measures loading and starting, many events in one loop with all their consequences, and the heap that they leave, in bytes. */
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

/** Samples what a start runs. */
export const profileStart = (place: Place): Promise<CpuProfile> =>
  visit(place, undefined, (page, { url }) =>
    page.profile(async () => {
      await page.goto(place.pages.address(place.contender, url))
      await calm()
    }),
  )

/** Traces a start; the result is what the browser recorded. */
export const traceStart = (place: Place): Promise<readonly TraceEvent[]> =>
  visit(place, undefined, (page, { url }) =>
    traceEvents(
      place.browser,
      undefined,
      async () => {
        await page.goto(place.pages.address(place.contender, url))
        await calm()
      },
      ['toplevel', 'devtools.timeline', 'v8', 'disabled-by-default-v8.compile'],
    ),
  )

/** Measures the contender's own time in the longest task of its start. */
export const measureLongestTask = (place: Place): Promise<Figures> =>
  visit(place, undefined, async (page, { url }) => {
    const { longestMs } = await traced(place, undefined, async () => {
      await page.goto(place.pages.address(place.contender, url))
      await calm()
    })
    return { longest: longestMs }
  })

/** Waits until nothing has arrived for a while. */
async function settle({ sent }: Collector) {
  const end = Date.now() + 30_000
  let last: number
  do {
    last = sent.requests
    await calm()
  } while (sent.requests > last && Date.now() < end)
}

/**
 * Measures a scene from its first byte to its last report. `told` is the number of reported tiles;
 * `isDone` is 1 if the scene ended in time.
 */
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

/** Measures a click on a tile's link, with all its consequences. */
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

/** A contender's medians over all rounds, minus those of the page without a tracker; `undefined` if it did not take part. */
export type Beyond = (contender: Contender) => Figures | undefined

/** The measurements and their conditions. */
export interface Round {
  readonly browser: Browser
  readonly pages: ShopPages
  readonly who: readonly Contender[]
  readonly rounds: number
  readonly slowdown: number
  readonly measure: (place: Place) => Promise<Figures>
}

/** Measures all contenders and the page without a tracker in turn, so that a busy moment of the machine affects all of them. */
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
