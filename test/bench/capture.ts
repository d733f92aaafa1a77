import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { chromiumEngine } from '../support/runner/engines.ts'
import { type BarePage, openBarePage } from './bare-page.ts'
import { type BenchServer, startBenchServer } from './bench-server.ts'
import { chosenWord, evidenceTable } from './evidence-table.ts'
import { type Traced, trace } from './main-thread.ts'
import {
  appended,
  clickTiles,
  median,
  play,
  rendered,
  type Scene,
  scrolled,
  WINDOW,
} from './scenes.ts'
import { type Contender, DWELL_MS, headOf, pageOf } from './tile-watchers.ts'

/**
 * Measures what watching a page costs its main thread: the tag beside two references, all in turn, and the page
 * without any of them subtracted. Exits with code 1 when a limit is passed.
 */
const CONTENDERS: readonly Contender[] = ['nothing', 'naive', 'windowed', 'ours']

interface Measured extends Scene {
  /** How often each contender is measured. */
  readonly rounds: number
  /** How much of what the naive one costs is allowed. */
  readonly limit?: number
}

const SCENES: readonly Measured[] = [
  { ...scrolled(100), rounds: 5 },
  { ...scrolled(1_000), rounds: 5, limit: 0.5 },
  { ...scrolled(10_000), rounds: 1, limit: 0.06 },
  { ...appended, rounds: 3, limit: 0.06 },
  { ...rendered, rounds: 3, limit: 0.5 },
]

interface Outcome {
  readonly ms: number
  readonly told: readonly string[]
}

const tagOf = ({ url }: BenchServer, consent = 'granted') =>
  `<script async src="/svc.js" data-site-key="bench" data-tracker-url="${url}" data-consent="${consent}" data-record-bots data-impressions='{"ratio":0.5,"dwellMs":${DWELL_MS}}'></script>`

/** On a page that nobody debugs: a driver that listens costs a large script more than a small one, and more than its longest task. */
async function open(browser: Browser, server: BenchServer, page: string): Promise<BarePage> {
  server.show(page)
  return openBarePage(browser, 1, WINDOW)
}

const scriptOf = (contender: Contender) => (contender === 'ours' ? '/svc.js' : `${contender}.js`)

/** The time after which the last report has surely been made. */
const TELLING_MS = 3_000

/** The result of a contender in a scene, with the requests that it may have caused. */
async function watched(
  browser: Browser,
  server: BenchServer,
  contender: Contender,
  scene: Scene,
  detail: 'tasks' | 'stacks',
): Promise<Traced> {
  const page = await open(browser, server, pageOf(headOf(contender, tagOf(server)), scene.tiles))
  const act = async () => {
    await play(page, server.url, scene)
    await setTimeout(TELLING_MS)
  }
  const traced = await trace(browser, undefined, act, scriptOf(contender), detail)
  await page.close()
  return traced
}

async function run(
  browser: Browser,
  server: BenchServer,
  contender: Contender,
  scene: Measured,
): Promise<Outcome> {
  const traced = await watched(browser, server, contender, scene, 'tasks')
  return { ms: traced[scene.counted], told: server.takeTold() }
}

/** The cost of each contender beyond the page without one, in milliseconds, and its reports. */
async function measure(browser: Browser, server: BenchServer, scene: Measured) {
  const outcomes = new Map<Contender, Outcome[]>(CONTENDERS.map((one) => [one, []]))
  for (let round = 0; round < scene.rounds; round += 1) {
    for (const contender of CONTENDERS)
      outcomes.get(contender)?.push(await run(browser, server, contender, scene))
  }
  const ms = (contender: Contender) => median((outcomes.get(contender) ?? []).map((one) => one.ms))
  const cost = (contender: Contender) => ms(contender) - ms('nothing')
  const ours = outcomes.get('ours') ?? []
  return {
    naive: cost('naive'),
    windowed: cost('windowed'),
    ours: cost('ours'),
    told: Math.min(...ours.map(({ told }) => new Set(told).size)),
    repeats: Math.max(...ours.map(({ told }) => told.length - new Set(told).size)),
    naiveTold: Math.min(...(outcomes.get('naive') ?? []).map(({ told }) => new Set(told).size)),
  }
}

let isWithin = true

function check(isKept: boolean, limit: string): string {
  isWithin &&= isKept
  return isKept ? '' : ` (above ${limit})`
}

