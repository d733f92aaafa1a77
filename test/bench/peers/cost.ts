import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { chromiumEngine } from '../../support/engines.ts'
import { openStopwatch } from '../main-thread.ts'
import { startCollector } from './collector.ts'
import { type Contender, contenders, floor } from './contenders.ts'
import { startShopPages } from './shop-page.ts'

// What the tag and its peers cost a page, all in turn and the page without any of them subtracted: `npm run bench`. Processor time of
// the main thread, so that a busy machine does not count; ratios to the least that anybody could write.

const ROUNDS = Number(process.env.RUNS ?? 3)
const EVENTS = 1_000

/** Enough for what a tracker does after its start, and after its last event. */
const CALM_MS = 4_000

interface Cost {
  /** Loading and starting, in milliseconds. */
  readonly start: number
  /** So many events in one loop, and all that follows from them. */
  readonly events: number
  /** What is still held after them and a garbage collection, in kilobytes. */
  readonly heap: number
}

/** Nobody's tracker: what a page costs by itself. */
const nothing: Contender = { ...floor, id: 'nothing', name: 'nothing', head: () => '' }

async function measure(browser: Browser, address: string, slowdown: number): Promise<Cost> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto('about:blank')
  const elapsed = await openStopwatch(page)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })

  const before = await elapsed()
  await page.goto(address)
  await page.waitForTimeout(CALM_MS)
  const started = await elapsed()
  await page.evaluate(
    `{ const { peer } = window; if (peer) for (let n = 0; n < ${EVENTS}; n++) peer.track('ev-0-' + n) }`,
  )
  await page.waitForTimeout(CALM_MS)
  const done = await elapsed()
  await page.requestGC()
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  await context.close()
  return { start: started - before, events: done - started, heap: usedSize / 1_000 }
}

const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0

async function costs(all: readonly Contender[], browser: Browser, slowdown: number) {
  const pages = await startShopPages(all)
  const seen = new Map<Contender, Cost[]>(all.map((one) => [one, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of all) {
      // One of its own, so that nobody pays for what another left.
      const collector = await startCollector()
      seen
        .get(contender)
        ?.push(await measure(browser, pages.address(contender, collector.url), slowdown))
      await collector.close()
    }
  }
  await pages.close()
  const of = (contender: Contender, part: keyof Cost) =>
    median((seen.get(contender) ?? []).map((cost) => cost[part]))
  return (contender: Contender, part: keyof Cost) => of(contender, part) - of(nothing, part)
}

const row = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(' | ')} |`

async function main() {
  const measured = [floor, ...(await contenders())]
  const { launchOptions = {} } = chromiumEngine()?.use ?? {}
  const browser = await chromium.launch({ channel: 'chromium', ...launchOptions })
  const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
  const inAll = (text: (contender: Contender) => string) => measured.map(text)
  try {
    console.log(
      row(
        `${ROUNDS} rounds, medians`,
        inAll(({ name }) => name),
      ),
    )
    console.log(
      row(
        '---',
        inAll(() => '---'),
      ).replaceAll(' ', ''),
    )
    const sizes: Record<string, (text: string) => number> = {
      raw: (text) => Buffer.byteLength(text),
      gzip: (text) => gzipSync(text).length,
      brotli: (text) => brotliCompressSync(text).length,
    }
    for (const [name, size] of Object.entries(sizes))
      console.log(
        row(
          `bytes, ${name}`,
          inAll(({ script }) => kB(size(script))),
        ),
      )
    for (const slowdown of [1, 6]) {
      const cost = await costs([nothing, ...measured], browser, slowdown)
      const ms = (part: 'start' | 'events') => (contender: Contender) =>
        `${cost(contender, part).toFixed(0)} ms, ${(cost(contender, part) / cost(floor, part)).toFixed(1)} ×`
      const slow = slowdown > 1 ? `, processor ${slowdown} × slower` : ''
      console.log(row(`start${slow}`, inAll(ms('start'))))
      console.log(
        row(`${EVENTS.toLocaleString('en')} events in one loop${slow}`, inAll(ms('events'))),
      )
      if (slowdown === 1)
        console.log(
          row(
            'heap after them',
            inAll((contender) => `${cost(contender, 'heap').toFixed(0)} kB`),
          ),
        )
    }
  } finally {
    await browser.close()
  }
}

await main()
