import { expect, test } from 'vitest'
import { ordersKey, withOrder } from '../../../src/track/orders/known-orders'
import { orderRef } from '../../../src/wire/order-ref'
import { cartData, checkoutData, collectionData, searchData } from '../../shopify/index'
import { pixelBrowser } from '../pixel-browser.ts'

const MINUTE = 60_000
const THANKS = '/checkouts/cn/Z2NwLXVzLWVhc3Q/thank-you?key=secret'
const alone = { themeTag: false }

type Browser = ReturnType<typeof pixelBrowser>

/** A browser with a page, before whose opening cookies and stored items may be set. */
async function open(
  path: string,
  settings: Parameters<Browser['open']>[1] = {},
  {
    before,
    ...options
  }: Parameters<typeof pixelBrowser>[0] & {
    readonly before?: (shopper: Browser['shopper'], now: number) => void
  } = {},
) {
  const browser = pixelBrowser(options)
  before?.(browser.shopper, browser.timeline.now())
  const page = await browser.open(path, settings)
  return {
    browser,
    page,
    shopper: browser.shopper,
    viewPage: () => page.publish('page_viewed'),
    search: (text: string) => page.publish('search_submitted', searchData(text)),
    order: (orderId: string) =>
      page.publish(
        'checkout_completed',
        checkoutData([{ variant: { product: '7' } }], { orderId }),
      ),
    checkOut: (...checkout: Parameters<typeof checkoutData>) =>
      page.publish('checkout_completed', checkoutData(...checkout)),
  }
}

test('a checkout is one order with the price of one unit', async () => {
  const { browser, checkOut } = await open(THANKS)
  await checkOut([{ variant: { product: '7', price: 19.9 }, quantity: 2 }], { orderId: '1001' })
  expect(browser.actions()).toEqual(['visitor', 'order'])
  expect(browser.sent('order')).toMatchObject([
    { data: { pid: '7', variantId: '71', qty: '2', price: '19.9', ref: orderRef('SITE', '1001') } },
  ])
})

test('several lines are sent as products; a tip is left out, and alone it is no order', async () => {
  const { browser, checkOut } = await open(THANKS)
  await checkOut([{ variant: null }])
  await checkOut([
    { variant: { product: '7', title: 'Default Title' } },
    { variant: null },
    { variant: { product: '8', price: 5 }, quantity: 3 },
  ])
  expect(browser.sent('order').map(({ data }) => data.products)).toEqual([
    [
      { pid: '7', qty: '1', price: '10' },
      { pid: '8', qty: '3', price: '5', variantId: '81' },
    ],
  ])
})

for (const [ids, expected, ofOnlyVariant] of [
  ['product', { pid: '7', variantId: '71' }, { pid: '7' }],
  ['parent_child', { pid: '7', variantId: '7_71' }, { pid: '7' }],
  ['variant', { pid: '71' }, { pid: '71' }],
  ['sku', { pid: 'A/1 ?' }, { pid: 'A/1 ?' }],
] as const) {
  test(`the rule ${ids} determines pid and variantId`, async () => {
    const { browser, page } = await open('/products/7', { ...alone, ids })
    const product = 'gid://shopify/Product/7'
    const id = 'gid://shopify/ProductVariant/71'
    const variant = { product, id, sku: ' A/1 ?' }
    await page.publish('product_added_to_cart', cartData(variant, 2))
    await page.publish('product_added_to_cart', cartData({ ...variant, title: 'Default Title' }, 2))
    for (const [index, ids] of [expected, ofOnlyVariant].entries()) {
      const { pid, variantId, qty } = browser.sent('cart')[index]?.data ?? {}
      expect({ pid, ...(variantId !== undefined && { variantId }) }).toEqual(ids)
      expect(qty).toBe('2')
    }
  })
}

test('a line without the required id is left out', async () => {
  const { browser, checkOut } = await open(THANKS, { ids: 'sku' })
  await checkOut([{ variant: { product: '7', sku: null } }, { variant: { product: '8' } }])
  expect(browser.sent('order')[0]?.data).toMatchObject({ pid: 'SKU-81', qty: '1' })
})

