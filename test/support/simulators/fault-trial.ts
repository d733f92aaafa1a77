import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { test as base } from '../fixtures/engine-test.ts'
import { startHttp2Service } from '../fixtures/http2-service.ts'
import { startService, type TestService } from '../fixtures/local-service.ts'

/** One trial of one fault, with its own browser profile and its own tracker, which can be made to fail. */
export interface Trial {
  readonly tracker: TestService
  readonly context: BrowserContext
  /** Also counts the requests of another browser. */
  watch(context: BrowserContext): void
  /** Crashes all pages. */
  crash(): Promise<void>
  /** The URL of a page with or without the tag, the same each time. `head` is placed in front of the tag. */
  address(options?: PageOptions): string
  /** Opens a page in a new tab. */
  visit(options?: PageOptions): Promise<Page>
  /** Opens a page with the tag in a new tab, and stays on it for a moment. */
  open(options?: PageOptions): Promise<Page>
  /** The same, but waits until the tracker has received the visit, so that the tag knows that the tracker is healthy. */
  begin(options?: PageOptions): Promise<Page>
  /** Makes a page report this many further events in one task, and then run JavaScript in the same task, which may leave the page. */
  fire(page: Page, count: number, then?: string): Promise<void>
  /** Serves a script in the folder of the pages, and returns its URL. */
  script(text: string): string
  /**
   * Resolves when this many requests of this trial (one by default) have failed. Until then, a page
   * that is left considers the tracker healthy.
   */
  failed(count?: number): Promise<void>
  /** Resolves when the tracker has responded to a request. */
  answered(): Promise<void>
  /**
   * Resolves when every fired event has arrived or the time is up. The table then shows what
   * arrived, and the row fails, even if the next page may still deliver the rest.
   */
  arrived(timeoutMs?: number): Promise<void>
  /** The number of events in the queue, in any storage. */
  left(page: Page): Promise<number>
  /** Opens the shop again, and resolves when the queue is empty, so that nothing will be sent again. */
  settled(options?: PageOptions): Promise<void>
}

/** How a page of a trial differs from the usual one. */
export interface PageOptions {
  /** `false` for a page without the tag. */
  readonly hasTag?: boolean
  readonly tag?: Readonly<Record<string, string>>
  /** JavaScript that runs before the tag. */
  readonly before?: string
  /**
   * Whether the tag uses the service's header, which says that it drops repeats. Otherwise, a setting says that the tracker counts repeats,
   * as most do, so that sending an event twice is a mistake.
   */
  readonly followsHeader?: boolean
}

/** The events of one row, summed over all its runs. */
export interface Counts {
  readonly runs: number
  readonly sent: number
  readonly received: number
  /** Duplicate events for a tracker that counts each `(uid, t)` once. */
  readonly counted: number
  /** Requests for events that had already arrived. */
  readonly repeats: number
  /** How often the wait for all events ended without all of them. */
  readonly late: number
  readonly note?: string
  /** Why this fault cannot be caused in this browser; nothing was then sent. */
  readonly impossible?: string
}

/** Options of a row that differ from the usual ones. */
export interface RowOptions {
  /** The number of runs in the short form; the long form multiplies it by `SVC_FAULT_RUNS`. */
  readonly runs?: number
  /** Whether the response itself was lost, so that the event must be sent again: in all browsers, or in these. */
  readonly mayRepeat?: boolean | readonly string[]
  /** A measured value for the table. */
  readonly note?: () => string
  readonly timeoutMs?: number
  /** Browsers in which this fault cannot be caused, with the reason that the table shows. */
  readonly impossible?: Readonly<Partial<Record<string, string>>>
  /** The same, only for HTTP/2. */
  readonly impossibleOverHttp2?: Readonly<Partial<Record<string, string>>>
  /** Whether the short form also runs over HTTP/2; the long form runs every row over both protocols. */
  readonly isHttp2?: boolean
}

/** How the pages and the tracker of a trial are served, and the group of its rows. */
const protocols = {
  http1: { start: startService },
  // Browsers use HTTP/2 only over TLS: https://httpwg.org/specs/rfc9113.html#versioning
  http2: { start: startHttp2Service, group: 'over HTTP/2' },
}

type Protocol = keyof typeof protocols

/** How many times as many runs as in the short form. */
export const TIMES = Number(process.env.SVC_FAULT_RUNS ?? 1)

/** The type of the annotations from which the table is made. */
export const ROW = 'fault row'

