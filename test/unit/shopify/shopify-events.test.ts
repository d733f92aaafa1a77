import { describe, expect, test } from 'vitest'
import {
  cartData,
  checkoutData,
  collectionData,
  createShopper,
  searchData,
} from '../../../kit/shopify/index'
import { createKeptTexts, createSandboxStore } from '../../../src/pixel/sandbox-store'
import type { QueueEntry } from '../../../src/send/queue-entry'
import { withOrder } from '../../../src/track/orders/known-orders'
import { pixelBrowser } from '../../support/fixtures/pixel-browser'

const THANKS = '/checkouts/cn/Z2NwLXVzLWVhc3Q/thank-you?key=secret'
const alone = { themeTag: false }

test('a checkout is one order with the price of one unit', async () => {
  const browser = pixelBrowser()
  const page = await browser.open(THANKS)
  await page.publish(
    'checkout_completed',
    checkoutData([{ variant: { product: '7', price: 19.9 }, quantity: 2 }], { orderId: '1001' }),
  )
  expect(browser.actions()).toEqual(['visitor', 'order'])
  expect(browser.sent('order')).toMatchObject([
    { data: { pid: '7', variantId: '71', qty: '2', price: '19.9', visit_type: 'first_time' } },
  ])
})

test('several lines are sent as products, and a tip is left out', async () => {
  const browser = pixelBrowser()
  const page = await browser.open(THANKS)
  await page.publish(
    'checkout_completed',
    checkoutData([
      { variant: { product: '7', title: 'Default Title' } },
      { variant: null },
      { variant: { product: '8', price: 5 }, quantity: 3 },
    ]),
  )
  expect(browser.sent('order')[0]?.data.products).toEqual([
    { pid: '7', qty: '1', price: '10' },
    { pid: '8', qty: '3', price: '5', variantId: '81' },
  ])
})

test('a checkout without a product of the catalogue is not an order', async () => {
  const browser = pixelBrowser()
  const page = await browser.open(THANKS)
  await page.publish('checkout_completed', checkoutData([{ variant: null }]))
  await page.publish('page_viewed')
  expect(browser.actions()).toEqual(['visitor'])
})

