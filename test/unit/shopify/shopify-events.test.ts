import { expect, test } from 'vitest'
import { cartData, checkoutData, collectionData, searchData } from '../../../kit/shopify/index'
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

test('several lines are products, and a tip is left out', async () => {
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

test('a checkout without a product of the catalogue is no order', async () => {
  const browser = pixelBrowser()
  const page = await browser.open(THANKS)
  await page.publish('checkout_completed', checkoutData([{ variant: null }]))
  await page.publish('page_viewed')
  expect(browser.actions()).toEqual(['visitor'])
})

for (const [ids, expected] of [
  ['product', { pid: '7', variantId: '71' }],
  ['parent_child', { pid: '7', variantId: '7_71' }],
  ['variant', { pid: '71' }],
  ['sku', { pid: 'A/1 ?' }],
] as const) {
  test(`the rule ${ids} decides about pid and variantId`, async () => {
    const browser = pixelBrowser()
    const page = await browser.open('/products/7', { ...alone, ids })
    const product = 'gid://shopify/Product/7'
    const id = 'gid://shopify/ProductVariant/71'
    await page.publish('product_added_to_cart', cartData({ product, id, sku: ' A/1 ?' }, 2))
    const { pid, variantId, qty } = browser.sent('cart')[0]?.data ?? {}
    expect({ pid, ...(variantId !== undefined && { variantId }) }).toEqual(expected)
    expect(qty).toBe('2')
  })
}

test('a line without the id asked for is left out', async () => {
  const browser = pixelBrowser()
  const page = await browser.open(THANKS, { ids: 'sku' })
  await page.publish(
    'checkout_completed',
    checkoutData([{ variant: { product: '7', sku: null } }, { variant: { product: '8' } }]),
  )
  expect(browser.sent('order')[0]?.data).toMatchObject({ pid: 'SKU-81', qty: '1' })
})

test('beside the theme tag only checkouts are reported', async () => {
  const browser = pixelBrowser()
  const page = await browser.open('/search?q=boots')
  await page.publish('page_viewed')
  await page.publish('search_submitted', searchData('boots'))
  await page.publish('product_added_to_cart', cartData({ product: '7' }))
  expect(browser.actions()).toEqual([])
  expect(browser.shopper.cookies.all()).toEqual([])
})

test('without the theme tag visit, search and cart are reported in their order', async () => {
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

test('products count as seen with their page only if the shop asks for it', async () => {
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

test('the token of a checkout and its key never leave the page', async () => {
  const browser = pixelBrowser()
  const page = await browser.open(THANKS, {}, { referrer: 'https://shop.example/77/orders/to-ken' })
  await page.publish('page_viewed')
  expect(browser.sent('visitor')[0]?.data).toMatchObject({
    url: 'https://shop.example/checkouts/cn/_/thank-you',
    referrer: 'https://shop.example/77/orders/_',
  })
})

test('an app pixel reads its settings as texts', async () => {
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

test('robots are not recorded unless the shop asks for it', async () => {
  const browser = pixelBrowser()
  const robot = { userAgent: 'Googlebot/2.1' }
  const page = await browser.open('/', alone, robot)
  await page.publish('page_viewed')
  expect(browser.actions()).toEqual([])
  const recorded = await browser.open('/', { ...alone, recordBots: true }, robot)
  await recorded.publish('page_viewed')
  expect(browser.actions()).toEqual(['visitor'])
})