/** How many trials of a row run at the same time. */
const AT_ONCE: Readonly<Record<string, number>> = { chromium: 6, firefox: 4, webkit: 4 }

const trialTest = base.extend<object, { pagesOver: (protocol: Protocol) => Promise<TestService> }>({
  pagesOver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from this pattern.
    async ({}, use) => {
      const started = new Map<Protocol, Promise<TestService>>()
      await use((protocol) => {
        const service = started.get(protocol) ?? protocols[protocol].start()
        started.set(protocol, service)
        return service
      })
      for (const service of started.values()) await (await service).close()
    },
    { scope: 'worker' },
  ],
})

/**
 * Defines a test for one line of the table, or one for each protocol. Runs the scenario several times, and checks that every event arrived,
 * none counts twice, and at most one request in a hundred was unnecessary.
 */
export function row(
  name: string,
  story: (trial: Trial, run: number) => Promise<void>,
  options: RowOptions = {},
) {
  rowOver('http1', name, story, options)
  if (options.isHttp2 || TIMES > 1)
    trialTest.describe(protocols.http2.group, () => rowOver('http2', name, story, options))
}

function rowOver(
  protocol: Protocol,
  name: string,
  story: (trial: Trial, run: number) => Promise<void>,
  options: RowOptions,
) {
  const { runs = 1, note, timeoutMs = 240_000 } = options
  const impossible = {
    ...options.impossible,
    ...(protocol === 'http2' && options.impossibleOverHttp2),
  } as Readonly<Partial<Record<string, string>>>
  trialTest(name, async ({ browser, pagesOver }, info) => {
    const { name: engine } = info.project
    const say = (counts: Counts) =>
      info.annotations.push({ type: ROW, description: JSON.stringify(counts) })
    const reason = impossible[engine]
    if (reason) say({ ...sumOf([]), impossible: reason })
    trialTest.skip(reason !== undefined, reason)
    const [count, atOnce] = [runs * TIMES, AT_ONCE[engine] ?? 1]
    info.setTimeout(timeoutMs * Math.ceil(count / atOnce))
    const pages = await pagesOver(protocol)
    const tallies = await inTurns(count, atOnce, async (run) => {
      const { trial, counts, end } = await startTrial(browser, pages, protocol)
      try {
        await story(trial, run)
        return await counts()
      } finally {
        await end()
      }
    })
    const sum = sumOf(tallies, note?.())
    say(sum)
    judge(sum, engine, options)
  })
}

/** Checks that nothing was lost or late, nothing counted twice, and hardly anything was sent twice. */
function judge(sum: Counts, engine: string, { mayRepeat = [] }: RowOptions) {
  expect(sum.counted).toBe(sum.received)
  expect(sum).toMatchObject({ received: sum.sent, late: 0 })
  const isLost = typeof mayRepeat === 'boolean' ? mayRepeat : mayRepeat.includes(engine)
  if (!isLost) expect(sum.repeats).toBeLessThanOrEqual(sum.sent / 100)
}

