import type { CDPSession, Page } from '@playwright/test'
import { DWELL_MS, expect, test } from '../../support/fixtures/tag-page.ts'
import { can } from '../../support/runner/expectations.ts'

const tiles = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `<li data-svc-product="P${index}"><a href="#p">P${index}</a></li>`,
  ).join('')

const BUSY_PAGE = `<div id="host"></div><div id="gone"></div><main><ul data-svc-query="shoes">${tiles(100)}</ul></main>
  <form data-svc-search onsubmit="return false"><input type="search"></form>
  <fieldset data-svc-facet="color"><label><input type="checkbox" data-svc-value="Red">Red</label></fieldset>
  <script>
    for (const id of ['host', 'gone']) {
      document.getElementById(id).attachShadow({ mode: 'open' }).innerHTML =
        '<ul data-svc-query="' + id + '"><li data-svc-product="' + id + '">' + id + '</li></ul>'
    }
  </script>`

/** Everything that the tag has on the page by now: what it asked for, less what it took back. */
interface Census {
  readonly listeners: readonly string[]
  readonly observers: number
  readonly timers: number
  readonly frames: number
  readonly patched: readonly string[]
}

/** Counts, from before any script, what the tag asks of the browser and takes back. */
function takeCensus() {
  // The driver of this test is on the page, too.
  const isOurs = () => /\/svc[^/]*\.js/.test(new Error().stack ?? '')
  const listeners: { target: EventTarget; type: string; listener: unknown; capture: boolean }[] = []
  const observers = new Set<object>()
  const timers = new Set<number>()
  const frames = new Set<number>()
  const isCapture = (options: unknown) =>
    typeof options === 'object' && options !== null
      ? Boolean((options as { capture?: boolean }).capture)
      : Boolean(options)
  const { addEventListener, removeEventListener } = EventTarget.prototype
  const find = (target: EventTarget, type: string, listener: unknown, capture: boolean) =>
    listeners.findIndex(
      (one) =>
        one.target === target &&
        one.type === type &&
        one.listener === listener &&
        one.capture === capture,
    )
  const forget = (...what: [EventTarget, string, unknown, boolean]) => {
    const at = find(...what)
    if (at >= 0) listeners.splice(at, 1)
  }
  EventTarget.prototype.addEventListener = function (
    this: EventTarget,
    type: string,
    listener: EventListener,
    options?: AddEventListenerOptions | boolean,
  ) {
    const target = this ?? window
    const capture = isCapture(options)
    if (isOurs() && find(target, type, listener, capture) < 0)
      listeners.push({ target, type, listener, capture })
    if (typeof options === 'object' && options.once) {
      addEventListener.call(target, type, () => forget(target, type, listener, capture), options)
    }
    return addEventListener.call(target, type, listener, options)
  } as EventTarget['addEventListener']
  EventTarget.prototype.removeEventListener = function (
    this: EventTarget,
    type: string,
    listener: EventListener,
    options?: EventListenerOptions | boolean,
  ) {
    forget(this ?? window, type, listener, isCapture(options))
    return removeEventListener.call(this ?? window, type, listener, options)
  } as EventTarget['removeEventListener']

  for (const name of [
    'IntersectionObserver',
    'MutationObserver',
    'ResizeObserver',
    'PerformanceObserver',
  ]) {
    const { prototype } = Reflect.get(window, name)
    const { observe, disconnect } = prototype
    prototype.observe = function (...args: unknown[]) {
      if (isOurs()) observers.add(this)
      return observe.apply(this, args)
    }
    prototype.disconnect = function () {
      observers.delete(this)
      return disconnect.apply(this)
    }
  }
  const count = (name: string, undo: string, running: Set<number>, isRepeated = false) => {
    const start = Reflect.get(window, name)
    const stop = Reflect.get(window, undo)
    Reflect.set(window, name, (task: (...args: unknown[]) => void, ...rest: unknown[]) => {
      const id: number = start.call(
        window,
        (...args: unknown[]) => {
          if (!isRepeated) running.delete(id)
          task(...args)
        },
        ...rest,
      )
      if (isOurs()) running.add(id)
      return id
    })
    Reflect.set(window, undo, (id: number) => {
      running.delete(id)
      stop.call(window, id)
    })
  }
  count('setTimeout', 'clearTimeout', timers)
  count('setInterval', 'clearInterval', timers, true)
  count('requestAnimationFrame', 'cancelAnimationFrame', frames)
  const natives: [string, object, string][] = [
    ['attachShadow', Element.prototype, 'attachShadow'],
    ['pushState', History.prototype, 'pushState'],
    ['replaceState', History.prototype, 'replaceState'],
    ['fetch', window, 'fetch'],
  ]
  const before = natives.map(([, owner, name]) => Reflect.get(owner, name))
  Object.defineProperty(window, 'census', {
    get: (): Census => ({
      listeners: listeners.map(({ type }) => type).sort(),
      observers: observers.size,
      timers: timers.size,
      frames: frames.size,
      patched: natives.flatMap(([label, owner, name], index) =>
        Reflect.get(owner, name) === before[index] ? [] : [label],
      ),
    }),
  })
}

