import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { startService, type TestService } from '../../support/fixtures/local-service.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

/*
 * What pages and trackers do to delivery, to accounts and to consent, as a shopper meets it: load, 0.7 s, act. Each case stands for a kind, so
 * it has three inputs.
 */

const RECORDED = {
  'data-record-bots': 'true',
  'data-agent-url': undefined,
  'data-consent': 'granted',
}

/** A page that is loaded, and looked at for a moment. */
async function load(page: Page, url: string) {
  await page.goto(url)
  await sleep(700)
}

const track = (page: Page, action: string, data: object) =>
  page.evaluate(([name, given]) => void window.svc.track(name as 'click', given as never), [
    action,
    data,
  ] as const)

const pids = async (service: TestService, action: string) =>
  (await service.received(action)).map(({ data }) => (data as { pid?: string }).pid)

const queries = async (service: TestService) =>
  (await service.received('search')).map(({ data }) => (data as { query?: string }).query)

/** "Within seconds", on a busy machine. */
const SOON = { timeout: 12_000 }

/** Case 1: what the tracker refuses, and how. The others arrive within seconds, on the next page as well. */
const REFUSALS = [
  {
    what: 'one order with 404',
    isRefused: (url: URL) => url.searchParams.get('action') === 'order',
    status: 404,
  },
  {
    what: 'one product with 406',
    isRefused: (url: URL) => url.search.includes('REFUSED'),
    status: 406,
  },
  {
    what: 'long addresses with 500',
    isRefused: (url: URL) => url.href.length > 1_500,
    status: 500,
  },
  {
    what: 'one order by a reset',
    isRefused: (url: URL) => url.searchParams.get('action') === 'order',
    status: 0,
  },
  {
    what: 'one order with 403 that the page may not read',
    isRefused: (url: URL) => url.searchParams.get('action') === 'order',
    status: 403,
  },
] as const

for (const { what, isRefused, status } of REFUSALS)
  test(`a tracker that refuses ${what} holds up no other event, nor on the next page`, async ({
    page,
    shop,
  }) => {
    const tracker = await startService()
    const tag = shop.tag({ ...RECORDED, 'data-tracker-url': tracker.url })
    for (const path of ['/one.html', '/two.html'])
      shop.page(path, `<!doctype html>${tag}<p>Shop</p>`)
    let isHealed = false
    await page.route(`${tracker.url}/v2/**`, (route) => {
      const request = route.request()
      if (isHealed || !isRefused(new URL(request.url()))) return route.continue()
      if (status === 0) return route.abort('connectionreset')
      // Without the header, Playwright would add one that lets the page read the answer.
      const readers = status === 403 ? 'https://elsewhere.example' : '*'
      return route.fulfill({ status, headers: { 'access-control-allow-origin': readers } })
    })
    await load(page, `${shop.url}/one.html`)
    await track(page, 'order', { pid: 'REFUSED', price: 5, orderId: 'R-1' })
    await track(page, 'search', { query: `REFUSED ${'x'.repeat(1_700)}` })
    await sleep(1_500)
    await track(page, 'click', { pid: 'P1' })
    await expect.poll(() => pids(tracker, 'click'), SOON).toEqual(['P1'])
    // The click's answer sends what had failed before it. A page left within these milliseconds is the loss that docs/delivery.md names.
    await sleep(1_000)
    await load(page, `${shop.url}/two.html`)
    await track(page, 'cart', { pid: 'P2' })
    await expect.poll(() => pids(tracker, 'cart'), SOON).toEqual(['P2'])
    // This page tries the order when the pause that the first one noted is over.
    const told = () => page.evaluate(async () => JSON.stringify(await window.svc.explain()))
    await expect.poll(told, { timeout: 30_000 }).toContain('while others arrived')
    isHealed = true
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => pids(tracker, 'order'), { timeout: 30_000 }).toEqual(['REFUSED'])
    await tracker.close()
  })

