import type { CDPSession, Page } from '@playwright/test'
import { errorsOf, noticesOf } from '../../support/fixtures/page-errors.ts'
import { DWELL_MS, expect, test } from '../../support/fixtures/tag-page.ts'
import { createMeter } from '../../support/runner/page-leftovers.ts'

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
    goneRoot = document.getElementById('gone').shadowRoot
  </script>`

/** Runs before any script: removes the Navigation API, so that the tag has to wrap `history`, and records which functions are native. */
function noteNatives() {
  Object.defineProperty(window, 'navigation', { value: undefined })
  const natives: readonly [object, string][] = [
    [Element.prototype, 'attachShadow'],
    [History.prototype, 'pushState'],
    [History.prototype, 'replaceState'],
    [window, 'fetch'],
  ]
  const before = natives.map(([owner, name]) => Reflect.get(owner, name))
  Object.assign(window, {
    patched: () =>
      natives.flatMap(([owner, name], index) =>
        Reflect.get(owner, name) === before[index] ? [] : [name],
      ),
  })
}

declare const patched: () => string[]

const TARGETS = [
  ...['window', 'document', 'history', 'document.documentElement', 'document.body'],
  ...["document.querySelector('form')", 'goneRoot', 'indexedDB'],
  "document.getElementById('host').shadowRoot",
]

/** The types of the listeners on each object, as the browser's debugger lists them. */
async function listed(cdp: CDPSession | undefined) {
  const found: string[] = []
  for (const expression of cdp ? TARGETS : []) {
    const { result } = (await cdp?.send('Runtime.evaluate', { expression })) ?? {}
    if (!result?.objectId) continue
    const { objectId } = result
    const { listeners = [] } =
      (await cdp?.send('DOMDebugger.getEventListeners', { objectId })) ?? {}
    found.push(...listeners.map(({ type }) => `${expression} ${type}`).sort())
  }
  return found
}

/** Moves the mouse to an element and presses, without the listeners that Playwright's own click needs. */
async function press(page: Page, selector: string) {
  const [x, y] = await page.evaluate((where) => {
    const element = document.querySelector(where)
    element?.scrollIntoView()
    const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
    return [left + width / 2, top + height / 2] as const
  }, selector)
  await page.mouse.click(x, y)
}

test('svc.stop() leaves no listener, observer, timer or wrapped method, whatever is in progress', async ({
  page,
  shop,
  watched,
}) => {
  const meter = await createMeter(page, '/svc')
  await page.addInitScript(noteNatives)
  const cdp = await page.context().newCDPSession(page)
  await page.goto(shop.page('/without.html', `<!doctype html><body>${BUSY_PAGE}`))
  const without = await listed(cdp)

  await watched.open(BUSY_PAGE)
  await watched.seen('P0', 'host')
  // Something is in progress in every watcher: a route, a dwell, collected facet changes, waiting events.
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
  await page.evaluate(() => window.svc.track('search', { query: 'waits' }))
  const during = await meter.running()
  expect(during.listeners).toBeGreaterThan(10)
  expect(during.observers).toBeGreaterThanOrEqual(2)
  expect(await page.evaluate(() => patched())).toEqual([
    'attachShadow',
    'pushState',
    'replaceState',
  ])

  await page.evaluate(() => window.svc.stop())
  const none = { listeners: 0, observers: 0, timers: 0, frames: 0 }
  await expect.poll(meter.running).toEqual(none)
  expect(await page.evaluate(() => patched())).toEqual([])
  expect(await listed(cdp)).toEqual(without)

  // The tag no longer notices anything.
  const before = (await shop.received()).length
  await page.evaluate((html) => {
    document.querySelector('ul')?.insertAdjacentHTML('afterbegin', html)
    history.pushState({}, '', '/after')
    document.createElement('div').attachShadow({ mode: 'open' })
  }, '<li data-svc-product="after"><a href="#a">after</a></li>')
  await press(page, '[data-svc-product=after] a')
  await page.waitForTimeout(DWELL_MS * 3)
  expect(await meter.running()).toEqual(none)
  await page.reload()
  expect((await shop.received()).slice(before)).toEqual([])
})

test('one timer serves all visible tiles', async ({ page, watched }) => {
  const meter = await createMeter(page, '/svc')
  await watched.open(
    `<ul data-svc-query="shoes" style="font: 5px/5px monospace">${tiles(80)}</ul>`,
    { 'data-impressions': JSON.stringify({ ratio: 0.5, dwellMs: 60_000 }) },
  )
  const waiting = () =>
    page.evaluate(
      async () =>
        (await window.svc.explain()).filter(({ reason }) => reason === 'not seen long enough')
          .length,
    )
  await expect.poll(waiting).toBe(80)
  await watched.reported()
  await expect.poll(async () => (await meter.running()).timers).toBeLessThanOrEqual(2)
})

test('tiles larger than the window share an observer if they have the same size', async ({
  page,
  watched,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const meter = await createMeter(page, '/svc')
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
  // Observers for tiles, for larger tiles, for the next layout, for the page's size, and for mutations.
  expect((await meter.running()).observers).toBeLessThanOrEqual(5)
  expect(await watched.reportedViews()).toEqual(shown)
})

/** Runs before the tag, and breaks what the page's address names. */
function breakObserver() {
  const fail = () => {
    throw new Error('broken')
  }
  if (location.search === '?constructor') window.IntersectionObserver = fail as never
  if (location.search === '?observe') IntersectionObserver.prototype.observe = fail
  if (location.search === '?silent') IntersectionObserver.prototype.observe = () => {}
}

test('a broken IntersectionObserver causes one warning, or loses only tiles that are not clicked', async ({
  page,
  watched,
}) => {
  const notices = noticesOf(page)
  const errors = errorsOf(page)
  await page.addInitScript(breakObserver)
  // The tag cannot tell an observer that never calls back from a page on which nothing is in sight.
  for (const [harm, count] of Object.entries({ constructor: 1, observe: 1, silent: 0 })) {
    watched.begin()
    notices.length = 0
    await watched.open(`<ul data-svc-query="shoes">${tiles(3)}</ul>`, {}, `?${harm}`)
    await expect.poll(() => notices).toHaveLength(count)
    await page.getByText('P1').click()
    await page.getByText('P2').click()
    // A product that was clicked was seen.
    expect([...new Set(await watched.reportedViews())].sort(), harm).toEqual(['P1', 'P2'])
    expect(notices).toHaveLength(count)
    expect(errors).toEqual([])
  }
})