declare const census: Census
declare const svc: {
  track(action: string, data: object): void
  stop(): void
  flush(): Promise<void>
  explain(): readonly unknown[]
}

const censusOf = (page: Page) => page.evaluate(() => census)

/** The browser's own counts, where it has a debugger that tells them. */
async function debug(page: Page): Promise<CDPSession | undefined> {
  if (!can('a debugger that counts calls and listeners')) return undefined
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  return cdp
}

/** The browser's own count of listeners, after it has cleaned up. */
async function counted(cdp: CDPSession | undefined) {
  if (!cdp) return { listeners: 0, heap: 0 }
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const amountOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { listeners: amountOf('JSEventListeners'), heap: amountOf('JSHeapUsedSize') }
}

/** The types of the listeners on an object, as the browser's debugger lists them. */
async function listed(cdp: CDPSession | undefined, expression: string) {
  if (!cdp) return []
  const { result } = await cdp.send('Runtime.evaluate', { expression })
  if (!result.objectId) return []
  const { objectId } = result
  const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId })
  return listeners.map(({ type }) => type).sort()
}

/** Puts the mouse on something and presses, without the listeners that Playwright's own click needs. */
async function press(page: Page, selector: string) {
  const [x, y] = await page.evaluate((where) => {
    const element = document.querySelector(where)
    element?.scrollIntoView()
    const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
    return [left + width / 2, top + height / 2] as const
  }, selector)
  await page.mouse.click(x, y)
}

const TARGETS = [
  'window',
  'document',
  'history',
  'navigation',
  'document.documentElement',
  'document.body',
  "document.querySelector('form')",
  "document.getElementById('host').shadowRoot",
  'window.goneRoot',
  'indexedDB',
]

