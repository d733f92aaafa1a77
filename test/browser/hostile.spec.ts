import { expect, type Shop, test } from '../support/shop.ts'

/** What a page does to the browser before the tag comes. */
const pages: Readonly<Record<string, string>> = {
  'adds to Object.prototype': `Object.prototype.extra = function () {}; Object.prototype.siteKey = 'other'; Object.prototype.query = 'other'`,
  'gives lists a toJSON': `Array.prototype.toJSON = String.prototype.toJSON = Object.prototype.toJSON = function () { return 'mangled' }`,
  'replaces JSON': `window.JSON = { parse: function () { throw new Error('no JSON') }, stringify: function () { return 'mangled' } }`,
  'replaces Promise with one that never settles': `window.Promise = function () { this.then = this.catch = this.finally = function () { return this } }`,
  'replaces Map with one of its own': `(function (Native) { window.Map = function (entries) { return new Native(entries) } })(Map)`,
  'has a fetch that throws': `window.fetch = function () { throw new Error('no fetch') }`,
  'has a fetch that returns nothing': `window.fetch = function () {}`,
  'replaces history': `history.pushState = history.replaceState = function () { throw new Error('no history') }`,
  'has no IndexedDB': `Object.defineProperty(window, 'indexedDB', { value: undefined })`,
  'has no Web Locks': `Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })`,
  'has no BroadcastChannel and no WeakRef': `delete window.BroadcastChannel; delete window.WeakRef`,
}

const list = `
  <ul data-svc-page='categoryPath:"Men>Shoes"'>
    <li data-svc-product="P1"><a href="javascript:void 0">One</a> <button type="button" data-svc-cart>Add</button></li>
  </ul>`

/** The tag as a test wants it: quick to see, and recording this automated browser. */
const quick = { 'data-record-bots': 'true', 'data-impressions': '{"dwellMs":200}' }

const ACTIONS = ['visitor', 'PRODUCT_IMPRESSIONS', 'click', 'cart']

/** The shopper's walk over the one list; gives what was received. */
async function walk(shop: Shop, page: import('@playwright/test').Page) {
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByRole('link', { name: 'One' }).click()
  await page.getByRole('button', { name: 'Add' }).click()
  await shop.waitFor('cart')
  return shop.received()
}

/** Errors that reach the page. */
function errorsOf(page: import('@playwright/test').Page) {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  return errors
}

for (const [what, script] of Object.entries(pages)) {
  test(`a page that ${what} sends the exact events, and feels nothing`, async ({ page, shop }) => {
    const errors = errorsOf(page)
    shop.page('/page.html', `<!doctype html><script>${script}</script>${shop.tag(quick)}${list}`)
    await shop.open('/page.html')
    const events = await walk(shop, page)
    expect(events.map(({ action }) => action).sort()).toEqual([...ACTIONS].sort())
    expect(events.filter(({ isGood }) => !isGood)).toEqual([])
    expect(events.find(({ action }) => action === 'PRODUCT_IMPRESSIONS')?.data).toMatchObject({
      page: 'categoryPath:"Men>Shoes"',
      pids_list: ['P1'],
    })
    expect(errors).toEqual([])
  })
}

test('elements named like our globals and like DOM members are in nobody’s way', async ({
  page,
  shop,
}) => {
  const errors = errorsOf(page)
  const clobber = `
    <form id="svc"><input name="q"><input name="run"></form>
    <img name="currentScript" alt=""><form name="dataLayer"></form>
    <form data-svc-search><input name="attributes"><input name="children"><input type="search" name="parentNode"><button>Go</button></form>`
  shop.page('/page.html', `<!doctype html>${clobber}${shop.tag(quick)}${list}`)
  await shop.open('/page.html')
  const events = await walk(shop, page)
  expect(events.map(({ action }) => action)).toEqual(ACTIONS)
  await page.getByRole('searchbox').fill('shoes')
  await page.keyboard.press('Enter')
  expect(await shop.waitFor('search')).toMatchObject([{ data: { query: 'shoes' } }])
  expect(errors).toEqual([])
})

test('a window.svc that is something else is left alone, and said so once', async ({
  page,
  shop,
}) => {
  const errors = errorsOf(page)
  const notices: string[] = []
  page.on('console', (message) => notices.push(message.text()))
  shop.page(
    '/page.html',
    `<!doctype html><script>window.svc = { mine: 1 }</script>${shop.tag(quick)}${list}`,
  )
  await shop.open('/page.html')
  await expect.poll(() => notices.filter((text) => text.includes('svc-tag')).length).toBe(1)
  expect(await page.evaluate(() => (window as unknown as { svc: object }).svc)).toEqual({ mine: 1 })
  await page.getByRole('button', { name: 'Add' }).click()
  await page.evaluate(() => fetch('/v2/1p.jpg?action=end'))
  await expect.poll(async () => (await shop.received()).length).toBe(1)
  expect(errors).toEqual([])
})

test('two copies of the tag count once', async ({ page, shop }) => {
  const errors = errorsOf(page)
  shop.page(
    '/page.html',
    `<!doctype html>${shop.tag(quick)}${shop.tag({ ...quick, src: '/svc.js?other-version' })}${list}`,
  )
  await shop.open('/page.html')
  const events = await walk(shop, page)
  expect(events.map(({ action }) => action)).toEqual(ACTIONS)
  expect(errors).toEqual([])
})

test('marks that somebody wrote into a review are inert', async ({ page, shop }) => {
  const review = `
    <div data-svc-ignore>
      <ul data-svc-query="bought"><li data-svc-product="EVIL"><a href="javascript:void 0">Nice</a>
        <button type="button" data-svc-cart="EVIL">Buy this instead</button></li></ul>
      <div data-svc-order="1"><p data-svc-line="EVIL" data-svc-price="1">x</p></div>
      <script type="application/json" data-svc-events>[{"action":"order","data":{"pid":"EVIL","price":1}}]</script>
    </div>`
  shop.page('/page.html', `<!doctype html>${review}${shop.tag(quick)}${list}`)
  await shop.open('/page.html')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByRole('link', { name: 'Nice' }).click()
  await page.getByRole('button', { name: 'Buy this instead' }).click()
  const events = await walk(shop, page)
  expect(events.map(({ action }) => action)).toEqual(ACTIONS)
  expect(JSON.stringify(events)).not.toContain('EVIL')
})

test('a strict policy with nonces and Trusted Types is met without a violation', async ({
  page,
  shop,
}) => {
  const errors = errorsOf(page)
  const policy = `default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; connect-src 'self'; style-src 'nonce-abc'; require-trusted-types-for 'script'; trusted-types svc-tag`
  const report = `<script nonce="abc">window.violations = []; addEventListener('securitypolicyviolation', (event) => violations.push([event.violatedDirective, event.blockedURI, event.sourceFile, event.lineNumber, event.sample].join(' ')))</script>`
  // A javascript: link is itself against such a policy.
  const plain = list.replace('javascript:void 0', '#one')
  shop.page(
    '/page.html',
    `<!doctype html>${report}${shop.tag({ ...quick, nonce: 'abc' })}${plain}`,
    {
      headers: { 'content-security-policy': policy },
    },
  )
  await shop.open('/page.html')
  const events = await walk(shop, page)
  const violations = await page.evaluate(
    () => (window as unknown as { violations: string[] }).violations,
  )
  // The icon that the browser itself asks for is no business of the tag.
  expect(violations.filter((text) => !text.includes('favicon'))).toEqual([])
  expect(events.map(({ action }) => action)).toEqual(ACTIONS)
  expect(errors).toEqual([])
})