const CLICKS = 200

/**
 * The cost of a click on a page of 1,000 tiles, in milliseconds of the main thread and in frames: to tell what was clicked (on hold
 * nothing is kept or sent), to keep and send it as well, and to do no more than send it. The page shows each press by a frame or
 * more, which take far longer than all that is measured and are not counted; how many a contender adds is said beside it.
 */
async function clicks(browser: Browser, server: BenchServer) {
  const ways = {
    nothing: ['nothing', 'granted'],
    telling: ['ours', 'hold'],
    all: ['ours', 'granted'],
    sending: ['windowed', 'granted'],
  } as const
  type Way = keyof typeof ways
  const costs: Record<Way, Traced[]> = { nothing: [], telling: [], all: [], sending: [] }
  for (let round = 0; round < 3; round += 1) {
    for (const way of Object.keys(ways) as Way[]) {
      const [contender, consent] = ways[way]
      const head = headOf(contender, tagOf(server, consent))
      const page = await open(browser, server, pageOf(head, 1_000))
      await page.goto(server.url)
      await setTimeout(TELLING_MS)
      const act = async () => {
        await clickTiles(page, CLICKS)
        await setTimeout(TELLING_MS)
      }
      costs[way].push(await trace(browser, undefined, act, scriptOf(contender), 'tasks'))
      await page.close()
      server.takeTold()
    }
  }
  return (way: Way, of: 'calledMs' | 'busyMs' | 'frames') =>
    (median(costs[way].map((traced) => traced[of])) -
      median(costs.nothing.map((traced) => traced[of]))) /
    CLICKS
}

const only = chosenWord
const table = evidenceTable('capture')
const server = await startBenchServer()
const browser = await chromium.launch(chromiumEngine()?.use.launchOptions)
const costs = new Map<number, number>()

table.print(
  '| main thread, processor time | every tile | hand-written window | svc-tag | ratio, limit | reported |',
)
table.print('|---|---|---|---|---|---|')
for (const scene of SCENES.filter(({ name }) => !only || name.startsWith(only))) {
  const { naive, windowed, ours, told, repeats, naiveTold } = await measure(browser, server, scene)
  if (scene.act === 'scroll') costs.set(scene.tiles, ours)
  const ratio = ours / naive
  const isOver = scene.limit !== undefined && ratio > scene.limit
  const over = check(!isOver, `${scene.limit}`)
  const missing = check(told >= scene.all && repeats === 0, 'none missing, none twice')
  table.print(
    `| ${scene.name} | ${naive.toFixed(0)} ms | ${windowed.toFixed(0)} ms | ${ours.toFixed(0)} ms | ${ratio.toFixed(3)}${over} | ${told}, ${repeats} twice${missing} (every tile: ${naiveTold}) |`,
  )
}
if (!only) {
  const exponent = Math.log10((costs.get(10_000) ?? Number.NaN) / (costs.get(1_000) ?? Number.NaN))
  console.log(
    `\nGrowth from 1,000 to 10,000 tiles: exponent ${exponent.toFixed(2)}${check(exponent <= 1.1, '1.1')}`,
  )
}
if (!only || only === 'click') {
  const click = await clicks(browser, server)
  const telling = click('telling', 'calledMs')
  console.log(
    `A click: ${telling.toFixed(2)} ms of main thread${check(telling <= 0.3, '0.3 ms')} and ${click('telling', 'frames').toFixed(2)} frames more to tell it; kept and sent, with all that follows, ${click('all', 'busyMs').toFixed(2)} ms; nothing but a request ${click('sending', 'busyMs').toFixed(2)} ms`,
  )
}
if (!only) table.write()
if (!only || only === 'trace') {
  for (const scene of SCENES.filter(({ tiles }) => tiles !== 100)) {
    const { longestMs, totalMs, forced } = await watched(browser, server, 'ours', scene, 'stacks')
    server.takeTold()
    console.log(
      `${scene.name}, traced: longest task of the tag ${longestMs.toFixed(1)} ms${check(longestMs <= 16, '16 ms')}, all ${totalMs.toFixed(0)} ms, forced layouts ${forced}${check(forced === 0, '0')}`,
    )
  }
}
await browser.close()
server.close()
process.exitCode = isWithin ? 0 : 1
