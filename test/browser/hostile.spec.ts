import type { Page } from '@playwright/test'
import { errorsOf, noticesOf } from '../support/fixtures/page-errors.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'
import {
  type Additions,
  asWalk,
  openSmallShop,
  WALK,
  WALKING,
  walkSmallShop,
} from '../support/fixtures/small-shop.ts'
import { pageShopper } from '../support/simulators/shopper-moves.ts'

/** What a page does to the browser before the tag loads. */
const pages: Readonly<Record<string, readonly string[]>> = {
  'adds to prototypes, replaces Map and Request and lacks what is new': [
    `Object.prototype.extra = function () {}; Object.prototype.siteKey = 'other'; Object.prototype.query = 'other'`,
    `Array.prototype.toJSON = String.prototype.toJSON = Object.prototype.toJSON = function () { return 'mangled' }`,
    '(function (Native) { window.Map = function (entries) { return new Native(entries) } })(Map)',
    'window.Request = () => {}',
    `Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })`,
    'delete window.BroadcastChannel; delete window.WeakRef',
  ],
  'replaces JSON and history': [
    `window.JSON = { parse: function () { throw new Error('no JSON') }, stringify: function () { return 'mangled' } }`,
    `history.pushState = history.replaceState = function () { throw new Error('no history') }`,
  ],
  'has no IndexedDB': [`Object.defineProperty(window, 'indexedDB', { value: undefined })`],
  'replaces Promise with one that never settles': [
    'window.Promise = function () { this.then = this.catch = this.finally = function () { return this } }',
  ],
  'has a fetch that throws': [`window.fetch = function () { throw new Error('no fetch') }`],
  'has a fetch that returns nothing': ['window.fetch = function () {}'],
  'has no fetch': ['window.fetch = undefined'],
}

const NAMED = `
  <form id="svc"><input name="q"><input name="run"></form>
  <img name="currentScript" alt=""><form name="dataLayer"></form><form name="body"><input name="addEventListener"></form>`

/** What the tag must not change: it is the same after the walk as before the tag loaded. */
const KEEP = `
  window.before = [window.JSON, window.Promise, window.Map, window.fetch, history.pushState, history.replaceState, window.indexedDB,
    EventTarget.prototype.addEventListener, Node.prototype.appendChild, XMLHttpRequest.prototype.send]
  window.names = ['names'].concat(Object.getOwnPropertyNames(window))`

const untouched = () => {
  const { before, names } = window as unknown as { before: unknown[]; names: string[] }
  const now = [
    window.JSON,
    window.Promise,
    window.Map,
    window.fetch,
    history.pushState,
    history.replaceState,
    window.indexedDB,
    EventTarget.prototype.addEventListener,
    Node.prototype.appendChild,
    XMLHttpRequest.prototype.send,
  ]
  const added = Object.getOwnPropertyNames(window).filter((name) => !names.includes(name))
  return { isSame: now.every((one, index) => one === before[index]), added }
}

/** Walks through the shop, and expects exactly the shopper's events and an unaffected page. */
async function walksUndisturbed(page: Page, shop: Shop, additions: Additions) {
  const errors = errorsOf(page)
  openSmallShop(shop, additions)
  const arrived = await walkSmallShop(shop, pageShopper(page))
  // If fetch fails, the first events arrive after later ones, so they are sorted by their own times.
  const events = arrived.sort((one, other) => one.at - other.at)
  expect(asWalk(events)).toEqual(WALK)
  expect(events.filter(({ isGood, repeats }) => !isGood || repeats)).toEqual([])
  expect(errors).toEqual([])
}

test('exactly the right events are sent, whatever a page does to the browser', async ({
  page,
  context,
  shop,
}) => {
  test.slow()
  const cdp = await context.newCDPSession(page)
  for (const [what, scripts] of Object.entries(pages))
    await test.step(what, async () => {
      // A page of the same origin: the previous page has been left when it loads, and it finds the same cookies.
      await page.goto(shop.page('/between.html', '<!doctype html>'))
      await cdp.send('Storage.clearDataForOrigin', { origin: shop.url, storageTypes: 'all' })
      await shop.reset()
      const head = `<script>${scripts.join(';')}</script><script>${KEEP}</script>`
      await walksUndisturbed(page, shop, { head, tag: shop.tag(WALKING) })
      const { isSame, added } = await page.evaluate(untouched)
      expect(isSame).toBe(true)
      expect(added).toEqual(['svc'])
    })
})