for (const by of ['the Navigation API', 'history alone']) {
  test(`stop leaves no listener, observer, timer or wrapped method (${by})`, async ({
    page,
    context,
    shop,
    watched,
  }) => {
    await context.addInitScript(takeCensus)
    if (by === 'history alone')
      await context.addInitScript(() =>
        Object.defineProperty(window, 'navigation', { value: undefined }),
      )
    const everywhere = (cdp: CDPSession | undefined) =>
      Promise.all(TARGETS.map(async (target) => [target, await listed(cdp, target)]))
    const keepRoot = () => {
      Reflect.set(window, 'goneRoot', document.getElementById('gone')?.shadowRoot)
    }

    const bare = await context.newPage()
    const bareCdp = await debug(bare)
    await bare.goto(shop.page('/without.html', `<!doctype html><body>${BUSY_PAGE}`))
    // Playwright has listeners of its own on a page from the first time it waits there.
    await bare.waitForFunction(() => true)
    await bare.evaluate(keepRoot)
    const none = { listeners: [], observers: 0, timers: 0, frames: 0, patched: [] }
    expect(await censusOf(bare)).toEqual(none)
    const without = { listed: await everywhere(bareCdp), ...(await counted(bareCdp)) }
    // It would be counted with the other one, which may be in the same process.
    await bare.close()

    const cdp = await debug(page)
    await watched.open(BUSY_PAGE)
    await watched.seen('P0', 'host')
    // Something under way in every watcher: a route, a dwell, facets being gathered, events that wait.
    await page.evaluate(keepRoot)
    await page.evaluate(() => {
      document.getElementById('gone')?.remove()
      history.pushState({}, '', '/route')
    })
    await press(page, '[type=search]')
    await page.keyboard.type('boots')
    await page.keyboard.press('Enter')
    await press(page, '[data-svc-product=P1] a')
    await page.evaluate(() => scrollTo(0, 400))
    await press(page, '[data-svc-value]')
    // Some drivers are slower than every wait of the tag.
    const during = await page.evaluate(async () => {
      svc.track('search', { query: 'waits' })
      const isAllThere = () => census.timers > 0 && census.listeners.includes('scroll')
      for (let look = 0; look < 1_000 && !isAllThere(); look += 1)
        await new Promise((next) => setTimeout(next, 1))
      return census
    })
    expect(during.listeners).toEqual(
      expect.arrayContaining(['click', 'scroll', 'submit', 'pagehide']),
    )
    expect(during.observers).toBeGreaterThanOrEqual(2)
    expect(during.timers).toBeGreaterThan(0)
    expect(during.patched).toEqual(
      by === 'history alone' ? ['attachShadow', 'pushState', 'replaceState'] : ['attachShadow'],
    )

    await page.evaluate(() => svc.stop())
    await expect.poll(() => censusOf(page)).toEqual(none)
    expect(await everywhere(cdp)).toEqual(without.listed)
    // The handlers of the database, of the request that opened it and of the closed channel to other tabs are on no object of the page.
    await expect
      .poll(async () => (await counted(cdp)).listeners)
      .toBe(without.listeners + (cdp ? 6 : 0))

    // And nothing is noticed any more.
    const before = (await shop.received()).length
    await page.evaluate((html) => {
      document.querySelector('ul')?.insertAdjacentHTML('afterbegin', html)
      history.pushState({}, '', '/after')
      document.createElement('div').attachShadow({ mode: 'open' })
    }, '<li data-svc-product="after"><a href="#a">after</a></li>')
    await press(page, '[data-svc-product=after] a')
    await page.waitForTimeout(DWELL_MS * 3)
    expect(await censusOf(page)).toEqual(none)
    await page.reload()
    expect((await shop.received()).slice(before)).toEqual([])
  })
}

test('one timer serves all tiles that are in sight', async ({ page, watched }) => {
  await page.addInitScript(takeCensus)
  await watched.open(
    `<ul data-svc-query="shoes" style="font: 5px/5px monospace">${tiles(80)}</ul>`,
    { 'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs: 60_000 }) },
  )
  const waiting = () =>
    page.evaluate(
      () =>
        (window as unknown as { svc: { explain(): { reason?: string }[] } }).svc
          .explain()
          .filter(({ reason }) => reason === 'not seen long enough').length,
    )
  await expect.poll(waiting).toBe(80)
  await watched.reported()
  await expect.poll(async () => (await censusOf(page)).timers).toBeLessThanOrEqual(2)
})

test('of tiles larger than the window those that are alike share an observer', async ({
  page,
  watched,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.addInitScript(takeCensus)
  const cards = Array.from(
    { length: 40 },
    (_, index) => `<div data-svc-product="P${index}" style="height: 2000px">P${index}</div>`,
  )
  await watched.open(`<div data-svc-query="shoes">${cards.join('')}</div>`)
  const shown = []
  for (let index = 0; index < 10; index += 1) {
    await page.evaluate((y) => scrollTo(0, y), index * 2_000 + 200)
    await watched.seen(`P${index}`)
    shown.push(`P${index}`)
  }
  // Observers of tiles, of larger ones, of the moment after a layout, of the page's size; and of changes.
  expect((await censusOf(page)).observers).toBeLessThanOrEqual(5)
  expect(await watched.reportedViews()).toEqual(shown)
})