for (const [ids, expected, ofOnlyVariant] of [
  ['product', { pid: '7', variantId: '71' }, { pid: '7' }],
  ['parent_child', { pid: '7', variantId: '7_71' }, { pid: '7' }],
  ['variant', { pid: '71' }, { pid: '71' }],
  ['sku', { pid: 'A/1 ?' }, { pid: 'A/1 ?' }],
] as const) {
  test(`the rule ${ids} determines pid and variantId`, async () => {
    const browser = pixelBrowser()
    const page = await browser.open('/products/7', { ...alone, ids })
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
  const browser = pixelBrowser()
  const page = await browser.open(THANKS, { ids: 'sku' })
  await page.publish(
    'checkout_completed',
    checkoutData([{ variant: { product: '7', sku: null } }, { variant: { product: '8' } }]),
  )
  expect(browser.sent('order')[0]?.data).toMatchObject({ pid: 'SKU-81', qty: '1' })
})

test('with the theme tag, only checkouts are reported', async () => {
  const browser = pixelBrowser()
  const page = await browser.open('/search?q=boots')
  await page.publish('page_viewed')
  await page.publish('search_submitted', searchData('boots'))
  await page.publish('product_added_to_cart', cartData({ product: '7' }))
  expect(browser.actions()).toEqual([])
  expect(browser.shopper.cookies.all()).toEqual([])
})

test('without the theme tag, visits, searches and carts are reported in order', async () => {
  const browser = pixelBrowser()
  const page = await browser.open('/search?q=red+boots', alone, {
    referrer: 'https://shop.example/',
  })
  await page.publish('page_viewed')
  await page.publish('search_submitted', searchData(' red boots '))
  await page.publish('collection_viewed', collectionData('5', 'Boots', [{ product: '7' }]))
  await page.publish('product_added_to_cart', cartData({ product: '7' }))
  await page.publish('product_removed_from_cart', cartData({ product: '7' }))
  expect(browser.actions()).toEqual(['visitor', 'search', 'cart'])
  const common = { url: 'https://shop.example/search?q=red+boots', ver: 'svc-tag/test' }
  expect(browser.sent('search')).toMatchObject([
    { data: { query: 'red boots', referrer: 'https://shop.example/', ...common } },
  ])
  const numbers = ['visitor', 'search', 'cart'].flatMap((action) =>
    browser.sent(action).map(({ data }) => data.seq),
  )
  const [name] = String(numbers[0]).split('.')
  expect(name).toMatch(/^[\w-]{8}$/)
  expect(numbers).toEqual([`${name}.1`, `${name}.2`, `${name}.3`])
})

test('blank searches and carts without a product are not reported', async () => {
  const browser = pixelBrowser()
  const page = await browser.open('/', alone)
  await page.publish('search_submitted', searchData('  '))
  await page.publish('search_submitted', {})
  await page.publish('product_added_to_cart', { cartLine: null })
  await page.publish('product_added_to_cart', cartData({ product: '7' }, 0))
  await page.publish('search_submitted', searchData('last'))
  expect(browser.actions()).toEqual(['visitor', 'search'])
})

test('products count as seen when their page opens only if the setting says so', async () => {
  const browser = pixelBrowser()
  const settings = { ...alone, impressions: 'load' } as const
  const page = await browser.open('/collections/winter-boots?page=2', settings)
  const found = [{ product: '7' }, { product: '7', id: '72' }, { product: '8' }]
  await page.publish('collection_viewed', collectionData('5', 'Winter', found))
  await page.publish('search_submitted', searchData('nothing'))
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
  const browser = pixelBrowser()
  const page = await browser.open('/', { ...alone, ids: 'barcode' as 'sku', trackerUrl: 'tracker' })
  await page.publish('page_viewed')
  expect(browser.actions()).toEqual([])
  expect(browser.warnings.map((text) => /setting (\w+)/.exec(text)?.[1])).toEqual([
    'trackerUrl',
    'ids',
  ])
})

test('robots are not recorded unless the setting says so', async () => {
  const browser = pixelBrowser()
  const robot = { userAgent: 'Googlebot/2.1' }
  const page = await browser.open('/', alone, robot)
  await page.publish('page_viewed')
  expect(browser.actions()).toEqual([])
  const recorded = await browser.open('/', { ...alone, recordBots: true }, robot)
  await recorded.publish('page_viewed')
  expect(browser.actions()).toEqual(['visitor'])
})

describe('visitor', () => {
  const alone = { themeTag: false }
  const MINUTE = 60_000
  const order = (orderId: string) => checkoutData([{ variant: { product: '7' } }], { orderId })

  const record = (type: string, at: number, id: string) =>
    `svc.visitRecord=${encodeURIComponent(`${type}|${at}|${id}`)}; domain=shop.example`

  test("the visitor and the visit are read from the theme tag's cookies", async () => {
    const browser = pixelBrowser()
    browser.shopper.cookies.set('svc.userId=uid%20of%20theme; domain=shop.example')
    browser.shopper.cookies.set(record('repeat', browser.timeline.now() - MINUTE, 'visit-of-theme'))
    const page = await browser.open('/checkouts/cn/1/thank-you')
    await page.publish('checkout_completed', order('1'))
    expect(browser.actions()).toEqual(['order'])
    expect(browser.sent('order')).toMatchObject([
      { uid: 'uid of theme', data: { visitId: 'visit-of-theme', visit_type: 'repeat' } },
    ])
    expect(browser.shopper.cookies.get('svc.visitRecord')).toBe(
      encodeURIComponent(`repeat|${browser.timeline.now()}|visit-of-theme`),
    )
  })

  test('the pixel begins a visit like the tag, on the widest domain', async () => {
    const browser = pixelBrowser()
    const page = await browser.open('/', alone)
    await page.publish('page_viewed')
    const [visitor] = browser.sent('visitor')
    const { cookies, storage } = browser.shopper
    expect(visitor?.uid).toMatch(/^uid-\d{13}-\d{30,40}$/)
    expect(cookies.get('svc.userId')).toBe(visitor?.uid)
    expect(cookies.get('svc.visitId')).toBe(visitor?.data.visitId)
    expect(cookies.get('svc.visit')).toBe('first_time')
    expect(storage.get('svc-tag.own')).toBe(`${browser.timeline.now()} ${visitor?.uid}`)
    cookies.set('svc.userId=; max-age=0; domain=shop.example')
    expect(cookies.get('svc.userId')).toBe('')
  })

  test('a visit ends after thirty idle minutes, and the next one is a repeat', async () => {
    const browser = pixelBrowser()
    const page = await browser.open('/', alone)
    await page.publish('page_viewed')
    browser.timeline.advance(30 * MINUTE - 1)
    await page.publish('page_viewed')
    expect(browser.sent('visitor')).toHaveLength(1)
    browser.timeline.advance(30 * MINUTE)
    await page.publish('page_viewed')
    const [first, second] = browser.sent('visitor')
    expect(second?.data.visit_type).toBe('repeat')
    expect(second?.uid).toBe(first?.uid)
    expect(second?.data.visitId).not.toBe(first?.data.visitId)
  })

  test('two pages that begin a visit at the same moment agree on one', async () => {
    const browser = pixelBrowser()
    browser.shopper.cookies.set('svc.userId=known; domain=shop.example')
    const [one, other] = [await browser.open('/', alone), await browser.open('/b', alone)]
    await Promise.all([one.publish('page_viewed'), other.publish('page_viewed')])
    await one.publish('checkout_completed', order('1'))
    await other.publish('checkout_completed', order('2'))
    expect(browser.sent('visitor')).toHaveLength(1)
    const visits = browser.sent().map(({ data }) => data.visitId)
    expect(new Set(visits).size).toBe(1)
  })

  test('with blocked cookies, there is one visitor for the life of the page', async () => {
    const browser = pixelBrowser({ isBlocked: true })
    const page = await browser.open('/', alone)
    await page.publish('page_viewed')
    await page.publish('checkout_completed', order('1'))
    expect(browser.actions()).toEqual(['visitor', 'order'])
    const [visitor, bought] = browser.sent()
    expect(bought?.uid).toBe(visitor?.uid)
    expect(bought?.data.visitId).toBe(visitor?.data.visitId)
    await page.answerConsent(false)
    await page.answerConsent(true)
    await page.publish('page_viewed')
    expect(browser.sent('visitor').at(-1)?.uid).not.toBe(visitor?.uid)
  })

  test("without a user id, events wait for the server's cookie", async () => {
    const browser = pixelBrowser()
    const page = await browser.open('/checkouts/cn/1/thank-you', { createUserId: false })
    await page.publish('checkout_completed', order('1'))
    expect(browser.actions()).toEqual([])
    browser.shopper.cookies.set('svc.userId=late; domain=shop.example')
    await page.publish('page_viewed')
    expect(browser.sent().map(({ action, uid }) => [action, uid])).toEqual([
      ['visitor', 'late'],
      ['order', 'late'],
    ])
  })

  test('an order counts once on reload, and the next one counts', async () => {
    const browser = pixelBrowser()
    const path = '/checkouts/cn/1/thank-you'
    const page = await browser.open(path)
    await page.publish('checkout_completed', order('gid://shopify/OrderIdentity/1001'))
    page.leave()
    const again = await browser.open(path)
    await again.publish('checkout_completed', order('1001'))
    await again.publish('checkout_completed', order('1002'))
    expect(browser.sent('order')).toHaveLength(2)
  })

  test('an order that the theme tag has counted does not count again', async () => {
    const browser = pixelBrowser()
    const known = withOrder('', '1001', [], browser.timeline.now())
    browser.shopper.storage.set('svc-tag.svc.orders', known ?? '')
    const page = await browser.open('/checkouts/cn/1/thank-you')
    await page.publish('checkout_completed', order('1001'))
    await page.publish('checkout_completed', order('1002'))
    expect(browser.sent('order')).toHaveLength(1)
  })

  test("without an order id, the checkout's token identifies the order, or else its lines", async () => {
    const browser = pixelBrowser()
    const page = await browser.open('/checkouts/cn/1/thank-you')
    const lines = [{ variant: { product: '7' } }]
    await page.publish('checkout_completed', checkoutData(lines, { token: 'one' }))
    await page.publish('checkout_completed', checkoutData(lines, { token: 'two' }))
    await page.publish('checkout_completed', checkoutData(lines, { token: 'two' }))
    await page.publish('checkout_completed', checkoutData(lines, { token: null }))
    await page.publish('checkout_completed', checkoutData(lines, { token: null }))
    expect(browser.sent('order')).toHaveLength(3)
  })

  test('one visit is reported once, however many pages and events it has', async () => {
    const browser = pixelBrowser()
    const page = await browser.open('/', alone)
    await Promise.all([page.publish('page_viewed'), page.publish('page_viewed')])
    page.leave()
    const next = await browser.open('/collections/a', alone)
    await next.publish('page_viewed')
    await next.publish('checkout_completed', order('1'))
    expect(browser.actions()).toEqual(['visitor', 'order'])
  })
})

describe('consent', () => {
  const alone = { themeTag: false }

  test('before the answer nothing is read, stored or sent, and events keep their time', async () => {
    const browser = pixelBrowser({ consent: false })
    const page = await browser.open('/', alone)
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
    await page.publish('page_viewed')
    await page.publish('search_submitted', searchData('boots'))
    expect([asked, browser.actions(), browser.shopper.storage.size]).toEqual([[], [], 0])
    browser.timeline.advance(60_000)
    await page.answerConsent(true)
    expect(browser.actions()).toEqual(['visitor', 'search'])
    expect(browser.sent('search')[0]?.t).toMatch(new RegExp(`^${at}\\|0\\.`))
    expect(asked).toContain('set')
  })

  test('with consent denied by default, events before the answer are dropped', async () => {
    const browser = pixelBrowser({ consent: false })
    const page = await browser.open('/', { ...alone, consent: 'denied' })
    await page.publish('search_submitted', searchData('before'))
    await page.answerConsent(true)
    await page.publish('search_submitted', searchData('after'))
    expect(browser.sent('search').map(({ data }) => data.query)).toEqual(['after'])
  })

  test('a refusal erases cookies and stored items, and nothing is sent after it', async () => {
    const browser = pixelBrowser()
    browser.answer({ status: 503 })
    const page = await browser.open('/', alone)
    browser.shopper.storage.set('theme-text', 'stays')
    await page.publish('search_submitted', searchData('boots'))
    expect(browser.shopper.storage.size).toBeGreaterThan(2)
    await page.answerConsent(false)
    expect([...browser.shopper.storage.keys()]).toEqual(['theme-text'])
    expect(browser.shopper.cookies.all()).toEqual([])
    browser.clear()
    await browser.advance(20_000)
    await page.publish('search_submitted', searchData('coats'))
    expect(browser.actions()).toEqual([])
  })

  test('a refusal wins at any moment while the pixel waits for the page', async () => {
    for (let turns = 0; turns < 60; turns += 2) {
      const browser = pixelBrowser()
      const page = await browser.open('/', alone)
      const published = page.publish('search_submitted', searchData('boots'))
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      const { length } = browser.actions()
      await page.answerConsent(false)
      await published
      expect(browser.actions(), `refused after ${turns} turns`).toHaveLength(length)
      expect(browser.shopper.cookies.all()).toEqual([])
      expect(browser.shopper.storage.size).toBe(0)
    }
  })

  test("the shop's own cookie stays after a refusal", async () => {
    const browser = pixelBrowser()
    browser.shopper.cookies.set('svc.userId=server-made; domain=shop.example')
    const page = await browser.open('/', alone)
    await page.publish('page_viewed')
    await page.answerConsent(false)
    expect(browser.shopper.cookies.all()).toEqual(['svc.userId=server-made'])
  })

  test('renewed consent starts over', async () => {
    const browser = pixelBrowser()
    const page = await browser.open('/', alone)
    await page.publish('page_viewed')
    await page.answerConsent(false)
    await page.answerConsent(true)
    await page.publish('page_viewed')
    const [first, second] = browser.sent('visitor')
    expect(second?.uid).not.toBe(first?.uid)
    expect(second?.data.visit_type).toBe('first_time')
  })
})

const entry = {
  kind: 'event',
  v: 2,
  key: 'order 1|0.5',
  until: 0,
  size: 1,
  event: {},
} as unknown as QueueEntry

test('if two pages claim an entry, however close together, only one gets it', async () => {
  const turns = [0, 1, 2, 3, 4, 8]
  const counts = await Promise.all(
    turns.map(async (apart) => {
      const wait = () => new Promise<void>((resolve) => setImmediate(resolve))
      const shopper = createShopper({ wait })
      const open = () => {
        const { api } = shopper.open('/')
        const store = createSandboxStore(createKeptTexts(api.browser.localStorage))
        return new Promise<readonly QueueEntry[]>((resolve) => store.claim(() => [entry], resolve))
      }
      const first = open()
      for (let turn = 0; turn < apart; turn++) await wait()
      const claimed = await Promise.all([first, open()])
      return claimed.flat().length
    }),
  )
  expect(counts).toEqual(turns.map(() => 1))
})

test('a refusal drops held events', async () => {
  const browser = pixelBrowser({ consent: false })
  const page = await browser.open('/', alone)
  await page.publish('search_submitted', searchData('boots'))
  await page.answerConsent(false)
  await page.publish('search_submitted', searchData('coats'))
  await page.answerConsent(true)
  await page.publish('product_added_to_cart', cartData({ product: '7' }))
  expect(browser.actions()).toEqual(['visitor', 'cart'])
})
