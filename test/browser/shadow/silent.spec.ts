import type { BrowserContext, Page } from '@playwright/test'
import { pixelScript } from '../../support/fixtures/other-tags.ts'
import { noticesOf } from '../../support/fixtures/page-errors.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

const html = (shop: Shop, attributes: Readonly<Record<string, string>>, rest = '') =>
  `<!doctype html><html lang="en"><head>${shop.tag({ 'data-record-bots': 'true', 'data-impressions': '{"dwellMs":100}', ...attributes })}${rest}</head>
  <body><ul data-svc-query="boots"><li data-svc-product="P1"><a href="/next.html">One</a></li></ul>
  <button data-svc-cart="P1">Add</button></body></html>`

/** Everything that outlives the browser's tab. */
const keptBeyondTab = async (context: BrowserContext, page: Page) => ({
  cookies: (await context.cookies()).map(({ name }) => name),
  ...(await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
  }))),
})

const NOTHING = { cookies: [], local: [], databases: [], caches: [] }

const recorded = (page: Page) =>
  page.evaluate(async () =>
    (await window.svc.explain()).flatMap(({ action, state, t }) =>
      t ? [`${action} ${state}`] : [],
    ),
  )

test('shadow mode records as usual, but sends and stores nothing', async ({
  context,
  page,
  shop,
}) => {
  const requests: string[] = []
  context.on('request', (request) => requests.push(new URL(request.url()).pathname))
  for (const path of ['/list.html', '/next.html'])
    shop.page(path, html(shop, { 'data-shadow': 'true' }, pixelScript(shop.url)))
  await shop.open('/list.html')
  await expect.poll(() => recorded(page)).toContain('PRODUCT_IMPRESSIONS withheld')
  await page.getByRole('button').click()
  await expect.poll(() => recorded(page)).toContain('cart withheld')
  const user = await page.evaluate(() => window.svc.user)
  await page.getByRole('link').click()
  await page.waitForURL('**/next.html')
  await page.getByRole('button').click()
  await expect.poll(() => recorded(page)).toContain('cart withheld')
  // The same visitor in the same visit, so the second page has no visitor event.
  expect(await page.evaluate(() => window.svc.user)).toEqual({ ...user, visitType: 'first_time' })
  expect(await recorded(page)).not.toContain('visitor withheld')
  expect(await keptBeyondTab(context, page)).toEqual(NOTHING)
  // A request of the page shows that the network was watched and nothing was sent before it.
  await page.evaluate(`pixel('click', { pid: 'mine' })`)
  expect(await shop.waitFor('click')).toMatchObject([{ data: { pid: 'mine' } }])
  expect((await shop.received()).length).toBe(1)
  expect(requests.filter((path) => path.endsWith('/1p.jpg'))).toHaveLength(1)
})

test('shadow mode does not change what an earlier tag stored', async ({ context, page, shop }) => {
  shop.page('/live.html', html(shop, {}))
  shop.page('/list.html', html(shop, { 'data-shadow': 'true' }))
  await shop.faults({ status: 503 })
  await shop.open('/live.html')
  await page.getByRole('button').click()
  await expect.poll(() => recorded(page)).toContain('cart retrying')
  const cookies = await context.cookies()
  await shop.open('/list.html')
  await shop.faults({})
  await page.getByRole('button').click()
  await expect.poll(() => recorded(page)).toContain('cart withheld')
  expect((await context.cookies()).map(({ value }) => value)).toEqual(
    cookies.map(({ value }) => value),
  )
  const before = await shop.received()
  // The tag that sends again finds its event unchanged.
  await shop.open('/live.html')
  await expect.poll(async () => (await shop.received('cart')).length).toBeGreaterThan(0)
  expect(before.filter(({ action }) => action === 'cart')).toEqual([])
})

test('after a refusal or a reset in shadow mode, nothing is stored', async ({
  context,
  page,
  shop,
}) => {
  shop.page('/list.html', html(shop, { 'data-shadow': 'true' }))
  await shop.open('/list.html')
  await expect.poll(() => recorded(page)).toContain('visitor withheld')
  const first = await page.evaluate(() => window.svc.user?.id)
  await page.evaluate(() => window.svc.reset())
  await page.getByRole('button').click()
  await expect.poll(() => page.evaluate(() => window.svc.user?.id)).not.toBe(first)
  await page.evaluate(() => window.svc.consent('denied'))
  await page.evaluate(() => window.svc.consent('granted'))
  await page.getByRole('button').click()
  await expect.poll(() => recorded(page)).toContain('cart withheld')
  expect(await keptBeyondTab(context, page)).toEqual(NOTHING)
  expect(await shop.received()).toEqual([])
})

test('without svc-shadow.js nothing starts, and one warning says so', async ({ page, shop }) => {
  const warnings = noticesOf(page)
  await page.route('**/svc-shadow.*.js', (route) => route.abort())
  shop.page('/list.html', html(shop, { 'data-shadow': 'true' }, pixelScript(shop.url)))
  await shop.open('/list.html')
  await expect.poll(() => warnings.join()).toMatch(/svc-shadow\.\w+\.js could not be loaded/)
  await page.getByRole('button').click()
  await page.evaluate(`pixel('click', { pid: 'mine' })`)
  await shop.waitFor('click')
  expect((await shop.received()).length).toBe(1)
  expect(await page.evaluate(() => window.svc.version)).toBeUndefined()
})
