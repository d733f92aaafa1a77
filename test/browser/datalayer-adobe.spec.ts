import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ADOBE_SDK, adobeCart, adobeLine, adobeOrder, adobeSearch } from '../fakes/adobe-sdk.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

type Sdk = typeof import('@adobe/magento-storefront-events-sdk')['default']

interface ShopWindow {
  magentoStorefrontEvents: Sdk
  adobeDataLayer: unknown[]
  svc: { stop: () => void; consent: (state: string) => void }
}

const attributes = { 'data-data-layer': 'true', 'data-record-bots': '' }

/** Adobe's library, inlined as in a shop's bundle. */
const sdk = `<script>${readFileSync(ADOBE_SDK, 'utf8')}</script>`

function openPage(shop: Shop, path: string, more: object = {}) {
  shop.page(
    path.replace(/\?.*/, ''),
    `<!doctype html>${sdk}${shop.tag({ ...attributes, ...more })}<p>Shop</p>`,
  )
  return shop.open(path)
}

/** Pushes the entries of a shop in which a search was answered, and a result clicked and added to the cart. */
const shopAround = (page: Page) =>
  page.evaluate(
    ({ search, cart, changed }) => {
      const { context, publish } = (window as unknown as ShopWindow).magentoStorefrontEvents
      context.setSearchInput(search.input)
      publish.searchRequestSent('results')
      context.setSearchResults(search.results)
      publish.searchResponseReceived('results')
      publish.searchResultsView('results')
      publish.searchProductClick('results', 'P1')
      context.setShoppingCart(cart)
      context.setChangedProducts({ items: [changed] })
      publish.addToCart()
    },
    {
      search: adobeSearch('boots'),
      cart: adobeCart(adobeLine('P1', 3)),
      changed: adobeLine('P1', 2),
    },
  )

const placeOrder = (page: Page, orderId: string) =>
  page.evaluate(
    ({ cart, order }) => {
      const { context, publish } = (window as unknown as ShopWindow).magentoStorefrontEvents
      context.setShoppingCart(cart)
      context.setOrder(order)
      publish.placeOrder()
    },
    { cart: adobeCart(adobeLine('P1', 3), adobeLine('P2', 1)), order: adobeOrder(orderId) },
  )

async function dataByAction(shop: Shop) {
  const actions = ['search', 'PRODUCT_IMPRESSIONS', 'click', 'cart', 'order']
  const events = await Promise.all(actions.map((action) => shop.received(action)))
  expect(events.flat().flatMap(({ reasons }) => reasons)).toEqual([])
  return events.map((list) => list.map(({ data }) => data))
}

test("a shop with Adobe's library needs no markup for search, click, cart and order", async ({
  page,
  shop,
}) => {
  await openPage(shop, '/search?q=boots')
  await shopAround(page)
  await placeOrder(page, '100042')
  await shop.waitFor('order')

  // A page that repeats the order, and then another page.
  await page.reload()
  await placeOrder(page, '100042')
  await placeOrder(page, '100043')
  await shop.waitFor('order', 2)
  const products = [
    { pid: 'P1', qty: '3', price: '20' },
    { pid: 'P2', qty: '1', price: '20' },
  ]
  expect(await dataByAction(shop)).toMatchObject([
    [{ query: 'boots' }],
    [],
    [{ pid: 'P1' }],
    [{ pid: 'P1', qty: '2' }],
    [{ products }, { products }],
  ])

  // Entries that cannot be copied do not break Adobe's library.
  const error = await page.evaluate(() => {
    const { publish } = (window as unknown as ShopWindow).magentoStorefrontEvents
    try {
      publish.placeOrder({ button: document.body, later: () => {} })
      return 'none'
    } catch (thrown) {
      return String(thrown)
    }
  })
  expect(error).toBe('none')
})

test("Adobe's library may load after the tag, and gets its own push back", async ({
  page,
  shop,
}) => {
  const part = page.waitForResponse('**/svc-datalayer.*.js')
  shop.page(
    '/late.html',
    `<!doctype html><script>adobeDataLayer = []</script>${shop.tag(attributes)}<p>Shop</p>`,
  )
  await shop.open('/late.html')
  await part
  await expect
    .poll(() => page.evaluate(() => (window as unknown as ShopWindow).adobeDataLayer.length))
    .toBe(1)
  await page.addScriptTag({ path: ADOBE_SDK })
  await placeOrder(page, '100042')
  await shop.waitFor('order')

  const kept = await page.evaluate(() => {
    const { adobeDataLayer, magentoStorefrontEvents, svc } = window as unknown as ShopWindow
    const watched = adobeDataLayer.push
    svc.stop()
    magentoStorefrontEvents.publish.searchProductClick('results', 'P9')
    return {
      isPutBack: adobeDataLayer.push !== watched,
      hasOrder: magentoStorefrontEvents.context.getOrder().orderId,
      hasClick: JSON.stringify(adobeDataLayer.at(-1)).includes('search-product-click'),
    }
  })
  expect(kept).toEqual({ isPutBack: true, hasOrder: '100042', hasClick: true })
})
