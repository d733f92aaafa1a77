import type { Page } from '@playwright/test'
import {
  actsReported,
  openAgentPage,
  SEARCH_TOOLS,
  withoutWebMcp,
  withWebMcp,
} from '../support/fixtures/agent-shop.ts'
import { errorsOf } from '../support/fixtures/page-errors.ts'
import { expect, test } from '../support/fixtures/shop.ts'

test.use({ launchOptions: withWebMcp })

const OWN = ['ask_shopping_agent', 'browse_category', 'get_product', 'search_products']

/** Shopping tasks: the calls of each, and the one action that they report. */
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

test('each task of an agent is reported once, with the agent as the actor', async ({
  page,
  shop,
}) => {
  await openAgentPage(page, shop)
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(OWN))
  const isOwn = ([[first]]: (typeof TASKS)[number]) => OWN.includes(first?.[0] ?? '')
  for (const [calls] of TASKS.filter(isOwn))
    for (const [name, input] of calls) await call(page, name, input)
  await openAgentPage(page, shop, {}, SEARCH_TOOLS)
  for (const [calls] of TASKS.filter((task) => !isOwn(task)))
    for (const [name, input] of calls) await call(page, name, input)
  // A failed call, and a press without a tool, which is a robot's.
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
  // The verdict accepts the actor.
  expect((await shop.received()).flatMap(({ reasons }) => reasons ?? [])).toEqual([])
})

test('tools return small results, and are removed after a refusal or svc.stop()', async ({
  page,
  shop,
}) => {
  await openAgentPage(page, shop)
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(OWN))
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
  for (const [name, input] of [
    ['get_product', { id: 'none' }],
    ['search_products', { query: 7 }],
    ['browse_category', { path: [] }],
  ] as const)
    await expect(call(page, name, input), name).rejects.toThrow('the invocation failed')

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

  const hanging = call(page, 'hang').catch(() => {})
  await page.evaluate(() => Reflect.get(window, 'svc').stop())
  expect((await names(page)).filter((name) => OWN.includes(name))).toEqual([])
  const source = () =>
    Function.prototype.toString.call(
      Reflect.get(Reflect.get(document, 'modelContext'), 'registerTool'),
    )
  expect(await page.evaluate(source)).toContain('[native code]')
  await call(page, 'add_to_cart', { productId: 'stopped' })
  await page.goto('about:blank')
  await hanging
  const carts = (await actsReported(shop)).filter(({ action }) => action === 'cart')
  expect(carts.map(({ what }) => what)).toEqual(['before', 'after'])
})

test('without WebMCP or the setting, no part is loaded', async ({ page, shop, playwright }) => {
  const files: string[] = []
  const listenTo = (target: Page) => target.on('request', (request) => files.push(request.url()))
  listenTo(page)
  shop.page('/off.html', shop.tag({ 'data-agent-tools': 'false', 'data-record-bots': 'true' }))
  await shop.open('/off.html')
  await page.waitForFunction(() => Reflect.get(window, 'svc')?.version)

  const browser = await playwright.chromium.launch(withoutWebMcp)
  const plain = await browser.newPage()
  listenTo(plain)
  await plain.goto(
    shop.page('/on.html', shop.tag({ 'data-agent-tools': '', 'data-record-bots': 'true' })),
  )
  await plain.waitForFunction(() => Reflect.get(window, 'svc')?.version)
  await shop.waitFor('visitor', 2)
  await browser.close()
  expect(files.filter((file) => /svc\.js/.test(file))).toHaveLength(2)
  expect(files.filter((file) => /agent-tools/.test(file))).toEqual([])
})

test('a list of tools that never comes delays the tools and the audit by three seconds', async ({
  page,
  shop,
}) => {
  const early = 'ModelContext.prototype.getTools = () => new Promise(() => {})'
  await openAgentPage(page, shop, {}, '', early)
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(OWN))
  const audit = page.evaluate(() => Reflect.get(window, 'svc').audit())
  expect(await Promise.race([audit, page.waitForTimeout(20_000)])).toBeInstanceOf(Array)
})

/** Failing tools, and what a page can observe of them. */
const HOSTILE = `
  const log = []
  const note = (what, value) => log.push(what + ' ' + String(value))
  const attempt = async (what, task) => {
    try { note(what, JSON.stringify(await task())) } catch (error) { note(what, error) }
  }
  const define = (name, execute, more = {}) => ({ name, description: 'A tool', execute, ...more })
  const register = (tool, options) => document.modelContext.registerTool(tool, options)
  const tools = async () => (await document.modelContext.getTools()).map(({ name }) => name).filter((name) => /^own|^search_p/.test(name)).sort()
  window.run = async () => {
    await attempt('throws', () => register(define('own_throw', () => { throw new RangeError('own') })))
    await attempt('hangs', () => register(define('own_hang', () => new Promise(() => {}))))
    await attempt('rejects', () => register(define('own_reject', async () => { throw new RangeError('own') })))
    await attempt('frozen', () => register(Object.freeze(define('own_frozen', function () { return { self: this === undefined, count: arguments.length } }))))
    await attempt('thenable', () => { let asked = 0; return register(define('own_then', () => ({ then(resolve) { resolve('asked ' + ++asked) } }))) })
    await attempt('getter', () => register({ get name() { note('read', 'name'); return 'own_getter' }, get description() { throw new EvalError('own') }, execute() {} }))
    await attempt('twice', () => register(define('own_hang', () => 1)))
    await attempt('the name of the tag', () => register(define('search_products', () => 'shop')))
    await attempt('twice the name of the tag', () => register(define('search_products', () => 'again')))
    const controller = new AbortController()
    await attempt('replaced', () => register(define('own_replaced', () => 'first'), { signal: controller.signal }))
    controller.abort()
    await attempt('replaced again', () => register(define('own_replaced', () => 'second')))
    for (const wrong of [undefined, null, 7, 'text', {}, { name: 'own_x' }, define('own x', () => 1), define('own_y', 'no function'), define('', () => 1)])
      await attempt('wrong', () => register(wrong))
    try { document.modelContext.registerTool() } catch (error) { note('nothing', error) }
    note('tools', await tools())
    return log
  }`