interface Accounts {
  readonly uk: TestService
  readonly us: TestService
  readonly open: (name: 'uk' | 'us') => Promise<void>
}

/** Case 2: two accounts on one origin, each with its own tracker, or with one for both. */
async function withAccounts(
  page: Page,
  shop: Shop,
  isShared: boolean,
  run: (accounts: Accounts) => Promise<void>,
) {
  const uk = await startService()
  const us = isShared ? uk : await startService()
  for (const [name, tracker] of [
    ['uk', uk],
    ['us', us],
  ] as const)
    shop.page(
      `/${name}/`,
      `<!doctype html>${shop.tag({ ...RECORDED, 'data-site-key': name.toUpperCase(), 'data-tracker-url': tracker.url })}<p>Shop</p>`,
    )
  await run({ uk, us, open: (name) => load(page, `${shop.url}/${name}/`) })
  await uk.close()
  if (!isShared) await us.close()
}

/** The events of an account, as `action of key`. */
const keysIn = async (service: TestService) =>
  (await service.received()).map(({ action, site }) => `${action} of ${site}`)

for (const isShared of [false, true])
  test(`two site keys with ${isShared ? 'one tracker' : 'two trackers'} on one origin get their own events, visitors and orders`, async ({
    page,
    shop,
  }) => {
    await withAccounts(page, shop, isShared, async ({ uk, us, open }) => {
      const order = { pid: 'P1', price: 5, orderId: '1001' }
      await open('uk')
      await track(page, 'order', order)
      await uk.waitFor('order')
      await open('us')
      await track(page, 'order', order)
      await expect
        .poll(async () => (await us.received('order')).length, SOON)
        .toBe(isShared ? 2 : 1)
      const all = isShared ? await keysIn(uk) : [...(await keysIn(uk)), ...(await keysIn(us))]
      expect(all.sort()).toEqual(['order of UK', 'order of US', 'visitor of UK', 'visitor of US'])
      const ids = new Set(
        [...(await uk.received()), ...(await us.received())].map(({ uid }) => uid),
      )
      expect(ids.size).toBe(1)
    })
  })

test('events that wait for one account are never sent by a page of the other', async ({
  page,
  shop,
}) => {
  await withAccounts(page, shop, false, async ({ uk, us, open }) => {
    await open('uk')
    await uk.faults({ status: 503 })
    await track(page, 'click', { pid: 'OF-UK' })
    await sleep(700)
    await open('us')
    await track(page, 'click', { pid: 'OF-US' })
    await expect.poll(() => pids(us, 'click'), SOON).toEqual(['OF-US'])
    await sleep(2_000)
    expect(await pids(us, 'click')).toEqual(['OF-US'])
    await uk.faults({})
    await open('uk')
    await expect.poll(() => pids(uk, 'click'), { timeout: 30_000 }).toEqual(['OF-UK'])
  })
})

/** Case 3: what a page does to its dataLayer. */
const LAYERS = {
  'a copy': 'dataLayer = [...dataLayer]',
  'an empty list': 'dataLayer = []',
  'an object with its own push':
    '(() => { const kept = [...dataLayer]; dataLayer = { kept, push: (entry) => kept.push(entry) } })()',
} as const

const say = (page: Page, state: string) =>
  page.evaluate((analytics_storage) => {
    const { dataLayer } = window as unknown as { dataLayer: { push: (entry: unknown) => void } }
    dataLayer.push(['consent', 'update', { analytics_storage }])
  }, state)

const purchase = (id: string) => ({
  event: 'purchase',
  ecommerce: { transaction_id: id, items: [{ item_id: `P-${id}`, price: 5, quantity: 1 }] },
})

