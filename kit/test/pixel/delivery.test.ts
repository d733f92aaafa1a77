import { expect, test } from 'vitest'
import { cartData, checkoutData } from '../../shopify/index'
import { pixelBrowser } from '../pixel-browser.ts'

const alone = { themeTag: false }

const journal = (storage: ReadonlyMap<string, string>) =>
  [...storage.keys()].filter((name) => name.startsWith('svc-tag.pixel.'))

const order = (orderId: string) => checkoutData([{ variant: { product: '7' } }], { orderId })

/** A shopper whose visit was reported. */
async function visit(settings = {}) {
  const browser = pixelBrowser()
  const open = (path: string) => browser.open(path, { ...alone, ...settings })
  const page = await open('/')
  await page.publish('page_viewed')
  browser.clear()
  return { browser, page, open }
}

test('what the code of an app pixel says counts before the settings that the app has stored', async () => {
  const browser = pixelBrowser()
  const stored = { settings: { siteKey: 'STORED', trackerUrl: 'https://stored.example' } }
  const page = await browser.open('/', alone, stored)
  await page.publish('page_viewed')
  expect(browser.sent().map(({ siteKey }) => siteKey)).toEqual(['SITE'])
})

test('a failing tracker does not get a request for each event', async () => {
  const { browser, page } = await visit()
  browser.answer({ status: 429, headers: { 'retry-after': '60' } })
  await page.publish('product_added_to_cart', cartData({ product: '7' }))
  browser.timeline.advance(1)
  await page.publish('product_added_to_cart', cartData({ product: '8' }))
  await browser.advance(59_000, 1_000)
  expect(browser.sent('cart')).toHaveLength(1)
  browser.answer({ status: 200 })
  await browser.advance(5_000)
  expect(
    browser
      .sent('cart')
      .map(({ data }) => data.pid)
      .sort(),
  ).toEqual(['7', '7', '8'])
})

test("the end of another page's lease does not end a pause, which still ends on time", async () => {
  const { browser, page, open } = await visit({ trackerDropsRepeats: true })
  browser.answer('hangs')
  await page.publishAndLeave('product_added_to_cart', cartData({ product: '7' }), 30)
  browser.clear()
  browser.timeline.advance(1)
  const next = await open('/')
  browser.answer({ status: 429, headers: { 'retry-after': '60' } })
  await next.publish('product_added_to_cart', cartData({ product: '8' }))
  await browser.advance(59_000, 1_000)
  expect(browser.sent('cart').map(({ data }) => data.pid)).toEqual(['8'])
  browser.answer({ status: 200 })
  await browser.advance(3_000)
  expect(browser.sent('cart').map(({ data }) => data.pid)).toEqual(['8', '8', '7'])
})

for (const [what, answer, pids] of [
  ['is not repeated', { status: 200 }, ['7', '8']],
  [
    'is repeated for a tracker that drops repeats',
    { status: 200, headers: { 'svc-drops-repeats': '1' } },
    ['7', '8', '7'],
  ],
] as const)
  test(`a request in flight when its page is left ${what}`, async () => {
    const { browser, page, open } = await visit()
    browser.answer('hangs')
    await page.publishAndLeave('product_added_to_cart', cartData({ product: '7' }), 30)
    browser.answer(answer)
    const next = await open('/')
    await next.publish('product_added_to_cart', cartData({ product: '8' }))
    await browser.advance(20_000)
    const sent = browser.sent('cart')
    expect(sent.map(({ data }) => data.pid)).toEqual(pids)
    expect(sent.filter(({ data }) => data.pid === '7').every(({ t }) => t === sent[0]?.t)).toBe(
      true,
    )
    expect(journal(browser.shopper.storage)).toEqual([])
  })

test('a retry in flight when its page is left is sent again by the next page', async () => {
  const { browser, page, open } = await visit()
  browser.answer({ status: 503 })
  await page.publish('product_added_to_cart', cartData({ product: '7' }))
  browser.answer('hangs')
  browser.clear()
  await browser.advance(3_000)
  expect(browser.sent('cart')).toHaveLength(1)
  page.leave()
  browser.clear()
  browser.answer({ status: 200 })
  await open('/next')
  await browser.advance(20_000)
  expect(browser.sent('cart').map(({ data }) => data.pid)).toEqual(['7'])
})

test('a request in flight is repeated if the tracker is down on the next page', async () => {
  const { browser, page, open } = await visit()
  browser.answer('hangs')
  await page.publishAndLeave('checkout_completed', order('1'), 30)
  expect(browser.sent('order')).toHaveLength(1)
  browser.clear()
  browser.answer({ status: 503 })
  const next = await open('/')
  await browser.advance(15_000)
  await next.publish('product_added_to_cart', cartData({ product: '8' }))
  await browser.advance(20_000)
  browser.answer({ status: 200 })
  await browser.advance(60_000)
  expect(browser.sent('order').length).toBeGreaterThan(0)
})

test('an order whose page is left at any moment is sent at most once', async () => {
  for (let turns = 0; turns < 40; turns++) {
    const { browser, page, open } = await visit()
    await page.publishAndLeave('checkout_completed', order('1'), turns)
    const next = await open('/')
    await next.publish('checkout_completed', order('1'))
    await next.publish('product_added_to_cart', cartData({ product: '8' }))
    await browser.advance(20_000, 5_000)
    expect(browser.sent('order'), `gone after ${turns} turns`).toHaveLength(1)
  }
})

test('two pages never send the same left event, however close together they open', async () => {
  for (let turns = 0; turns < 6; turns++) {
    const { browser, page, open } = await visit()
    browser.answer('fails')
    await page.publish('checkout_completed', order('1'))
    page.leave()
    browser.clear()
    browser.answer({ status: 200 })
    browser.timeline.advance(20_000)
    const first = open('/a')
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    await Promise.all([first, open('/b')])
    await browser.advance(20_000, 5_000)
    expect(browser.actions(), `${turns} turns apart`).toEqual(['order'])
  }
})

test('invalid records in the queue are removed', async () => {
  const { browser, page, open } = await visit()
  page.leave()
  const names = ['svc-tag.pixel.0broken', 'svc-tag.pixel.order 1|0.5']
  browser.shopper.storage.set(names[0] ?? '', '{"key":')
  browser.shopper.storage.set(
    names[1] ?? '',
    '{"key":"order 1|0.5","v":1,"event":{"action":"order"}}',
  )
  await open('/')
  await browser.advance(1_000)
  expect(browser.actions()).toEqual([])
  expect(journal(browser.shopper.storage)).toEqual([])
})