test('failing tools behave as they would without the tag', async ({ page, shop }) => {
  const outcomes: unknown[] = []
  for (const attributes of [{}, { 'data-agent-tools': 'false' }]) {
    await openAgentPage(page, shop, { 'data-agent-tools': '', ...attributes }, HOSTILE)
    page.removeAllListeners('pageerror')
    const errors = errorsOf(page)
    const log = await page.evaluate(() => Reflect.get(window, 'run')())
    const called: unknown[] = []
    for (const name of [
      'own_throw',
      'own_reject',
      'own_frozen',
      'own_then',
      'own_replaced',
      'search_products',
    ])
      called.push(await call(page, name).catch(({ message }: Error) => message))
    called.push(await page.webmcp.callTool('own_hang', {}, { timeout: 500 }).catch(() => 'hangs'))
    outcomes.push({ log, called, errors })
  }
  expect(outcomes[0]).toEqual(outcomes[1])
  expect(outcomes[0]).toMatchObject({
    called: expect.arrayContaining(['shop', 'second', 'asked 1', 'hangs']),
  })
})

test('events of a person and an agent in one browser are distinguished', async ({ page, shop }) => {
  // Presses of the driver represent a person's.
  await openAgentPage(page, shop, { 'data-record-bots': 'true' })
  const use = (name: string) => call(page, name)
  const buy = () => page.getByRole('button', { name: 'Buy' }).click()

  await page.getByRole('link', { name: 'Eight' }).click()
  await page.evaluate(() => document.querySelector<HTMLElement>('button[data-svc-cart]')?.click())
  await use('buy_shown')
  const hanging = use('hang').catch(() => undefined)
  await page.waitForFunction(() => Reflect.get(window, 'hangs'))
  await page.evaluate(() => Reflect.get(window, 'svc').track('cart', { pid: 'by tool' }))
  await buy()
  await page.evaluate(() => Reflect.get(window, 'svc').track('cart', { pid: 'by person' }))
  await use('open_tile')
  await shop.waitFor('click', 2)

  await expect
    .poll(() => actsReported(shop))
    .toEqual([
      { action: 'visitor', what: undefined },
      { action: 'click', what: 'P8' },
      { action: 'cart', what: 'P7', qty: '1', actor: 'agent' },
      { action: 'cart', what: 'by tool', qty: '1', actor: 'agent' },
      { action: 'cart', what: 'P7', qty: '1' },
      { action: 'cart', what: 'by person', qty: '1' },
      { action: 'click', what: 'P7', actor: 'agent' },
    ])
  const told = await page.evaluate(() => Reflect.get(window, 'svc').explain())
  const actors = told.flatMap(({ t, actor }) => (t ? [actor] : []))
  expect(actors.filter((actor) => actor === 'agent').length).toBeGreaterThanOrEqual(3)
  await page.goto('about:blank')
  await hanging
})

/** Registers tools as an inline script or the platform does, before the tag. */
const early = (...names: readonly string[]) => `
  const pause = (ms = 300) => new Promise((resolve) => setTimeout(resolve, ms))
  const tools = {
    async put_in_bag() { await pause(); svc.track('cart', { pid: 'by early tool' }) },
    async open_first() { await pause(); document.querySelector('[data-svc-product] a').click() },
    async search_catalog() { await pause(); svc.track('search', { query: 'early words' }) },
    async show_product() { return {} },
  }
  for (const name of ${JSON.stringify(names)})
    document.modelContext.registerTool({ name, description: name, inputSchema: { type: 'object', properties: {} }, execute: tools[name] })`

test("what a tool does that was registered before the tag is an agent's, until a person acts", async ({
  page,
  shop,
}) => {
  const script = early('put_in_bag', 'open_first', 'search_catalog')
  await openAgentPage(page, shop, { 'data-record-bots': 'true' }, '', script)
  await call(page, 'put_in_bag')
  await call(page, 'open_first')
  await call(page, 'search_catalog')
  await page.getByRole('button', { name: 'Buy' }).click()
  await page.evaluate(() => Reflect.get(window, 'svc').track('cart', { pid: 'by person' }))
  await shop.waitFor('cart', 3)
  await expect
    .poll(() => actsReported(shop))
    .toEqual([
      { action: 'visitor', what: undefined },
      { action: 'cart', what: 'by early tool', qty: '1', actor: 'agent' },
      { action: 'click', what: 'P7', actor: 'agent' },
      { action: 'search', what: 'early words', actor: 'agent' },
      { action: 'cart', what: 'P7', qty: '1' },
      { action: 'cart', what: 'by person', qty: '1' },
    ])
})

test('the tag offers no tools for products beside those of the platform', async ({
  page,
  shop,
}) => {
  const ownNames = async () => (await names(page)).filter((name) => OWN.includes(name))
  // Before the tag, after it, and as a form; a tool for the cart does not find products.
  for (const [script, before] of [
    ['', early('search_catalog')],
    ['', early('show_product')],
    [SEARCH_TOOLS, ''],
  ] as const) {
    await openAgentPage(page, shop, {}, script, before)
    await expect.poll(ownNames).toEqual(['ask_shopping_agent'])
  }
  await openAgentPage(page, shop, {}, '', early('put_in_bag'))
  await expect.poll(ownNames).toEqual(OWN)
})
