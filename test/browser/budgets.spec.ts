import * as budgets from '../support/budgets.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'
import { countBrowserCalls, since } from '../support/runner/browser-call-counter.ts'
import { keepingScript } from '../support/runner/keeping-script.ts'
import { createMeter } from '../support/runner/page-leftovers.ts'
import { expectWithin } from '../support/runner/within.ts'

// Calls are counted by Chromium's profiler.
const RECORDED = { 'data-record-bots': '' }
/** Without the Shopping Agent, whose conversation may continue. */
const WITHOUT_AGENT = { ...RECORDED, 'data-agent-url': undefined }

const tiles = Array.from(
  { length: 24 },
  (_, index) =>
    `<li data-svc-product="P${index}"><a href="/p/P${index}">Product P${index}</a></li>`,
).join('')

const LIST = `<style>ul { display: grid; grid-template-columns: repeat(6, 1fr) } li { height: 100px }</style>
  <form data-svc-search onsubmit="return false"><input type="search"></form>
  <fieldset data-svc-facet="color_uFilter"><label><input type="checkbox" data-svc-value="Red">Red</label></fieldset>
  <ul data-svc-page='categoryPath:"Men>Shoes"' data-svc-request-id="request-1">${tiles}</ul>`

const PRODUCT = '<main data-svc-product="P3"><button data-svc-cart>Add to cart</button></main>'

const ORDER =
  '<main data-svc-order="order-1"><p data-svc-line="P3" data-svc-qty="1" data-svc-price="19.90">Product P3</p></main>'

function openPages(shop: Shop) {
  const page = (path: string, body: string) =>
    shop.page(path, `<!doctype html><title>Shop</title>${shop.tag(RECORDED)}${body}`)
  page('/shoes', LIST)
  page('/p/P3', PRODUCT)
  page('/done', ORDER)
}

test('a walk makes one request per event, within its byte limit', async ({ page, shop }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  openPages(shop)
  await shop.open('/shoes')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByRole('searchbox').fill('boots')
  await page.keyboard.press('Enter')
  await shop.waitFor('search')
  await page.getByRole('checkbox').check()
  await shop.waitFor('facets')
  await page.getByRole('link', { name: 'Product P3', exact: true }).click()
  await shop.waitFor('click')
  await page.getByRole('button').click()
  await shop.waitFor('cart')
  await shop.open('/done')
  await shop.waitFor('order')

  const events = await shop.received()
  expect(events.map(({ action }) => action).sort()).toEqual([
    'PRODUCT_IMPRESSIONS',
    'cart',
    'click',
    'facets',
    'order',
    'search',
    'visitor',
  ])
  const sent = asked.filter((path) => path.endsWith('.jpg'))
  const nameless = (path: string) => path.replace(/\.\w{8}\.js$/, '.js')
  const others = new Set(asked.filter((path) => !path.endsWith('.jpg')).map(nameless))
  expect([...others].sort()).toEqual([
    '/done',
    '/p/P3',
    '/shoes',
    '/svc-facets.js',
    '/svc-list-memory.js',
    '/svc.js',
  ])
  expectWithin(budgets.walk, {
    requests: sent.length,
    bytes: events.reduce((sum, { query }) => sum + query.length, 0),
  })
})

test('an idle page has few listeners, and none after svc.stop()', async ({ page, shop }) => {
  const meter = await createMeter(page, '/svc.js')
  openPages(shop)
  await shop.open('/shoes')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  const timers = async () => (await meter.running()).timers
  await expect.poll(timers).toBeLessThanOrEqual(budgets.idle.timers.limit)
  expectWithin(budgets.idle, await meter.running())

  await page.evaluate('svc.stop()')
  await expect.poll(timers).toBeLessThanOrEqual(budgets.stopped.timers.limit)
  expectWithin(budgets.stopped, await meter.running())
})