for (const [name, script] of Object.entries(LAYERS))
  for (const when of ['before', 'after'] as const)
    test(`a dataLayer replaced by ${name} ${when} the tag is followed, and nothing in it counts twice`, async ({
      page,
      shop,
    }) => {
      const tag = shop.tag({ ...RECORDED, 'data-consent': 'hold', 'data-data-layer': 'true' })
      const first = `window.dataLayer = [${JSON.stringify(purchase('1'))}]`
      const early = when === 'before' ? `;${script}` : ''
      // What was thrown away before the tag ran is gone.
      const orders = when === 'before' && name !== 'a copy' ? ['P-2'] : ['P-1', 'P-2']
      shop.page('/page.html', `<!doctype html><script>${first}${early}</script>${tag}<p>Shop</p>`)
      await load(page, `${shop.url}/page.html`)
      if (when === 'after') await page.evaluate(`void (${script})`)
      await say(page, 'granted')
      await page.evaluate(
        (entry) =>
          (window as unknown as { dataLayer: { push: (entry: unknown) => void } }).dataLayer.push(
            entry,
          ),
        purchase('2'),
      )
      await expect.poll(async () => (await pids(shop, 'order')).sort(), SOON).toEqual(orders)
      await say(page, 'denied')
      await track(page, 'click', { pid: 'NEVER' })
      await sleep(1_500)
      expect(await pids(shop, 'click')).toEqual([])
      expect((await pids(shop, 'order')).sort()).toEqual(orders)
    })

/** Case 4: a zone counts the page's timers, as zone.js does. The library waits until there are none. */
const ZONE = `
  window.turns = 0; window.pending = new Set()
  const own = { set: window.setTimeout, clear: window.clearTimeout }
  window.__zone_symbol__setTimeout = own.set; window.__zone_symbol__clearTimeout = own.clear
  window.Zone = { __symbol__: (name) => '__zone_symbol__' + name, root: { run: (task) => task() }, current: { parent: null } }
  window.setTimeout = (task, ms, ...more) => {
    const id = own.set(() => { pending.delete(id); turns++; task(...more) }, ms)
    pending.add(id)
    return id
  }
  window.clearTimeout = (id) => { pending.delete(id); own.clear(id) }`

for (const [name, faults] of Object.entries({
  'answers 503': { status: 503 },
  'is slow for 15 s': { delayMs: 15_000 },
  hangs: { hang: true },
}))
  test(`a library that waits for a quiet page is not kept waiting while the tracker ${name}`, async ({
    page,
    shop,
  }) => {
    const tracker = await startService()
    await tracker.faults(faults)
    shop.page(
      '/page.html',
      `<!doctype html><script>${ZONE}</script>${shop.tag({ ...RECORDED, 'data-tracker-url': tracker.url })}<p>Shop</p>`,
    )
    await load(page, `${shop.url}/page.html`)
    await track(page, 'click', { pid: 'P1' })
    await sleep(3_000)
    const before = await page.evaluate<number>('turns')
    await sleep(4_000)
    expect(await page.evaluate('[pending.size, turns]')).toEqual([0, before])
    await tracker.faults({})
    await expect.poll(() => pids(tracker, 'click'), { timeout: 30_000 }).toEqual(['P1'])
    await tracker.close()
  })

/** Case 5: what never settles. */
const SILENT = {
  'a database that never opens': `IDBFactory.prototype.open = () => ({})`,
  'a lock that another tab holds': `LockManager.prototype.request = () => new Promise(() => {})`,
  'a database and a lock': `IDBFactory.prototype.open = () => ({}); LockManager.prototype.request = () => new Promise(() => {})`,
} as const

