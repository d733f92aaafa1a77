import type { Page } from '@playwright/test'
import { actsReported, openAgentPage, withWebMcp } from '../support/fixtures/agent-shop.ts'
import { expect, test } from '../support/fixtures/shop.ts'

test.use({ launchOptions: withWebMcp() })

const OWN = ['ask_shopping_agent', 'browse_category', 'get_product', 'search_products']

/** Shopping tasks: the calls of each, and the one act that they are. */
const TASKS: readonly (readonly [
  calls: readonly [string, object][],
  action: string,
  what: string,
  qty?: string,
])[] = [
  [[['search_products', { query: 'red shoes' }]], 'search', 'red shoes'],
  [[['get_product', { id: 'P1' }]], 'click', 'P1'],
  [
    [
      ['browse_category', { path: ['Men', 'Shoes'] }],
      ['get_product', { id: 'P2' }],
    ],
    'click',
    'P2',
  ],
  [
    [
      ['ask_shopping_agent', { message: 'boots' }],
      ['get_product', { id: 'P3' }],
    ],
    'click',
    'P3',
  ],
  [[['find_products', { q: 'boots' }]], 'search', 'boots'],
  [[['buy_shown', {}]], 'cart', 'P7', '1'],
  [[['buy_later', { sku: 'P5' }]], 'cart', 'P5', '1'],
  [[['add_to_cart', { productId: 'P6', quantity: 2 }]], 'cart', 'P6', '2'],
  [[['type_search', { words: 'typed' }]], 'search', 'typed'],
  [[['search_box', { q: 'by form' }]], 'search', 'by form'],
  [[['search_plain', { query: 'by plain form' }]], 'search', 'by plain form'],
  [[['open_tile', {}]], 'click', 'P7'],
  [[['bag', { lines: [{ id: 'gid://shopify/ProductVariant/9', count: 3 }] }]], 'cart', '9', '3'],
]

const names = async (page: Page) => (await page.webmcp.tools()).map(({ name }) => name).sort()

const call = (page: Page, name: string, input: object = {}) =>
  page.webmcp.callTool(name, input as never, { timeout: 20_000 })

test('each task of an agent is one event with the agent as its actor', async ({ page, shop }) => {
  await openAgentPage(page, shop)
  expect(await names(page)).toEqual(expect.arrayContaining(OWN))
  for (const [calls] of TASKS) for (const [name, input] of calls) await call(page, name, input)
  // Failed, and a press without a tool: a robot's.
  await call(page, 'add_to_cart_sold_out', { productId: 'P4' })
  await page.getByText('Eight').click()
  await shop.waitFor('cart', 4)

  const expected = TASKS.map(([, action, what, qty]) => ({
    action,
    what,
    actor: 'agent',
    ...(qty && { qty }),
  }))
  await expect
    .poll(() => actsReported(shop))
    .toEqual([{ action: 'visitor', what: undefined, actor: 'agent' }, ...expected])
  // What the verdict says of the actor: nothing is wrong with it.
  expect((await shop.received()).flatMap(({ reasons }) => reasons ?? [])).toEqual([])
})

test('a tool of the tag returns small results with links', async ({ page, shop }) => {
  await openAgentPage(page, shop)
  const found = await call(page, 'search_products', { query: 'shoes' })
  expect(found).toEqual({ products: expect.any(Array), total: expect.any(Number) })
  const { products } = found as { products: object[] }
  expect(products).toHaveLength(10)
  expect(products[0]).toEqual({
    id: 'P1',
    title: 'Akira Sneakers 1',
    price: 10,
    url: `${shop.url}/product.html?id=P1`,
  })
  const noProduct = { isError: true, error: 'TypeError: there is no product none' }
  expect(await call(page, 'get_product', { id: 'none' })).toEqual(noProduct)
  const noQuery = { isError: true, error: 'TypeError: query is missing' }
  expect(await call(page, 'search_products', { query: 7 })).toEqual(noQuery)
})

test('nothing is offered or recorded after a refusal', async ({ page, shop }) => {
  await openAgentPage(page, shop)
  await call(page, 'add_to_cart', { productId: 'before' })
  await shop.waitFor('cart')
  await page.evaluate(() => Reflect.get(window, 'svc').consent('denied'))
  expect(await names(page)).not.toEqual(expect.arrayContaining(['search_products']))
  await call(page, 'add_to_cart', { productId: 'refused' })
  await call(page, 'buy_shown')
  await page.evaluate(() => Reflect.get(window, 'svc').consent('granted'))
  expect(await names(page)).toEqual(expect.arrayContaining(OWN))
  await call(page, 'add_to_cart', { productId: 'after' })
  await shop.waitFor('cart', 2)
  const carts = (await actsReported(shop)).filter(({ action }) => action === 'cart')
  expect(carts.map(({ what }) => what)).toEqual(['before', 'after'])
})

test('nothing is left after svc.stop()', async ({ page, shop }) => {
  await openAgentPage(page, shop)
  const hanging = call(page, 'hang').catch(() => {})
  await page.evaluate(() => Reflect.get(window, 'svc').stop())
  const left = (await names(page)).filter((name) => OWN.includes(name))
  expect(left).toEqual([])
  const source = () =>
    Function.prototype.toString.call(
      Reflect.get(Reflect.get(document, 'modelContext'), 'registerTool'),
    )
  expect(await page.evaluate(source)).toContain('[native code]')
  await call(page, 'add_to_cart', { productId: 'stopped' })
  await page.goto('about:blank')
  await hanging
  expect(await shop.received('cart')).toEqual([])
})
