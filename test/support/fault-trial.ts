import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { startService, type TestService } from './service.ts'

/** One try of one thing that goes wrong: a browser's own profile, and a tracker of its own to go wrong. */
export interface Trial {
  readonly tracker: TestService
  readonly context: BrowserContext
  /** The address of a page with the tag, or without; the same each time. `head` stands before the tag. */
  address(options?: PageOptions): string
  /** Opens a page with the tag in a new tab, and waits until the tag is there. */
  open(options?: PageOptions): Promise<Page>
  /**
   * Has a page report so many further events in one task, and do something else in the same task: JavaScript, which may take
   * the page away.
   */
  fire(page: Page, count: number, then?: string): Promise<void>
  /** Settles when every event that was fired has arrived; says in the table what did when the time is up. */
  arrived(timeoutMs?: number): Promise<void>
  /** Comes back to the shop, and settles when nothing is left in the outbox, so that nothing will be sent again. */
  settled(options?: PageOptions): Promise<void>
}

/** How a page of a trial differs from the usual one. */
export interface PageOptions {
  /** A page without the tag when false. */
  readonly hasTag?: boolean
  readonly tag?: Readonly<Record<string, string>>
  /** JavaScript that runs before the tag. */
  readonly before?: string
}

/** What became of the events of one row, over all its runs. */
export interface Tally {
  readonly runs: number
  readonly sent: number
  readonly received: number
  /** Events that are there twice for whoever counts each `(uid, t)` once. */
  readonly counted: number
  /** Requests that brought what was there already. */
  readonly repeats: number
  readonly note?: string
}

/** What a row needs that is not usual. */
export interface RowOptions {
  /** Runs in the short form; the long form, `SVC_FAULT_RUNS` times as many. */
  readonly runs?: number
  /** The answer itself was lost, so that the event must be sent again. */
  readonly mayRepeat?: boolean
  /** Something that was measured, for the table. */
  readonly note?: () => string
  readonly timeoutMs?: number
  /** The one browser that can be made to do this. */
  readonly only?: string
}

/** How many times the short form's runs. */
export const TIMES = Number(process.env.SVC_FAULT_RUNS ?? 1)

/** The kind of annotation that the table is made of. */
export const ROW = 'fault row'

const trialTest = base.extend<object, { pages: TestService; keeper: Page }>({
  pages: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from this pattern.
    async ({}, use) => {
      const service = await startService()
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  keeper: [
    // Firefox ends when its last page closes.
    async ({ browser }, use) => use(await browser.newPage()),
    { scope: 'worker', auto: true },
  ],
})

/**
 * A test of one line of the table: runs the story several times at once, and asks that every event arrived, none counts twice, and at
 * most one request in a hundred was in vain.
 */
export function row(
  name: string,
  story: (trial: Trial, run: number) => Promise<void>,
  { runs = 1, mayRepeat = false, note, timeoutMs = 120_000, only }: RowOptions = {},
) {
  trialTest(name, async ({ browser, pages }, info) => {
    info.setTimeout(timeoutMs)
    trialTest.skip(only !== undefined && only !== info.project.name, `Only ${only} can be made to.`)
    const all = Array.from({ length: runs * TIMES }, async (_, run) => {
      const { trial, tally, end } = await startTrial(browser, pages)
      await story(trial, run)
      const tallied = await tally()
      await end()
      return tallied
    })
    const sum = sumOf(await Promise.all(all), note?.())
    info.annotations.push({ type: ROW, description: JSON.stringify(sum) })
    expect(sum).toMatchObject({ received: sum.sent, counted: sum.sent })
    if (!mayRepeat) expect(sum.repeats).toBeLessThanOrEqual(sum.sent / 100)
  })
}

function sumOf(tallies: readonly Tally[], note: string | undefined): Tally {
  const total = (of: (tally: Tally) => number) => tallies.reduce((sum, tally) => sum + of(tally), 0)
  return {
    runs: tallies.length,
    sent: total(({ sent }) => sent),
    received: total(({ received }) => received),
    counted: total(({ counted }) => counted),
    repeats: total(({ repeats }) => repeats),
    ...(note && { note }),
  }
}

/** How many events the outbox holds, wherever; the page may be on its way out. */
const OUTBOX = `new Promise((resolve) => {
  const names = Object.keys(localStorage).filter((name) => name.startsWith('svc-tag.event.'))
  const opening = indexedDB.open('svc-tag')
  opening.onerror = () => resolve(names.length)
  opening.onupgradeneeded = () => opening.transaction.abort()
  opening.onsuccess = () => {
    const counting = opening.result.transaction('events').objectStore('events').count()
    counting.onsuccess = () => { opening.result.close(); resolve(names.length + counting.result) }
  }
}).catch(() => 0)`

let made = 0

async function startTrial(browser: Browser, pages: TestService) {
  const tracker = await startService()
  const context = await browser.newContext()
  const name = `/trial-${process.pid}-${made++}`
  let fired = 0
  let addresses = 0

  const carts = () => tracker.received('cart').catch(() => [])
  const pidsOf = (events: readonly { readonly data: unknown }[]) =>
    events.map(({ data }) => (data as { pid: string }).pid)

  const trial: Trial = {
    tracker,
    context,
    address({ hasTag = true, tag, before = '' } = {}) {
      addresses += 1
      const element = pages.tag({
        'data-record-bots': 'true',
        'data-tracker-url': tracker.url,
        ...tag,
      })
      const own = `<script>${before}</script>${hasTag ? element : ''}`
      return pages.page(
        `${name}-${addresses}.html`,
        `<!doctype html><title>Shop</title><link rel="icon" href="data:,">${own}<a id="next">Next</a><form method="get"></form>`,
      )
    },
    async open(options) {
      const page = await context.newPage()
      await page.goto(trial.address(options))
      await page.waitForFunction('window.svc && svc.ready')
      await page.evaluate('svc.ready')
      return page
    },
    async fire(page, count, then = '') {
      const first = fired
      fired += count
      const each = `for (let n = ${first}; n < ${fired}; n++) svc.track('cart', { pid: 'P' + n, qty: 1 })`
      // Whoever leaves does not answer.
      await page
        .evaluate(`(() => { window.firedAt = performance.now(); ${each}; ${then} })()`)
        .catch(() => {})
    },
    async arrived(timeoutMs = 40_000) {
      const all = async () => new Set(pidsOf(await carts())).size
      await expect
        .poll(all, { timeout: timeoutMs, intervals: [100, 250, 500] })
        .toBe(fired)
        .catch(() => {})
    },
    async settled(options) {
      const page = await trial.open(options)
      // Whoever comes back does something, too: what its answer says about the tracker decides about the rest.
      await trial.fire(page, 1)
      await trial.arrived()
      await expect
        .poll(() => page.evaluate(OUTBOX), { timeout: 60_000, intervals: [100, 250, 500] })
        .toBe(0)
    },
  }
  return {
    trial,
    async tally(): Promise<Tally> {
      const events = await tracker.received('cart')
      const received = new Set(pidsOf(events)).size
      const repeats = events.reduce((sum, event) => sum + event.repeats, 0)
      return { runs: 1, sent: fired, received, counted: events.length, repeats }
    },
    async end() {
      await context.close()
      await tracker.close()
    },
  }
}
