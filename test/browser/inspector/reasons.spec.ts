import type { Page } from '@playwright/test'
import { expect, test } from '../../support/shop.ts'

/** What `svc.explain()` says was not counted, or not yet sent: with the element by its id. */
const explained = (page: Page) =>
  page.evaluate(() => {
    type Entry = {
      action?: string
      state: string
      reason?: string
      element?: Element
      data?: object
    }
    const { svc } = window as unknown as { svc: { explain: () => Entry[] } }
    return svc
      .explain()
      .filter(({ reason }) => reason)
      .map(({ action, state, reason, element }) => ({ action, state, reason, on: element?.id }))
  })

const svc = (page: Page, call: string) => page.evaluate(`void window.svc.${call}`)

const page = (head: string, body: string) =>
  `<!doctype html><head>${head}</head><body>${body}</body>`

test('what the markup lacks is named, with the element', async ({ page: browser, shop }) => {
  const body = `
    <ul data-svc-query="shoes"><li id="nameless" data-svc-product="">One</li></ul>
    <ul data-svc-page="new"></ul>
    <p id="listless" data-svc-product="P1">Two</p>
    <div id="facet" data-svc-facet="color"><button type="button" data-svc-value="Red">Red</button></div>
    <button id="cart" data-svc-cart>Add nothing</button>
    <p><button id="qty" data-svc-cart="P3">Add</button><input data-svc-qty value="1.5"></p>
    <p id="price" data-svc-order="A1"><b data-svc-line="P1" data-svc-qty="1" data-svc-price="1,234"></b></p>
    <p id="empty" data-svc-order="A2"></p>
    <form id="search" data-svc-search><input type="search"><button>Search</button></form>
    <script id="block" type="application/json" data-svc-events>[{"action":</script>
    <script id="wrong" type="application/json" data-svc-events>[{"action":"click","data":{}}]</script>
    <iframe name="away" hidden></iframe>`
  const settings = { 'data-record-bots': 'true', 'data-impressions': 'load' }
  shop.page('/list.html', page(shop.tag(settings), body.replace('<form', '<form target="away"')))
  await shop.open('/list.html')
  await browser.waitForFunction('window.svc')
  await browser.getByText('Red').click()
  await browser.getByText('Add nothing').click()
  await browser.locator('#qty').click()
  await browser.getByText('Search').click()

  const ignored = (on: string, reason: RegExp, action?: string) =>
    expect.objectContaining({
      state: 'ignored',
      on,
      reason: expect.stringMatching(reason),
      ...(action && { action }),
    })
  await expect
    .poll(() => explained(browser))
    .toEqual(
      expect.arrayContaining([
        ignored('nameless', /data-svc-product is empty/, 'PRODUCT_IMPRESSIONS'),
        ignored('listless', /not in a list/, 'PRODUCT_IMPRESSIONS'),
        ignored('facet', /without a list/, 'facets'),
        ignored('cart', /names no product/, 'cart'),
        ignored('qty', /no whole number/, 'cart'),
        ignored('price', /data-svc-price is no plain number/, 'order'),
        ignored('empty', /data-svc-line/, 'order'),
        ignored('search', /nothing to search for/, 'search'),
        ignored('block', /not a list of/),
        ignored('wrong', /click: pid is missing/),
      ]),
    )
})

test('a press that is no click on the product has its reason', async ({ page: browser, shop }) => {
  const body = `<ul data-svc-query="shoes" style="font-size:40px">
    <li id="control" data-svc-product="P1"><button type="button">Like</button></li>
    <li id="drag" data-svc-product="P2">Drag me along</li>
    <li id="script" data-svc-product="P3"><a href="#x">By script</a></li>
    <li data-svc-ignore><b id="ignored" data-svc-product="P4">Ignored</b></li></ul>`
  shop.page('/list.html', page(shop.tag({ 'data-record-bots': 'true' }), body))
  await shop.open('/list.html')
  await browser.waitForFunction('window.svc')
  await browser.getByText('Like').click()
  await browser.getByText('Ignored').click()
  await browser.evaluate(() => document.querySelector('a')?.click())
  await browser.getByText('Drag me along').hover()
  await browser.mouse.down()
  await browser.mouse.move(300, 5, { steps: 3 })
  await browser.locator('#drag').hover({ position: { x: 200, y: 10 } })
  await browser.mouse.up()

  await expect
    .poll(() => explained(browser))
    .toEqual(
      expect.arrayContaining([
        {
          action: 'click',
          state: 'ignored',
          on: 'control',
          reason: expect.stringMatching(/control/),
        },
        { action: 'click', state: 'ignored', on: 'drag', reason: 'a drag' },
        expect.objectContaining({ state: 'ignored', on: 'script', reason: 'a script did it' }),
        expect.objectContaining({
          state: 'ignored',
          on: 'ignored',
          reason: 'inside data-svc-ignore',
        }),
      ]),
    )
})

