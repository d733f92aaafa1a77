import { expect, type Page } from '@playwright/test'
import { trace } from '../../support/runner/main-thread.ts'
import { OUTBOX, row, TIMES, type Trial } from '../../support/simulators/fault-trial.ts'

/** The number of events that the tag stores in the task that reports them; it stores the rest in later tasks. */
const STORED_AT_ONCE = 64

/** How many times longer the longest task of 1,000 events may be than that of 64. If all were stored at once, it would be 16. */
const MOST_TIMES_LONGER = 3

const burst: string[] = []
row(
  '1,000 events in one loop, the tracker 20 ms late',
  async (trial) => {
    await trial.tracker.faults({ delayMs: 20 })
    const page = await trial.begin()
    const start = performance.now()
    await trial.fire(page, 1_000)
    await trial.arrived(60_000)
    const tookMs = performance.now() - start
    // Again with a trace, which slows the page down. Uses processor time, which other work on the machine hardly affects.
    const longestOf = (count: number) =>
      longestTask(page, async () => {
        await trial.fire(page, count)
        await page.waitForTimeout(1_000)
      })
    const few = await longestOf(STORED_AT_ONCE)
    const many = await longestOf(1_000)
    await trial.arrived(60_000)
    const took = `${(tookMs / 1_000).toFixed(1)} s`
    if (few === undefined || many === undefined) burst.push(took)
    else {
      burst.push(
        `${took}, longest task ${many.toFixed(0)} ms; of ${STORED_AT_ONCE} events ${few.toFixed(0)} ms`,
      )
      expect(many / few).toBeLessThan(MOST_TIMES_LONGER)
    }
    await trial.settled()
  },
  // 15 s on a quiet machine; a busy one takes minutes for the trace.
  { runs: 1, note: () => burst.splice(0).join('; '), isHttp2: true, timeoutMs: 400_000 },
)

/** More would delay the shop's own requests: Chromium refuses more than 256 per page. */
const MOST_OUT = 64

/** A request costs the page up to half a millisecond, so more of them in one task would be a long task. */
const MOST_AT_ONCE = 16

/** Runs before the tag: counts its requests in flight, and its requests per task. */
const COUNT_REQUESTS = `{
  window.requests = { made: 0, open: 0, mostOpen: 0, mostAtOnce: 0 }
  let atOnce = 0
  const { fetch, setTimeout } = window
  // Each timer is a task.
  window.setTimeout = (task, ...more) => setTimeout((...args) => { atOnce = 0; task(...args) }, ...more)
  const begin = () => {
    // Resets the count at the end of the task, before any timer that is set later in it.
    if (atOnce === 0) setTimeout(() => { atOnce = 0 })
    atOnce += 1
    requests.made += 1
    requests.open += 1
    requests.mostOpen = Math.max(requests.mostOpen, requests.open)
    requests.mostAtOnce = Math.max(requests.mostAtOnce, atOnce)
  }
  const end = () => { requests.open -= 1 }
  window.fetch = function (...args) {
    begin()
    const answer = fetch.apply(this, args)
    answer.then(end, end)
    return answer
  }
  window.Image = class extends Image {
    set src(url) {
      if (url) begin()
      this.addEventListener('load', end)
      this.addEventListener('error', end)
      super.src = url
    }
  }
}`

interface Requests {
  readonly made: number
  readonly open: number
  readonly mostOpen: number
  readonly mostAtOnce: number
}

const pace: string[] = []
row(
  '300 events in one loop, the tracker 200 ms late: a few requests at a time',
  async (trial) => {
    // Not later, because a browser sends at most six requests to one server at a time.
    await trial.tracker.faults({ delayMs: 200 })
    const page = await trial.begin({ before: COUNT_REQUESTS })
    await trial.fire(page, 300)
    await trial.arrived(60_000)
    await expect.poll(() => page.evaluate('requests.open')).toBe(0)
    const { made, mostOpen, mostAtOnce } = await page.evaluate<Requests>('requests')
    pace.push(`at most ${mostOpen} under way, ${mostAtOnce} made in one task`)
    expect(made).toBeGreaterThan(300)
    // Shows that the loop was long enough to use all connections.
    expect(mostOpen).toBe(MOST_OUT)
    expect(mostAtOnce).toBeLessThanOrEqual(MOST_AT_ONCE)
  },
  { runs: 1, note: () => pace.splice(0).join('; ') },
)

const costs: string[] = []
row(
  'adding one event while 900 wait costs no more than while none waits',
  async (trial) => {
    const page = await trial.begin()
    await trial.tracker.faults({ status: 503 })
    await trial.fire(page, 20)
    await page.waitForTimeout(500)
    // Paused: new events are stored, and nothing is sent.
    const few = await addingCost(trial, page)
    await trial.fire(page, 750)
    // A loop this long is spread over several tasks.
    await expect.poll(() => page.evaluate(OUTBOX)).toBeGreaterThan(850)
    const many = await addingCost(trial, page)
    costs.push(`${few.toFixed(3)} ms; with 900 waiting ${many.toFixed(3)} ms`)
    expect(many / few).toBeLessThan(5)
    await trial.tracker.faults({})
    await trial.arrived(60_000)
  },
  { runs: 1, note: () => costs.splice(0).join('; ') },
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
  { runs: 1 },
)

/** The page's longest task in milliseconds; `undefined` if the browser cannot trace a page, which only Chromium can. */
async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number | undefined> {
  const browser = page.context().browser()
  if (browser?.browserType().name() === 'chromium')
    return (await trace(browser, page, act, 'svc.js', 'tasks')).longestTaskMs
  await act()
  return undefined
}

/**
 * The average time of the main thread to store one event, in milliseconds: ten events in each of
 * ten tasks, because a page's clock is coarse.
 */
async function addingCost(trial: Trial, page: Page): Promise<number> {
  await page.evaluate('window.took = 0')
  for (let turn = 0; turn < 10; turn++)
    await trial.fire(page, 10, 'window.took += performance.now() - window.firedAt')
  return page.evaluate<number>('window.took / 100')
}