test('with the theme tag, only checkouts are reported', async () => {
  const { browser, page, shopper, viewPage, search } = await open('/search?q=boots')
  await viewPage()
  await search('boots')
  await page.publish('product_added_to_cart', cartData({ product: '7' }))
  expect(browser.actions()).toEqual([])
  expect(shopper.cookies.all()).toEqual([])
})

test('without the theme tag, visits, searches and carts are reported in order', async () => {
  const browser = pixelBrowser()
  const referrer = 'https://shop.example/'
  const page = await browser.open('/search?q=red+boots', alone, { referrer })
  await page.publish('page_viewed')
  await page.publish('search_submitted', searchData(' red boots '))
  await page.publish('collection_viewed', collectionData('5', 'Boots', [{ product: '7' }]))
  await page.publish('product_added_to_cart', cartData({ product: '7' }))
  await page.publish('product_removed_from_cart', cartData({ product: '7' }))
  const common = { url: 'https://shop.example/search?q=red+boots', ver: 'svc-tag/test', referrer }
  expect(browser.sent('search')).toMatchObject([{ data: { query: 'red boots', ...common } }])
  const sent = browser.sent().map(({ action, data }) => `${action} ${data.seq}`)
  const [name] = String(browser.sent()[0]?.data.seq).split('.')
  expect(name).toMatch(/^[\w-]{8}$/)
  expect(sent).toEqual([`visitor ${name}.1`, `search ${name}.2`, `cart ${name}.3`])
})

test('blank searches and carts without a product are not reported', async () => {
  const { browser, page, search } = await open('/', alone)
  await search('  ')
  await page.publish('search_submitted', {})
  await page.publish('product_added_to_cart', { cartLine: null })
  await page.publish('product_added_to_cart', cartData({ product: '7' }, 0))
  await search('last')
  expect(browser.actions()).toEqual(['visitor', 'search'])
})

test('products count as seen when their page opens only if the setting says so', async () => {
  const settings = { ...alone, impressions: 'load' } as const
  const { browser, page, search } = await open('/collections/winter-boots?page=2', settings)
  const found = [{ product: '7' }, { product: '7', id: '72' }, { product: '8' }]
  await page.publish('collection_viewed', collectionData('5', 'Winter', found))
  await search('nothing')
  expect(browser.sent('PRODUCT_IMPRESSIONS').map(({ data }) => data)).toMatchObject([
    { page: 'collection:"winter-boots"', page_type: 'BOOLEAN', pids_list: ['7', '8'] },
    { query: 'nothing', pids_list: [] },
  ])
})

test('the token and the key of a checkout never leave the page', async () => {
  const browser = pixelBrowser()
  const page = await browser.open(THANKS, {}, { referrer: 'https://shop.example/77/orders/to-ken' })
  await page.publish('page_viewed')
  expect(browser.sent('visitor')[0]?.data).toMatchObject({
    url: 'https://shop.example/checkouts/cn/_/thank-you',
    referrer: 'https://shop.example/77/orders/_',
  })
})

test('an app pixel reads its settings as strings', async () => {
  const browser = pixelBrowser()
  const settings = { siteKey: 'SITE', trackerUrl: 'https://tracker.example/', themeTag: 'false' }
  const page = await browser.open('/', null, { settings })
  await page.publish('page_viewed')
  expect(browser.actions()).toEqual(['visitor'])
  expect(browser.warnings).toEqual([])
})

test('a setting that cannot be read is named, and without a tracker nothing starts', async () => {
  const settings = { ...alone, ids: 'barcode' as 'sku', trackerUrl: 'tracker' }
  const { browser, viewPage } = await open('/', settings)
  await viewPage()
  expect(browser.actions()).toEqual([])
  const named = browser.warnings.map((text) => /setting (\w+)/.exec(text)?.[1])
  expect(named).toEqual(['trackerUrl', 'ids'])
})

test('robots are not recorded unless the setting says so', async () => {
  const browser = pixelBrowser()
  const robot = { userAgent: 'Googlebot/2.1' }
  for (const recordBots of [false, true]) {
    const page = await browser.open('/', { ...alone, recordBots }, robot)
    await page.publish('page_viewed')
    expect(browser.actions()).toEqual(recordBots ? ['visitor'] : [])
  }
})

