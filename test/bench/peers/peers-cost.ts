import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { chromiumEngine } from '../../support/runner/engines.ts'
import { chosenWord, evidenceTable } from '../evidence-table.ts'
import {
  type Contender,
  keeping,
  least,
  naive,
  nothing,
  others,
  ours,
  startShopPages,
} from './contenders.ts'
import {
  type Beyond,
  EVENTS,
  type Figures,
  inTurn,
  measureClicks,
  measureLongestTask,
  measureScene,
  measureStart,
  type Place,
  type Scene,
  scrolled,
} from './measure.ts'

/*
 * The cost of the tag and its peers on a page, all in turn in one run and the page without any of them subtracted: `npm run bench -- cost`. Processor
 * time of the main thread, so that a busy machine does not count; ratios to the least that keeps what it sends, of scenes with tiles to an
 * observer on every tile. `npm run bench -- cost start` measures the rows with that word.
 */

const ROUNDS = Number(process.env.RUNS ?? 3)

/** Runs of a minute are repeated less often than those of seconds, and vary less. */
const LONG_ROUNDS = Math.ceil(ROUNDS / 3)
const table = evidenceTable('cost')

/** For a scene that takes 70 s where nobody watches. */
const LIMIT_MS = 200_000

const floor = await keeping()
const all = [least, floor, naive, ours(), ...(await others())]
/** Those that do something where there are no tiles. */
const starting = all.filter((one) => one !== naive)

const pages = await startShopPages([nothing, ...all])
const { launchOptions = {} } = chromiumEngine()?.use ?? {}
const browser = await chromium.launch({ channel: 'chromium', ...launchOptions })

const print = (name: string, cellOf: (contender: Contender) => string) =>
  table.print(`| ${[name, ...all.map(cellOf)].join(' | ')} |`)

/** Prints a figure in milliseconds with its ratio to another's, the floor's if nothing else is said. */
function printTimes(
  name: string,
  beyond: Beyond,
  figure: string,
  { digits = 0, to = floor, note = (_figures: Figures): string => '' } = {},
) {
  const base = beyond(to)?.[figure] ?? Number.NaN
  print(name, (contender) => {
    const figures = beyond(contender)
    const ms = figures?.[figure] ?? Number.NaN
    if (!figures || Number.isNaN(ms)) return '—'
    // Differences from the page without a tracker that are nothing but chance.
    if (ms <= 0) return `none to be seen${note(figures)}`
    const ratio = base > 0 ? `, ${inShort(ms / base)} ×` : ''
    return `${ms.toFixed(digits)} ms${ratio}${note(figures)}`
  })
}

/** Beyond the page without a tracker, which is done in time: -1 for what is not. */
const isCut = (figures: Figures | undefined) => (figures?.isDone ?? 0) < 0

/** Says how many arrived, where some are missing: what is not done costs nothing. */
const toldOf =
  (all: number) =>
  ({ told = 0 }: Figures) =>
    told < all ? `, ${grouped(told)} of ${grouped(all)} reported` : ''

const slower = (slowdown: number) => (slowdown > 1 ? `, ${slowdown} × slower` : '')
const inShort = (ratio: number) => (ratio < 100 ? ratio.toPrecision(2) : ratio.toFixed(0))
const grouped = (count: number) => count.toLocaleString('en')
const kB = (bytes: number, digits = 1) => `${(bytes / 1_000).toFixed(digits)} kB`

const measured = (
  measure: (place: Place) => Promise<Figures>,
  { who = all, rounds = ROUNDS, slowdown = 1 },
) => inTurn({ browser, pages, who, rounds, slowdown, measure })

function bytes() {
  const sizes: Record<string, (text: string) => number> = {
    raw: (text) => Buffer.byteLength(text),
    gzip: (text) => gzipSync(text).length,
    brotli: (text) => brotliCompressSync(text).length,
  }
  for (const [name, size] of Object.entries(sizes))
    print(`bytes, ${name}`, ({ script }) => (script ? kB(size(script)) : '—'))
}

async function starts(slowdown: number) {
  const beyond = await measured(measureStart, { who: starting, slowdown })
  printTimes(`start${slower(slowdown)}`, beyond, 'start')
  printTimes(`${grouped(EVENTS)} events in one loop${slower(slowdown)}`, beyond, 'events', {
    note: toldOf(EVENTS),
  })
  if (slowdown > 1) return
  print('heap after them', (one) => {
    const { heap } = beyond(one) ?? {}
    return heap === undefined ? '—' : kB(heap, 0)
  })
}

async function longest(slowdown: number) {
  const beyond = await measured(measureLongestTask, { who: starting, slowdown })
  printTimes(`longest task of the start${slower(slowdown)}`, beyond, 'longest')
}

async function watched(scene: Scene, { rounds = LONG_ROUNDS, slowdown = 1 } = {}) {
  const beyond = await measured((place) => measureScene(place, scene, LIMIT_MS), {
    rounds,
    slowdown,
  })
  const note = (figures: Figures) => {
    const late = isCut(figures) ? `, not done in ${LIMIT_MS / 1_000} s` : ''
    return late + toldOf(scene.all)(figures)
  }
  printTimes(`${scene.name}${slower(slowdown)}`, beyond, 'ms', { to: naive, note })
  return beyond
}

async function sent() {
  const beyond = await watched(scrolled(1_000))
  print('sent for these 1,000 tiles', (one) => {
    const { requests, bytes: amount = 0 } = beyond(one) ?? {}
    return `${requests} requests, ${kB(amount, 0)}`
  })
}

async function clicked(slowdown: number) {
  const beyond = await measured(measureClicks, { rounds: LONG_ROUNDS, slowdown })
  const name = `a click, all that follows from it${slower(slowdown)}`
  printTimes(name, beyond, 'ms', { digits: 2 })
}

/** The measurements, by the words that choose them. */
const blocks: Readonly<Record<string, () => unknown>> = {
  bytes,
  'start, events, heap': () => starts(1),
  'start, events, slower': () => starts(6),
  'longest task of the start, slower': () => longest(6),
  '100 tiles': () => watched(scrolled(100)),
  '1,000 tiles': sent,
  clicks: () => clicked(1),
  'clicks, slower': () => clicked(6),
}

try {
  print(`medians of ${ROUNDS} starts, ${LONG_ROUNDS} of the rest`, ({ name }) => name)
  table.print(`|---|${all.map(() => '---|').join('')}`)
  for (const [words, block] of Object.entries(blocks)) {
    if (words.includes(chosenWord)) await block()
  }
  table.write()
} finally {
  await browser.close()
  await pages.close()
}
