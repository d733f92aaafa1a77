import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { chromiumEngine } from '../../test/support/runner/engines.ts'
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
 * Measures the cost of the tag and its peers on a page, all in turn in one run, with the cost of the page itself subtracted: `npm run bench
 * -- cost`. Uses the processor time of the main thread, so that a busy machine has no influence. Gives ratios to the smallest tracker that
 * stores its events, and for scenes with tiles to an observer on every tile. `npm run bench -- cost start` measures only the rows with this
 * word.
 */

const ROUNDS = Number(process.env.RUNS ?? 3)

/** Runs of a minute are repeated less often than those of seconds, because they vary less. */
const LONG_ROUNDS = Math.ceil(ROUNDS / 3)
const table = evidenceTable('cost')

/** Enough for a scene that takes 70 s without a tracker. */
const LIMIT_MS = 200_000

const floor = await keeping()
const all = [least, floor, naive, ours(), ...(await others())]
/** The contenders that do something on a page without tiles. */
const starting = all.filter((one) => one !== naive)

const pages = await startShopPages([nothing, ...all])
const { launchOptions = {} } = chromiumEngine()?.use ?? {}
const browser = await chromium.launch({ channel: 'chromium', ...launchOptions })

const print = (name: string, cellOf: (contender: Contender) => string) =>
  table.print(`| ${[name, ...all.map(cellOf)].join(' | ')} |`)

/** Prints a figure in milliseconds with its ratio to another one, which is the smallest tracker's by default. */
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
    // The difference from the page without a tracker is only noise.
    if (ms <= 0) return `none to be seen${note(figures)}`
    const ratio = base > 0 ? `, ${inShort(ms / base)} ×` : ''
    return `${ms.toFixed(digits)} ms${ratio}${note(figures)}`
  })
}

/** Whether a contender did not finish in time, so that its difference from the page, which did, is -1. */
const isCut = (figures: Figures | undefined) => (figures?.isDone ?? 0) < 0

/** Notes how many tiles were reported if some are missing, because work that is not done costs nothing. */
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

/** The measurements, by the words that select them. */
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
