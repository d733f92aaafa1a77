import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { test as base } from '../fixtures/engine-test.ts'
import { startHttp2Service } from '../fixtures/http2-service.ts'
import { startService, type TestService } from '../fixtures/local-service.ts'

/** One try of one thing that goes wrong: a browser's own profile, and a tracker of its own to go wrong. */
export interface Trial {
  readonly tracker: TestService
  readonly context: BrowserContext
  /** Counts the requests of another browser, too. */
  watch(context: BrowserContext): void
  /** Crashes every page. */
  crash(): Promise<void>
  /** The address of a page with the tag, or without; the same each time. `head` stands before the tag. */
  address(options?: PageOptions): string
  /** Opens a page in a new tab. */
  visit(options?: PageOptions): Promise<Page>
  /** Opens a page with the tag in a new tab, and looks at it for a moment. */
  open(options?: PageOptions): Promise<Page>
  /** The same, until the tracker has its visit: it is well. */
  begin(options?: PageOptions): Promise<Page>
  /**
   * Has a page report so many further events in one task, and do something else in the same task: JavaScript, which may take
   * the page away.
   */
  fire(page: Page, count: number, then?: string): Promise<void>
  /** Serves a script beside the pages, and gives its address. */
  script(text: string): string
  /** Settles when so many requests of this trial have failed, or one: until then a page that is left takes the tracker for well. */
  failed(count?: number): Promise<void>
  /** Settles when the tracker has answered a request. */
  answered(): Promise<void>
  /**
   * Settles when every event that was fired has arrived, or the time is up: then the table says what did, and the row fails, though the
   * next page may still bring the rest.
   */
  arrived(timeoutMs?: number): Promise<void>
  /** How many events the outbox holds, wherever. */
  left(page: Page): Promise<number>
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
  /**
   * Whether the tag follows the header of the service that it drops repeats. Else it is told that the tracker keeps them, as most do: what
   * it sends twice is then a mistake.
   */
  readonly followsHeader?: boolean
}

/** The events of one row, over all its runs. */
export interface Counts {
  readonly runs: number
  readonly sent: number
  readonly received: number
  /** Events that are there twice for whoever counts each `(uid, t)` once. */
  readonly counted: number
  /** Requests that brought what was there already. */
  readonly repeats: number
  /** How often it was waited in vain for all to arrive. */
  readonly late: number
  readonly note?: string
  /** Why this browser cannot be made to do this; then nothing was sent. */
  readonly impossible?: string
}

/** Options of a row that are not usual. */
export interface RowOptions {
  /** Runs in the short form; the long form, `SVC_FAULT_RUNS` times as many. */
  readonly runs?: number
  /** The answer itself was lost, so that the event must be sent again: everywhere, or in these browsers. */
  readonly mayRepeat?: boolean | readonly string[]
  /** Something that was measured, for the table. */
  readonly note?: () => string
  readonly timeoutMs?: number
  /** Browsers that cannot be made to do this, and why; the table says so. */
  readonly impossible?: Readonly<Partial<Record<string, string>>>
  /** The same, over HTTP/2 alone. */
  readonly impossibleOverHttp2?: Readonly<Partial<Record<string, string>>>
  /** The short form plays it over HTTP/2, too; the long form plays every row over both. */
  readonly isHttp2?: boolean
}

/** How the pages and the tracker of a trial are served, and the group that its rows are in. */
const protocols = {
  http1: { start: startService },
  // Every browser asks for TLS: https://httpwg.org/specs/rfc9113.html#versioning
  http2: { start: startHttp2Service, group: 'over HTTP/2' },
}

type Protocol = keyof typeof protocols

/** How many times the short form's runs. */
export const TIMES = Number(process.env.SVC_FAULT_RUNS ?? 1)

/** The kind of annotation that the table is made of. */
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
 * A test of one line of the table, or of one for each protocol: runs the story several times, and asks that every event arrived, none
 * counts twice, and at most one request in a hundred was in vain.
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

/** Nothing lost or late, nothing counted twice, and hardly anything sent twice. */
function judge(sum: Counts, engine: string, { mayRepeat = [] }: RowOptions) {
  expect(sum.counted).toBe(sum.received)
  expect(sum).toMatchObject({ received: sum.sent, late: 0 })
  const isLost = typeof mayRepeat === 'boolean' ? mayRepeat : mayRepeat.includes(engine)
  if (!isLost) expect(sum.repeats).toBeLessThanOrEqual(sum.sent / 100)
}

/** Results of a task for each number below `count`, no more than `atOnce` at the same time. */
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

/** The sum of several runs of one row, as the table prints it. */
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

/** How long a shopper looks at a page that has loaded, before doing anything: nothing else is waited for. */
export const LOOK_MS = 700

/** Looks at a page as a shopper does: it has loaded, whatever page was there before, and a moment has passed. */
export async function look(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.waitForTimeout(LOOK_MS)
}

/** How many events the outbox holds, wherever; the page may be on its way out. */
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

/** Counts how requests to a tracker end, seen from outside the page. */
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

async function crash(page: Page) {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  // A page that crashes does not answer.
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
      // A page that is left does not answer.
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
      // A shopper who comes back does something, too: what its answer says about the tracker decides about the rest.
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