test("the visitor and the visit are read from the theme tag's cookies", async () => {
  const visit = (at: number) => encodeURIComponent(`repeat|${at}|visit-of-theme`)
  const { browser, shopper, order } = await open(
    THANKS,
    {},
    {
      before({ cookies }, now) {
        cookies.set('svc.userId=uid%20of%20theme; domain=shop.example')
        cookies.set(`svc.visitRecord=${visit(now - MINUTE)}; domain=shop.example`)
      },
    },
  )
  await order('1')
  expect(browser.sent()).toMatchObject([
    {
      ...{ action: 'order', uid: 'uid of theme' },
      data: { visitId: 'visit-of-theme', visit_type: 'repeat' },
    },
  ])
  expect(shopper.cookies.get('svc.visitRecord')).toBe(visit(browser.timeline.now()))
})

test('the pixel begins a visit like the tag, on the widest domain', async () => {
  const { browser, shopper, viewPage } = await open('/', alone)
  await viewPage()
  const [visitor] = browser.sent('visitor')
  const { cookies, storage } = shopper
  expect(visitor?.uid).toMatch(/^uid-\d{13}-\d{30,40}$/)
  expect(cookies.get('svc.userId')).toBe(visitor?.uid)
  expect(cookies.get('svc.visitId')).toBe(visitor?.data.visitId)
  expect(cookies.get('svc.visit')).toBe('first_time')
  expect(storage.get('svc-tag.user-marker')).toBe(`${browser.timeline.now()} ${visitor?.uid}`)
  cookies.set('svc.userId=; max-age=0; domain=shop.example')
  expect(cookies.get('svc.userId')).toBe('')
})

test('a visit ends after thirty idle minutes, and the next one is a repeat', async () => {
  const { browser, viewPage } = await open('/', alone)
  await viewPage()
  browser.timeline.advance(30 * MINUTE - 1)
  await viewPage()
  expect(browser.sent('visitor')).toHaveLength(1)
  browser.timeline.advance(30 * MINUTE)
  await viewPage()
  const [first, second] = browser.sent('visitor')
  expect(second?.data.visit_type).toBe('repeat')
  expect(second?.uid).toBe(first?.uid)
  expect(second?.data.visitId).not.toBe(first?.data.visitId)
})

test('two pages that begin a visit at the same moment agree on one', async () => {
  const { browser, page, order } = await open('/', alone, {
    before: ({ cookies }) => void cookies.set('svc.userId=known; domain=shop.example'),
  })
  const other = await browser.open('/b', alone)
  await Promise.all([page.publish('page_viewed'), other.publish('page_viewed')])
  await order('1')
  await other.publish('product_added_to_cart', cartData({ product: '7' }))
  expect(browser.sent('visitor')).toHaveLength(1)
  const visits = browser.sent().map(({ data }) => data.visitId)
  expect(visits).toEqual(Array(3).fill(visits[0]))
})

test('with blocked cookies, there is one visitor for the life of the page', async () => {
  const { browser, page, viewPage, order } = await open('/', alone, { isBlocked: true })
  await viewPage()
  await order('1')
  expect(browser.actions()).toEqual(['visitor', 'order'])
  const [visitor, bought] = browser.sent()
  expect(bought?.uid).toBe(visitor?.uid)
  expect(bought?.data.visitId).toBe(visitor?.data.visitId)
  await page.answerConsent(false)
  await page.answerConsent(true)
  await viewPage()
  expect(browser.sent('visitor').at(-1)?.uid).not.toBe(visitor?.uid)
})

test("without a user id, events wait for the server's cookie", async () => {
  const { browser, shopper, viewPage, order } = await open(THANKS, { createUserId: false })
  await order('1')
  expect(browser.actions()).toEqual([])
  shopper.cookies.set('svc.userId=late; domain=shop.example')
  await viewPage()
  expect(browser.sent().map(({ action, uid }) => [action, uid])).toEqual([
    ['visitor', 'late'],
    ['order', 'late'],
  ])
})

