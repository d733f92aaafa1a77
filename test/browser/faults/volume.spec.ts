import { expect, type Page } from '@playwright/test'
import { row, TIMES, type Trial } from '../../support/fault-trial.ts'

/** Every long task of the page; 50 ms and more: https://w3c.github.io/longtasks/ */
const WATCH = `window.tasks = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: 'longtask' })`

const burst: string[] = []
row(
  '1,000 events in one loop, the tracker 20 ms late',
  async (trial) => {
    await trial.tracker.faults({ delayMs: 20 })
    const page = await trial.open({ before: WATCH })
    await trial.tracker.waitFor('visitor')
    await page.evaluate('void (window.tasks.length = 0)')
    const start = performance.now()
    await trial.fire(page, 1_000)
    await trial.arrived(60_000)
    const tookMs = performance.now() - start
    const tasks = await page.evaluate<number[]>('window.tasks')
    burst.push(`${(tookMs / 1_000).toFixed(1)} s, long tasks: ${tasks.join(' ') || 'none'}`)
    await trial.settled()
  },
  { runs: 1, note: () => burst.join('; ') },
)

const costs: string[] = []
row(
  'adding one event while 900 wait costs no more than while none waits',
  async (trial) => {
    const page = await trial.open()
    await trial.tracker.waitFor('visitor')
    await trial.tracker.faults({ status: 503 })
    await trial.fire(page, 20)
    await page.waitForTimeout(500)
    // Paused: what is added is kept, and nothing is sent.
    const few = await addingCost(trial, page)
    await trial.fire(page, 800)
    const many = await addingCost(trial, page)
    costs.push(`${few.toFixed(3)} ms; with 900 waiting ${many.toFixed(3)} ms`)
    expect(many / few).toBeLessThan(5)
    await trial.tracker.faults({})
    await trial.arrived(60_000)
  },
  { runs: 1, note: () => costs.join('; ') },
)

row(
  TIMES > 1 ? '10,000 events over a minute' : '1,000 events over 6 s',
  async (trial) => {
    const page = await trial.open()
    for (let turn = 0; turn < (TIMES > 1 ? 600 : 60); turn++) {
      await trial.fire(page, 17)
      await page.waitForTimeout(80)
    }
    await trial.arrived(90_000)
  },
  { runs: 1, timeoutMs: 240_000 },
)

/** Milliseconds of main thread for one event, the middle of several. */
async function addingCost(trial: Trial, page: Page): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    await trial.fire(page, 5, 'window.took = performance.now() - window.firedAt')
    times.push(await page.evaluate<number>('window.took / 5'))
  }
  return times.sort((a, b) => a - b)[2] ?? 0
}