/** The results of a task for each number below `count`, with at most `atOnce` tasks at the same time. */
async function inTurns<Result>(
  count: number,
  atOnce: number,
  task: (number: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  let next = 0
  async function work() {
    while (next < count) {
      const number = next
      next += 1
      results[number] = await task(number)
    }
  }
  await Promise.all(Array.from({ length: Math.min(count, atOnce) }, work))
  return results
}

/** The sum of several runs of a row, as the table shows it. */
export function sumOf(tallies: readonly Counts[], note?: string): Counts {
  const total = (of: (counts: Counts) => number) =>
    tallies.reduce((sum, counts) => sum + of(counts), 0)
  return {
    runs: tallies.length,
    sent: total(({ sent }) => sent),
    received: total(({ received }) => received),
    counted: total(({ counted }) => counted),
    repeats: total(({ repeats }) => repeats),
    late: total(({ late }) => late),
    ...(note && { note }),
  }
}

/** How long a shopper stays on a loaded page before doing anything. Nothing else is waited for. */
export const LOOK_MS = 700

/** Stays on a page as a shopper does: waits until it has loaded, whatever page was there before, and then for a moment. */
export async function look(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.waitForTimeout(LOOK_MS)
}

/** The number of events in the queue, in any storage, even if the page is being left. */
export const OUTBOX = `new Promise((resolve) => {
  const names = Object.keys(localStorage).filter((name) => name.startsWith('svc-tag.unsent.'))
  const opening = indexedDB.open('svc-tag')
  opening.onerror = () => resolve(names.length)
  opening.onupgradeneeded = () => opening.transaction.abort()
  opening.onsuccess = () => {
    const counting = opening.result.transaction('events').objectStore('events').count()
    counting.onsuccess = () => { opening.result.close(); resolve(names.length + counting.result) }
  }
}).catch(() => 0)`

/** Counts how requests to a tracker end, as seen from outside the page. */
function countRequests() {
  let failed = 0
  let answered = 0
  const isPixel = (url: string) => url.includes('/v2/1p.jpg?')
  return {
    failed: () => failed,
    answered: () => answered,
    watch(context: BrowserContext) {
      context.on('requestfailed', (request) => {
        if (isPixel(request.url())) failed += 1
      })
      context.on('response', (response) => {
        if (!isPixel(response.url())) return
        if (response.status() < 400) answered += 1
        else failed += 1
      })
    },
  }
}

/** Crashes a page, and resolves when it has crashed. */
export async function crash(page: Page) {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  // A page that crashes does not respond.
  session.send('Page.crash').catch(() => {})
  await crashed
}

let made = 0

async function startTrial(browser: Browser, pages: TestService, protocol: Protocol) {
  const tracker = await protocols[protocol].start()
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const requests = countRequests()
  requests.watch(context)
  const name = `/trial-${process.pid}-${made++}`
  let fired = 0
  let late = 0
  let addresses = 0

  const carts = () => tracker.received('cart').catch(() => [])
  const pidsOf = (events: readonly { readonly data: unknown }[]) =>
    events.map(({ data }) => (data as { pid: string }).pid)

  const trial: Trial = {
    tracker,
    context,
    watch: requests.watch,
    async crash() {
      await Promise.all(context.pages().map(crash))
    },
    address({ hasTag = true, tag, before = '', followsHeader = false } = {}) {
      addresses += 1
      const element = pages.tag({
        'data-record-bots': 'true',
        'data-tracker-url': tracker.url,
        ...(followsHeader && { 'data-tracker-drops-repeats': undefined }),
        ...tag,
      })
      const own = `<script>${before}</script>${hasTag ? element : ''}`
      return pages.page(
        `${name}-${addresses}.html`,
        `<!doctype html><title>Shop</title><link rel="icon" href="data:,">${own}<a id="next">Next</a><form method="get"></form>`,
      )
    },
    async visit(options) {
      const page = await context.newPage()
      await page.goto(trial.address(options))
      return page
    },
    async open(options) {
      const page = await trial.visit(options)
      await look(page)
      return page
    },
    async begin(options) {
      const page = await trial.open(options)
      await tracker.waitFor('visitor')
      return page
    },
    async fire(page, count, then = '') {
      const first = fired
      fired += count
      const each = `for (let n = ${first}; n < ${fired}; n++) svc.track('cart', { pid: 'P' + n, qty: 1 })`
      // A page that is being left does not respond.
      await page
        .evaluate(`(() => { window.firedAt = performance.now(); ${each}; ${then} })()`)
        .catch(() => {})
    },
    script(text) {
      addresses += 1
      const headers = { 'content-type': 'text/javascript' }
      return pages.page(`${name}-${addresses}.js`, text, { headers })
    },
    failed: (count = 1) =>
      expect.poll(requests.failed, { timeout: 60_000 }).toBeGreaterThanOrEqual(count),
    answered: () => expect.poll(requests.answered).toBeGreaterThan(0),
    async arrived(timeoutMs = 40_000) {
      const all = async () => new Set(pidsOf(await carts())).size
      await expect
        .poll(all, { timeout: timeoutMs, intervals: [100, 250, 500] })
        .toBe(fired)
        .catch(() => {
          late += 1
        })
    },
    left: (page) => page.evaluate<number>(OUTBOX),
    async settled(options) {
      const page = await trial.open(options)
      // A returning shopper also causes an event, whose response decides about the other events.
      await trial.fire(page, 1)
      await trial.arrived()
      await expect
        .poll(() => trial.left(page), { timeout: 60_000, intervals: [100, 250, 500] })
        .toBe(0)
    },
  }
  return {
    trial,
    async counts(): Promise<Counts> {
      const events = await tracker.received('cart')
      const received = new Set(pidsOf(events)).size
      const repeats = events.reduce((sum, event) => sum + event.repeats, 0)
      return { runs: 1, sent: fired, received, counted: events.length, repeats, late }
    },
    async end() {
      await context.close()
      await tracker.close()
    },
  }
}