test('an order counts once, and the second time says so', async ({ page: browser, shop }) => {
  const order = `<p id="order" data-svc-order="A1"><b data-svc-line="P1" data-svc-qty="1" data-svc-price="9"></b></p>`
  shop.page('/thanks.html', page(shop.tag({ 'data-record-bots': 'true' }), order))
  await shop.open('/thanks.html')
  await shop.waitFor('order')
  await browser.reload()
  await expect
    .poll(() => explained(browser))
    .toContainEqual({
      action: 'order',
      state: 'ignored',
      on: 'order',
      reason: 'this order was counted before',
    })
})

test('wrong data of a call is named', async ({ page: browser, shop }) => {
  shop.page('/call.html', page(shop.tag({ 'data-record-bots': 'true' }), ''))
  await shop.open('/call.html')
  await browser.waitForFunction('window.svc')
  await svc(browser, `track('cart', { qty: 2 })`)
  await svc(browser, `track('order', { pid: 'P1', price: '1.299,00' })`)
  await svc(browser, `track('buy', {})`)
  await expect
    .poll(async () => (await explained(browser)).map(({ reason }) => reason))
    .toEqual([
      'cart: pid is missing',
      expect.stringMatching(/^order: price needs a number/),
      expect.stringMatching(/^there is no action "buy"/),
    ])
})

test('what waits says for what, and what is erased why', async ({ page: browser, shop }) => {
  const settings = { 'data-record-bots': 'true', 'data-consent': 'hold' }
  shop.page('/hold.html', page(shop.tag(settings), ''))
  await shop.open('/hold.html')
  await browser.waitForFunction('window.svc')
  await svc(browser, `track('click', { pid: 'P1' })`)
  const entry = { action: 'click', on: undefined }
  await expect
    .poll(() => explained(browser))
    .toEqual([{ ...entry, state: 'held', reason: 'consent is on hold' }])
  await svc(browser, `consent('denied')`)
  await svc(browser, `track('click', { pid: 'P2' })`)
  expect(await explained(browser)).toEqual([
    { ...entry, state: 'dropped', reason: 'consent denied' },
    { ...entry, state: 'ignored', reason: 'consent denied' },
  ])
})

test('what waits for a user id says so', async ({ page: browser, shop }) => {
  const settings = { 'data-record-bots': 'true', 'data-create-user-id': 'false' }
  shop.page('/cookie.html', page(shop.tag(settings), ''))
  await shop.open('/cookie.html')
  await browser.waitForFunction('window.svc')
  await svc(browser, `track('click', { pid: 'P1' })`)
  await expect
    .poll(() => explained(browser))
    .toContainEqual({ action: 'click', on: undefined, state: 'held', reason: 'no user id yet' })

  // By then the ledger has seen so much since that it no longer remembers the first; whoever listens hears of it.
  const dropped = await browser.evaluate(`{
    const reasons = []
    svc.on('dropped', ({ reason }) => reasons.push(reason))
    for (let i = 0; i < 201; i++) svc.track('click', { pid: 'Q' + i })
    reasons
  }`)
  expect(dropped).toContain('too many waited: no user id yet')
})

test('a robot and a stopped tag record nothing, and say so', async ({ page: browser, shop }) => {
  shop.page('/robot.html', page(shop.tag(), ''))
  await shop.open('/robot.html')
  await browser.waitForFunction('window.svc')
  await svc(browser, `track('click', { pid: 'P1' })`)
  await svc(browser, `stop()`)
  await svc(browser, `track('click', { pid: 'P2' })`)
  await expect
    .poll(async () => (await explained(browser)).map(({ reason }) => reason))
    .toEqual([expect.stringMatching(/automated browser/), 'the tag was stopped'])
})

test('what the tracker refuses, and what is too long for it, is dropped', async ({
  page: browser,
  shop,
}) => {
  shop.page('/refused.html', page(shop.tag({ 'data-record-bots': 'true' }), ''))
  await shop.open('/refused.html')
  await shop.waitFor('visitor')
  await svc(browser, `track('search', { query: 'x'.repeat(9000) })`)
  await shop.faults({ status: 400 })
  await svc(browser, `track('click', { pid: 'P1' })`)
  await expect
    .poll(() => explained(browser))
    .toEqual([
      { action: 'search', state: 'dropped', reason: 'longer than 7600 characters', on: undefined },
      { action: 'click', state: 'dropped', reason: 'the tracker answered 400', on: undefined },
    ])
})