test('a click costs few calls and no layout, and is stored and sent once', async ({
  page,
  shop,
}) => {
  const meter = await createMeter(page, '/svc.js')
  const asked = await countBrowserCalls(page)
  // As in a single-page application; a route change is not counted.
  const stay = "<script>addEventListener('click', (event) => event.preventDefault())</script>"
  shop.page('/stay', `<!doctype html><title>Shop</title>${shop.tag(RECORDED)}${stay}${LIST}`)
  await shop.open('/stay')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  const timers = async () => (await meter.running()).timers
  await expect.poll(timers).toBe(0)
  // Answered events leave the store when the browser is idle.
  await page.evaluate('new Promise((done) => requestIdleCallback(() => requestIdleCallback(done)))')

  const clicks = 10
  const before = await asked()
  const start = Date.now() + 1_000
  const calls = await meter.work(async () => {
    for (let index = 0; index < clicks; index += 1) {
      // The list around an element is cached for 200 ms; moving the clock makes the tag read it each time.
      await page.clock.setFixedTime(start + 1_000 * index)
      await page.getByRole('link', { name: `Product P${index}`, exact: true }).click()
      await shop.waitFor('click', index + 1)
      await expect.poll(timers).toBe(0)
    }
  })
  const ours = since(before, await asked())
  expectWithin(budgets.click, {
    calls: calls('/svc.js') / clicks,
    reads: ours.reads / clicks,
    queries: ours.queries / clicks,
    places: ours.places,
    hitTests: ours.hitTests,
    styles: ours.styles,
    cookies: ours.cookies / clicks,
    entries: ours.entries / clicks,
    transactions: ours.transactions / clicks,
  })
  expect((await shop.received('click')).map(({ data }) => (data as { pid: string }).pid)).toEqual(
    Array.from({ length: clicks }, (_, index) => `P${index}`),
  )
})

/** The number of events in the queue of the smallest tracker. */
const kept = () =>
  new Promise<number>((resolve) => {
    const opening = indexedDB.open('least')
    opening.onsuccess = () => {
      const counting = opening.result.transaction('outbox').objectStore('outbox').count()
      counting.onsuccess = () => resolve(counting.result)
    }
  })

/**
 * Runs in the page, before its scripts: counts how often cookies are read after one was written,
 * and how often session or local storage is accessed while the parser waits for a script.
 */
function countWaits() {
  const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') ?? {}
  let hasWritten = false
  const waits = { cookiesReadBack: 0, tabStorage: 0, storageWhileParsing: 0 }
  Object.defineProperty(Document.prototype, 'cookie', {
    get() {
      if (hasWritten) waits.cookiesReadBack += 1
      hasWritten = false
      return get?.call(this)
    },
    set(text) {
      hasWritten = true
      set?.call(this, text)
    },
  })
  const onOpen = (name: 'sessionStorage' | 'localStorage', count: () => void) => {
    const { get: open } = Object.getOwnPropertyDescriptor(window, name) ?? {}
    Object.defineProperty(window, name, {
      get() {
        count()
        return open?.call(this)
      },
    })
  }
  onOpen('sessionStorage', () => {
    waits.tabStorage += 1
  })
  onOpen('localStorage', () => {
    if (document.currentScript) waits.storageWhileParsing += 1
  })
  Object.assign(window, { waits })
}

test('starting stays within its call limits, absolute and compared to a hand-written tag', async ({
  page,
  shop,
}) => {
  const meter = await createMeter(page, '/svc.js')
  await page.addInitScript(countWaits)
  const floor = keepingScript()
  // A response that arrives while the database stores the event causes two writes, which would make the count depend on chance.
  await shop.faults({ delayMs: 500 })
  shop.page('/ours', `<!doctype html><title>Shop</title>${shop.tag(RECORDED)}`)
  shop.page(
    '/floor',
    `<!doctype html><title>Shop</title><script data-site-key="${shop.keys.siteKey}" data-tracker-url="${shop.url}" data-dwell-ms="1000">${floor}</script>`,
  )
  const calls = async (path: string, file: string, isOver: () => Promise<number>) => {
    await page.goto('about:blank')
    const of = await meter.work(async () => {
      await shop.open(path)
      await expect.poll(isOver).toBe(0)
    })
    return of(file)
  }
  const ours = await calls('/ours', '/svc.js', async () => {
    await shop.waitFor('visitor')
    return (await meter.running()).timers
  })
  const waits = (await page.evaluate('waits')) as { cookiesReadBack: number; tabStorage: number }
  // Ends when it has removed the answered event.
  const least = await calls('/floor', '/floor', async () => {
    await shop.waitFor('visitor', 2)
    return page.evaluate(kept)
  })
  const { cookiesReadBack, tabStorage } = waits
  expectWithin(budgets.start, {
    calls: ours,
    callsToFloor: ours / least,
    cookiesReadBack,
    tabStorage,
  })
})

test('no page of a visit accesses storage while the parser waits for the tag', async ({
  page,
  shop,
}) => {
  await page.addInitScript(countWaits)
  shop.page('/ours', `<!doctype html><title>Shop</title>${shop.tag(WITHOUT_AGENT)}`)
  await shop.open('/ours')
  await shop.waitFor('visitor')
  const none = { tabStorage: 0, storageWhileParsing: 0 }
  expect(await page.evaluate('waits')).toMatchObject(none)
  await shop.open('/ours')
  await page.evaluate("svc.track('search', { query: 'the end' }), svc.flush()")
  await shop.waitFor('search')
  expect(await page.evaluate('waits')).toMatchObject(none)
})
