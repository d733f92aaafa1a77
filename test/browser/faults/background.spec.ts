import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { startBareChromium } from '../../support/fixtures/bare-chromium.ts'
import { row, type Trial } from '../../support/simulators/fault-trial.ts'

/**
 * With this flag, a page that has been hidden for a second may wake only once a minute:
 * https://developer.chrome.com/blog/timer-throttling-in-chrome-88
 */
const SOON_THROTTLED = '--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/1'

const TICKS = `window.ticks = 0; (function tick() { ticks++; setTimeout(tick, 100) })()`

/** Abilities that Playwright's drivers take from browsers. */
const impossible = {
  firefox: 'its driver keeps every tab visible, and cannot freeze one',
  webkit: 'its driver cannot bring another tab to the front, or freeze one',
}

interface Tabs {
  readonly context: BrowserContext
  readonly hidden: Page
  readonly front: Page
}

/** Runs a scenario in a Chromium as people use it, in which a tab that is not in front is hidden. */
async function inBackground(trial: Trial, story: (tabs: Tabs) => Promise<void>) {
  const url = trial.address({ before: TICKS })
  const bare = await startBareChromium(url, [SOON_THROTTLED])
  try {
    const browser = await chromium.connectOverCDP(bare.address, { noDefaults: true })
    const [context] = browser.contexts()
    const [hidden] = context?.pages() ?? []
    if (!context || !hidden) throw new Error('Chromium has no page.')
    trial.watch(context)
    await trial.tracker.waitFor('visitor')
    const front = await context.newPage()
    await front.goto(trial.address({ hasTag: false }))
    await front.bringToFront()
    await expect.poll(() => hidden.evaluate('document.visibilityState')).toBe('hidden')
    await story({ context, hidden, front })
    // A returning shopper also causes an event.
    await trial.fire(hidden, 1)
    await trial.arrived(60_000)
    await expect.poll(() => trial.left(hidden), { timeout: 60_000 }).toBe(0)
    await browser.close()
  } finally {
    await bare.close()
  }
}

async function ticksIn(page: Page, ms: number): Promise<number> {
  const ticks = () => page.evaluate<number>('ticks')
  const before = await ticks()
  await sleep(ms)
  return (await ticks()) - before
}

const measured: string[] = []
const note = () => measured.join('; ')

/**
 * Resolves when timers run once a minute; if Chromium does not get there in time, when they run at most once a second instead of ten times.
 */
async function throttled(page: Page) {
  const ticks = () => ticksIn(page, 10_000)
  await expect
    .poll(ticks, { timeout: 30_000 })
    .toBeLessThanOrEqual(1)
    .catch(() => {})
  const count = await ticks()
  measured.push(`${count} timers of 100 ms in 10 s`)
  expect(count).toBeLessThanOrEqual(12)
}

row(
  'a background tab whose timers are throttled, the tracker failing meanwhile',
  (trial) =>
    inBackground(trial, async ({ hidden }) => {
      await throttled(hidden)
      await trial.fire(hidden, 10)
      await trial.arrived()
      await trial.tracker.faults({ status: 503 })
      await trial.fire(hidden, 10)
      await trial.failed()
      await trial.tracker.faults({})
      await hidden.bringToFront()
    }),
  { impossible, note },
)

row(
  'a background tab with throttled timers, another tab taking its events',
  (trial) =>
    inBackground(trial, async ({ hidden, front }) => {
      await throttled(hidden)
      await trial.tracker.faults({ status: 503 })
      await trial.fire(hidden, 10)
      await trial.failed(10)
      await trial.tracker.faults({})
      await front.goto(trial.address())
      await trial.arrived(60_000)
      await hidden.bringToFront()
    }),
  { impossible, note },
)

for (const [what, faults] of Object.entries({
  'answering 503': { status: 503 },
  '1,500 ms late': { delayMs: 1_500 },
}))
  row(
    `a tab frozen after 10 events, the tracker ${what}, then thawed`,
    (trial) =>
      inBackground(trial, async ({ context, hidden, front }) => {
        const session = await context.newCDPSession(hidden)
        const become = (state: 'frozen' | 'active') =>
          session.send('Page.setWebLifecycleState', { state })
        await trial.tracker.faults(faults)
        await trial.fire(hidden, 10)
        if ('status' in faults) await trial.failed(10)
        await become('frozen')
        expect(await ticksIn(hidden, 3_000)).toBe(0)
        await trial.tracker.faults({})
        await front.goto(trial.address())
        await sleep(3_000)
        await become('active')
        await hidden.bringToFront()
      }),
    { impossible },
  )