test('an order counts once, by its id in any form or by its token, or else by its lines', async () => {
  const { browser, order, checkOut } = await open(THANKS)
  await order('gid://shopify/OrderIdentity/1001')
  await order('1001')
  await order('1002')
  expect(browser.sent('order')).toHaveLength(2)
  browser.clear()
  for (const token of ['one', 'two', 'two', null, null])
    await checkOut([{ variant: { product: '7' } }], { token })
  expect(browser.sent('order')).toHaveLength(3)
})

test('an order that the theme tag has counted does not count again', async () => {
  const { browser, order } = await open(
    THANKS,
    {},
    {
      before: ({ storage }, now) =>
        void storage.set(
          `svc-tag.${ordersKey({ siteKey: 'SITE', trackerUrl: 'https://tracker.example' })}`,
          withOrder('', '1001', [], now) ?? '',
        ),
    },
  )
  await order('1001')
  await order('1002')
  expect(browser.sent('order')).toHaveLength(1)
})

test('before the answer nothing is read, stored or sent, and events keep their time', async () => {
  const { browser, page, shopper, viewPage, search } = await open('/', alone, { consent: false })
  const asked: string[] = []
  for (const name of ['get', 'set'] as const) {
    const { cookie } = page.api.browser
    const original = cookie[name] as (...args: string[]) => Promise<string>
    Object.assign(cookie, {
      [name]: (...args: string[]) => {
        asked.push(name)
        return original(...args)
      },
    })
  }
  const at = browser.timeline.now()
  await viewPage()
  await search('boots')
  expect([asked, browser.actions(), shopper.storage.size]).toEqual([[], [], 0])
  browser.timeline.advance(MINUTE)
  await page.answerConsent(true)
  expect(browser.actions()).toEqual(['visitor', 'search'])
  expect(browser.sent('search')[0]?.t).toMatch(new RegExp(`^${at}\\|0\\.`))
  expect(asked).toContain('set')
})

for (const [what, consent, isRefused] of [
  ['with consent denied by default, events before the answer', 'denied', false],
  ['after a refusal, held events', 'hold', true],
] as const)
  test(`${what} are dropped`, async () => {
    const { browser, page, search } = await open('/', { ...alone, consent }, { consent: false })
    await search('before')
    if (isRefused) await page.answerConsent(false)
    await page.answerConsent(true)
    await search('after')
    expect(browser.sent('search').map(({ data }) => data.query)).toEqual(['after'])
  })

test('a refusal erases cookies and stored items, nothing is sent after it, and renewed consent starts over', async () => {
  const { browser, page, shopper, search } = await open('/', alone)
  browser.answer({ status: 503 })
  shopper.storage.set('theme-text', 'stays')
  await search('boots')
  const [first] = browser.sent('visitor')
  expect(shopper.storage.size).toBeGreaterThan(2)
  await page.answerConsent(false)
  expect([...shopper.storage.keys()]).toEqual(['theme-text'])
  expect(shopper.cookies.all()).toEqual([])
  browser.clear()
  await browser.advance(20_000)
  await search('coats')
  expect(browser.actions()).toEqual([])
  await page.answerConsent(true)
  await search('hats')
  const [second] = browser.sent('visitor')
  expect(second?.uid).not.toBe(first?.uid)
  expect(second?.data.visit_type).toBe('first_time')
})

test('a refusal wins at any moment while the pixel waits for the page', async () => {
  for (let turns = 0; turns < 60; turns += 2) {
    const { browser, page, shopper, search } = await open('/', alone)
    const published = search('boots')
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    const { length } = browser.actions()
    await page.answerConsent(false)
    await published
    expect(browser.actions(), `refused after ${turns} turns`).toHaveLength(length)
    expect(shopper.cookies.all()).toEqual([])
    expect(shopper.storage.size).toBe(0)
  }
})

test("the shop's own cookie stays after a refusal", async () => {
  const { page, shopper, viewPage } = await open('/', alone, {
    before: ({ cookies }) => void cookies.set('svc.userId=server-made; domain=shop.example'),
  })
  await viewPage()
  await page.answerConsent(false)
  expect(shopper.cookies.all()).toEqual(['svc.userId=server-made'])
})