for (const [name, script] of Object.entries(SILENT))
  test(`${name} delays an event by 3 s at most, and loses none when the page is left`, async ({
    page,
    shop,
  }) => {
    const tag = shop.tag(RECORDED)
    for (const path of ['/one.html', '/two.html'])
      shop.page(path, `<!doctype html><script>${script}</script>${tag}<p>Shop</p>`)
    await load(page, `${shop.url}/one.html`)
    const at = Date.now()
    await track(page, 'click', { pid: 'P1' })
    await shop.waitFor('click')
    // A second for a busy machine.
    expect(Date.now() - at).toBeLessThan(4_000)
    await shop.faults({ status: 503 })
    await track(page, 'click', { pid: 'P2' })
    await sleep(700)
    await shop.faults({})
    await load(page, `${shop.url}/two.html`)
    await expect
      .poll(async () => (await pids(shop, 'click')).sort(), { timeout: 30_000 })
      .toEqual(['P1', 'P2'])
    expect(await shop.received('visitor')).toHaveLength(1)
  })

/** Case 6: calls pushed when the tag has run. */
const push = (page: Page, name: string, args: unknown) =>
  page.evaluate(
    ([call, given]) =>
      (window.svc as unknown as { q: unknown[] }).q.push([
        call,
        given,
        Date.now(),
        Function.prototype,
        Function.prototype,
      ]),
    [name, args] as const,
  )

test('svc.q.push runs a call at once, also after the tag has loaded', async ({ page, shop }) => {
  shop.page('/page.html', `<!doctype html>${shop.tag(RECORDED)}<p>Shop</p>`)
  await load(page, `${shop.url}/page.html`)
  await push(page, 'track', ['search', { query: 'late' }])
  await shop.waitFor('search')
  expect(await queries(shop)).toEqual(['late'])
})

test('the snippet of a tag manager works if svc.js runs before it', async ({ page, shop }) => {
  shop.page('/page.html', '<!doctype html><script async src="/svc.js"></script><p>Shop</p>')
  await load(page, `${shop.url}/page.html`)
  const settings = {
    siteKey: shop.keys.siteKey,
    trackerUrl: shop.url,
    recordBots: true,
    consent: 'granted',
  }
  await push(page, 'init', [settings])
  await push(page, 'track', ['search', { query: 'after init' }])
  await shop.waitFor('search')
  expect(await queries(shop)).toEqual(['after init'])
})

test('svc.q.push of a refusal is a refusal', async ({ page, shop }) => {
  shop.page('/page.html', `<!doctype html>${shop.tag(RECORDED)}<p>Shop</p>`)
  await load(page, `${shop.url}/page.html`)
  await push(page, 'consent', ['denied'])
  await track(page, 'search', { query: 'never' })
  await sleep(1_000)
  expect(await queries(shop)).toEqual([])
})

/** Case 7: a script element without `document.currentScript`. */
const element = (shop: Shop, type: string) =>
  shop.tag(RECORDED).replace('<script async', `<script ${type}`)

const ODD_STARTS: Readonly<Record<string, (shop: Shop) => string>> = {
  'a module': (shop) => element(shop, 'type="module"'),
  'an optimiser that evaluates the text': (shop) =>
    `${element(shop, 'type="text/plain"')}<script>fetch('/svc.js').then((answer) => answer.text()).then((text) => new Function(text)())</script>`,
  'an optimiser that moves the element away and loads the file itself': (shop) =>
    `${element(shop, 'type="lazy"')}<script>setTimeout(() => import('/svc.js'), 50)</script>`,
}

for (const [name, html] of Object.entries(ODD_STARTS))
  test(`${name} finds its element by its attributes`, async ({ page, shop }) => {
    shop.page('/page.html', `<!doctype html>${html(shop)}<p>Shop</p>`)
    await load(page, `${shop.url}/page.html`)
    await track(page, 'search', { query: 'found' })
    await shop.waitFor('search')
    expect(await queries(shop)).toEqual(['found'])
  })

test('without an element and without init, one error says so when the page has loaded', async ({
  page,
  shop,
}) => {
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  shop.page(
    '/page.html',
    `<!doctype html><script type="module">await import('/svc.js')</script><p>Shop</p>`,
  )
  await load(page, `${shop.url}/page.html`)
  await sleep(1_000)
  expect(told.filter((text) => text.startsWith('svc-tag:'))).toHaveLength(1)
})