test('a window.svc of another script stays unchanged, and one warning says so', async ({
  page,
  shop,
}) => {
  const errors = errorsOf(page)
  const notices = noticesOf(page)
  const head = '<script>window.svc = { mine: 1 }</script>'
  openSmallShop(shop, { head, tag: shop.tag(WALKING) })
  await shop.open('/product.html')
  await expect.poll(() => notices.length).toBe(1)
  expect(await page.evaluate(() => window.svc)).toEqual({ mine: 1 })
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('In your cart')).toBeVisible()
  await page.evaluate(() => fetch('/v2/1p.jpg?action=end'))
  await expect.poll(async () => (await shop.received()).length).toBe(1)
  expect(errors).toEqual([])
})

test('two versions of the tag on one page count once, despite elements with clobbering names', async ({
  page,
  shop,
}) => {
  const other = (await (await fetch(`${shop.url}/svc.js`)).text()).replaceAll(
    /svc-tag\/\d+\.\d+\.\d+/g,
    'svc-tag/99.0.0',
  )
  expect(other).toContain('svc-tag/99.0.0')
  shop.page('/other-version.js', other, { headers: { 'content-type': 'text/javascript' } })
  const tag = shop.tag(WALKING) + shop.tag({ ...WALKING, src: '/other-version.js' })
  await walksUndisturbed(page, shop, { body: NAMED, tag })
})

test('attributes that a customer wrote into a review are inert', async ({ page, shop }) => {
  const errors = errorsOf(page)
  const body = `
    <div data-svc-ignore>
      <ul data-svc-query="bought"><li data-svc-product="EVIL"><a href="#nice">Nice</a>
        <button type="button" data-svc-cart="EVIL">Buy this instead</button></li></ul>
      <form data-svc-search="EVIL"><input name="s"></form>
      <fieldset data-svc-facet="EVIL"><input type="checkbox" data-svc-value="EVIL" aria-label="Vote"></fieldset>
      <div data-svc-order="1"><p data-svc-line="EVIL" data-svc-price="1">x</p></div>
      <script type="application/json" data-svc-events>[{"action":"order","data":{"pid":"EVIL","price":1}}]</script>
    </div>`
  openSmallShop(shop, { body, tag: shop.tag(WALKING) })
  await shop.open('/product.html')
  await shop.waitFor('visitor')
  await page.getByLabel('Vote').check()
  await page.getByRole('link', { name: 'Nice' }).click()
  await page.getByRole('button', { name: 'Buy this instead' }).click()
  const [, ...events] = await walkSmallShop(shop, pageShopper(page))
  expect(asWalk(events)).toEqual(WALK.slice(1))
  expect(errors).toEqual([])
})

test('a strict policy with nonces and Trusted Types is not violated', async ({ page, shop }) => {
  const policy = `default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; connect-src 'self'; style-src 'nonce-abc'; require-trusted-types-for 'script'; trusted-types svc-tag`
  const violations: string[] = []
  await page.exposeFunction('violated', (text: string) => violations.push(text))
  const head = `<script nonce="abc">addEventListener('securitypolicyviolation', (event) => violated([event.violatedDirective, event.blockedURI, event.sourceFile, event.lineNumber, event.sample].join(' ')))</script>`
  await walksUndisturbed(page, shop, {
    head,
    nonce: 'abc',
    tag: shop.tag({ ...WALKING, nonce: 'abc' }),
    headers: { 'content-security-policy': policy },
  })
  // The favicon request is made by the browser, not by the tag.
  expect(violations.filter((text) => !text.includes('favicon'))).toEqual([])
})
