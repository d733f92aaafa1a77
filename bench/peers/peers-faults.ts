import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumEngine } from '../../test/support/runner/engines.ts'
import { chosenWord, evidenceTable } from '../evidence-table.ts'
import { type Collector, startCollector, type Trouble } from './collector.ts'
import {
  type Contender,
  others,
  ours,
  type ShopPages,
  startShopPages,
  strict,
} from './contenders.ts'

// Runs the same faults for the tag and its peers: `npm run bench -- faults`. Prints which events
// arrived, and how many requests were for events that had already arrived. `npm run bench -- faults
// offline` runs only the rows with this word; `RUNS=10` sets the number of runs per row.

const RUNS = Number(process.env.RUNS ?? 3)
const EVENTS = 20
const table = evidenceTable('faults')

/** How long events may still arrive after the end of a scenario, in a browser that stays open. */
const PATIENCE_MS = 15_000

interface Scene {
  readonly context: BrowserContext
  /** Kills the browser and everything that it started, and restarts it with the same profile. */
  killAndStart(): Promise<void>
  readonly collector: Collector
  /** Opens a page with the contender in a new tab, and waits until the contender has started. */
  open(): Promise<Page>
  /** Makes a page report events in one task, and run something else in the same task. */
  fire(page: Page, then?: string): Promise<void>
  readonly bare: string
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Comes back a while after the fault, as shoppers do. */
async function comeBack({ open, collector }: Scene) {
  collector.trouble({})
  const page = await open()
  await pause(1_000)
  await page.reload()
}

type Story = (scene: Scene) => Promise<unknown>

const troubled =
  (trouble: Trouble): Story =>
  async ({ open, fire, collector }) => {
    const page = await open()
    collector.trouble(trouble)
    await fire(page)
    await pause(5_000)
    collector.trouble({})
  }

const rows: Readonly<Record<string, Story>> = {
  'nothing goes wrong': async ({ open, fire }) => fire(await open()),
  'the page is left by a link at once, the answers 300 ms late': async (scene) => {
    scene.collector.trouble({ delayMs: 300 })
    await scene.fire(await scene.open(), `location = '${scene.bare}'`)
  },
  'the page is left at once, the answers 3 s late': async (scene) => {
    scene.collector.trouble({ delayMs: 3_000 })
    await scene.fire(await scene.open(), `location = '${scene.bare}'`)
    await pause(3_500)
    await comeBack(scene)
  },
  'the tab is closed at once': async ({ open, fire, collector }) => {
    collector.trouble({ delayMs: 300 })
    const page = await open()
    await fire(page)
    await page.close()
  },
  'the collector answers 503 for 5 s': troubled({ status: 503 }),
  'every connection is ended for 5 s': troubled({ isDown: true }),
  'the browser is offline for 5 s': async ({ open, fire, context }) => {
    const page = await open()
    await context.setOffline(true)
    await fire(page)
    await pause(5_000)
    await context.setOffline(false)
  },
  'the page is left while the collector is down, the shopper comes back': async (scene) => {
    const page = await scene.open()
    scene.collector.trouble({ isDown: true })
    await scene.fire(page, `location = '${scene.bare}'`)
    await pause(2_000)
    await comeBack(scene)
  },
  'the page is left while offline, the shopper comes back': async (scene) => {
    const page = await scene.open()
    await scene.context.setOffline(true)
    await scene.fire(page)
    await pause(300)
    await page.close()
    await scene.context.setOffline(false)
    await comeBack(scene)
  },
  'storage is blocked, the answers 300 ms late, the page is left': async (scene) => {
    await scene.context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
    })
    scene.collector.trouble({ delayMs: 300 })
    await scene.fire(await scene.open(), `location = '${scene.bare}'`)
  },
}

/** Scenarios that need their own browser. */
const killed: Readonly<Record<string, Story>> = {
  'the browser is killed 300 ms later (SIGKILL), the collector hanging, and started again': async (
    scene,
  ) => {
    const page = await scene.open()
    scene.collector.trouble({ isHanging: true })
    await scene.fire(page)
    await pause(300)
    await scene.killAndStart()
    await comeBack(scene)
  },
}

/** The place where a scenario runs. */
interface Home {
  start(): Promise<BrowserContext>
  kill(): void
  end(): Promise<unknown>
}

const { launchOptions = {} } = chromiumEngine()?.use ?? {}

/** A browser with a profile that survives it. */
async function ownHome(): Promise<Home> {
  const profile = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  return {
    start: () =>
      chromium.launchPersistentContext(profile, { channel: 'chromium', ...launchOptions }),
    kill() {
      // Playwright starts a browser in its own process group, but does not reveal its number.
      const leader = Number(execFileSync('pgrep', ['-o', '-f', profile]))
      process.kill(-leader, 'SIGKILL')
    },
    end: () => rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  }
}

interface Outcome {
  readonly received: number
  readonly repeats: number
}

let made = 0

async function play(
  story: Story,
  contender: Contender,
  pages: ShopPages,
  home: Home,
): Promise<Outcome> {
  let context = await home.start()
  const collector = await startCollector()
  const run = made++
  const wanted = Array.from({ length: EVENTS }, (_, index) => `ev-${run}-${index}`)
  // Keeps the context open when another page closes.
  await context.newPage()
  await story({
    context,
    collector,
    bare: pages.bare,
    async killAndStart() {
      home.kill()
      context = await home.start()
    },
    async open() {
      const page = await context.newPage()
      await page.goto(pages.address(contender, collector.url))
      await page.waitForFunction('window.peer')
      // Some trackers first read their settings from the network or the disk.
      await pause(500)
      return page
    },
    async fire(page, then = '') {
      const each = `for (const id of ${JSON.stringify(wanted)}) peer.track(id)`
      // A page that is being left does not respond.
      await page.evaluate(`(() => { ${each}; ${then} })()`).catch(() => {})
    },
  })
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end && !wanted.every((id) => collector.arrived.has(id))) await pause(100)
  // Leaves time for a retry.
  await pause(1_500)
  const counts = wanted.map((id) => collector.arrived.get(id) ?? 0)
  await context.close()
  await home.end()
  await collector.close()
  return {
    received: counts.filter(Boolean).length,
    repeats: counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
  }
}

async function main() {
  const all = [ours(), strict(), ...(await others())]
  const pages = await startShopPages(all)
  const browser = await chromium.launch({ channel: 'chromium', ...launchOptions })
  try {
    table.print(`| ${RUNS} × ${EVENTS} events | ${all.map(({ name }) => name).join(' | ')} |`)
    table.print(`|---|${all.map(() => '---|').join('')}`)
    const shared: Home = { start: () => browser.newContext(), kill() {}, end: async () => {} }
    const chosen = Object.entries({ ...rows, ...killed }).filter(([name]) =>
      name.includes(chosenWord),
    )
    for (const [name, story] of chosen) {
      const cells = await Promise.all(
        all.map(async (contender) => {
          let [received, repeats] = [0, 0]
          for (let run = 0; run < RUNS; run += 1) {
            const home = name in killed ? await ownHome() : shared
            const outcome = await play(story, contender, pages, home)
            received += outcome.received
            repeats += outcome.repeats
          }
          const share = `${Math.round((100 * received) / (RUNS * EVENTS))} %`
          return repeats ? `${share}, ${repeats} repeated` : share
        }),
      )
      table.print(`| ${name} | ${cells.join(' | ')} |`)
    }
    table.write()
  } finally {
    await browser.close()
    await pages.close()
  }
}

await main()
