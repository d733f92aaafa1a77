import type { Page } from '@playwright/test'
import { errorsOf } from '../../support/fixtures/page-errors.ts'
import { expect, test } from '../../support/fixtures/shop.ts'
import { look, row, TIMES } from '../../support/simulators/fault-trial.ts'

/* The parts of the tag load late, or never: each event is still sent from its page. Nothing is loaded beforehand. */

const few = TIMES > 1 ? 3 : 1

row(
  'the first svc.track of a page is in a link’s handler; the next page has no tag',
  async (trial) => {
    const page = await trial.open()
    await trial.fire(page, 1, `location = '${trial.address({ hasTag: false })}'`)
    await trial.arrived()
  },
  { runs: 2 },
)

row(
  'svc.track, then the tab is closed',
  async (trial) => {
    const page = await trial.open()
    await trial.fire(page, 1)
    await page.close()
    await trial.arrived()
  },
  { runs: 2 },
)

row(
  '12 svc.track while offline, online again after 6 s, the page stays open',
  async (trial) => {
    const page = await trial.open()
    await trial.context.setOffline(true)
    for (let turn = 0; turn < 12; turn++) {
      await trial.fire(page, 1)
      await page.waitForTimeout(500)
    }
    await trial.context.setOffline(false)
    await trial.arrived()
  },
  {
    runs: few,
    impossibleOverHttp2: { webkit: 'its driver takes the network from requests without TLS only' },
  },
)

row(
  '30 events and a link in one task, and the next page has the tag',
  async (trial) => {
    const page = await trial.open()
    await trial.fire(page, 30, `location = '${trial.address()}'`)
    await trial.arrived()
    // Longer than any lease, so that everything that is sent again has been sent by then.
    await page.waitForTimeout(16_000)
  },
  { runs: few },
)

/** What a blocklist, a CDN outage, a policy or a slow network does to the parts. */
const parts: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'answered 404': (page) =>
    page.route(/svc-[\w-]+\.\w{8}\.js/, (route) => route.fulfill({ status: 404 })),
  'blocked by a list': (page) =>
    page.route(/svc-[\w-]+\.\w{8}\.js/, (route) => route.abort('blockedbyclient')),
  'late by 5 s': (page) =>
    page.route(/svc-[\w-]+\.\w{8}\.js/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      await route.continue().catch(() => {})
    }),
  'forbidden by a policy': (page) =>
    page.route(/\.html$/, async (route) => {
      const response = await route.fetch()
      const headers = {
        ...response.headers(),
        'content-security-policy': `script-src 'unsafe-inline' ${new URL('/svc.js', response.url())}`,
      }
      await route.fulfill({ response, headers })
    }),
}

/** What one page reports by markup and by calls, for every action except facets. */
const MARKED = `
  <form data-svc-search><input name="q" value="hats"></form>
  <ul data-svc-query="shoes"><li data-svc-product="M1"><b>Shoe</b><button data-svc-cart>Add</button></li></ul>
  <div data-svc-order="o-1"><p data-svc-line="M2" data-svc-qty="1" data-svc-price="9.50"></p></div>
  <script type="application/json" data-svc-events>[{"action":"cart","data":{"pid":"M3"}}]</script>`

const CALLS = `
  svc.track('search', { query: 'boots' })
  svc.track('PRODUCT_IMPRESSIONS', { query: 'shoes', pids_list: ['C1'] })
  svc.track('click', { pid: 'C1' })
  svc.track('facets', { query: 'shoes', facets: { color: { prank: 1, selected: [{ prank: 1, val: 'Red' }] } } })
  svc.track('cart', { pid: 'C1', qty: 1 })
  svc.track('order', { orderId: 'o-2', pid: 'C1', qty: 1, price: 10 })`

for (const [what, hinder] of Object.entries(parts))
  test(`every action by markup and by call leaves from its page while parts are ${what}`, async ({
    page,
    shop,
  }) => {
    const problems = errorsOf(page)
    await hinder(page)
    shop.page('/marked.html', `<!doctype html>${shop.tag({ 'data-record-bots': '' })}${MARKED}`)
    await shop.open('/marked.html')
    await look(page)
    await page.evaluate(`(() => { ${CALLS} })()`)
    await page.getByText('Add').click()
    await page.getByText('Shoe').click()
    await page.locator('input').press('Enter')
    for (const [action, count] of Object.entries({
      search: 2,
      click: 2,
      cart: 3,
      order: 2,
      PRODUCT_IMPRESSIONS: 2,
      facets: 1,
    }))
      await shop.waitFor(action, count)
    expect(problems).toEqual([])
  })

for (const [how, act] of Object.entries({
  markup: `document.body.insertAdjacentHTML('beforeend', '<div data-svc-order="o-3"><p data-svc-line="M2" data-svc-qty="1" data-svc-price="9.50"></p></div>')`,
  call: `svc.track('order', { orderId: 'o-3', pid: 'M2', qty: 1, price: 9.5 })`,
}))
  test(`an order by ${how}, files 400 ms late, and the tab closed 300 ms later`, async ({
    page,
    shop,
  }) => {
    await page.route(/svc[\w.-]*\.js/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue().catch(() => {})
    })
    shop.page('/thanks.html', `<!doctype html>${shop.tag({ 'data-record-bots': '' })}<body>`)
    await shop.open('/thanks.html')
    await look(page)
    await page.evaluate(act)
    await page.waitForTimeout(300)
    await page.close()
    expect(await shop.waitFor('order', 1)).toHaveLength(1)
  })

test('a page that was open before a release into its folder reports what happens on it', async ({
  page,
  shop,
}) => {
  shop.page('/marked.html', `<!doctype html>${shop.tag({ 'data-record-bots': '' })}${FACETS}`)
  await shop.open('/marked.html')
  await look(page)
  shop.withholdParts()
  await page.evaluate(`(() => { ${CALLS} })()`)
  for (const action of ['search', 'PRODUCT_IMPRESSIONS', 'click', 'facets', 'cart', 'order'])
    await shop.waitFor(action, 1)
})

const FACETS = `<ul data-svc-query="shoes"></ul>
  <fieldset data-svc-facet="color"><label><input type="checkbox" data-svc-value="Red">Red</label></fieldset>`

test('a facet pressed before its part is there, and the page left, is reported by the next page', async ({
  page,
  shop,
}) => {
  let isHindered = true
  await page.route(/svc-facets\.\w{8}\.js/, (route) =>
    isHindered ? route.abort() : route.continue(),
  )
  for (const path of ['/facets.html', '/next.html'])
    shop.page(
      path,
      `<!doctype html>${shop.tag({ 'data-record-bots': '' })}${path === '/facets.html' ? FACETS : ''}`,
    )
  await shop.open('/facets.html')
  await look(page)
  await page.getByText('Red').click()
  isHindered = false
  await shop.open('/next.html')
  const [facets, ...others] = await shop.waitFor('facets', 1)
  expect(others).toEqual([])
  expect(facets?.data).toMatchObject({
    query: 'shoes',
    url: `${shop.url}/facets.html`,
    facets: { color: { prank: '1', selected: [{ prank: '1', val: 'Red' }] } },
  })
})

const LYING_WORKER = `
  addEventListener('install', () => skipWaiting())
  addEventListener('activate', (event) => event.waitUntil(clients.claim()))
  addEventListener('fetch', (event) => {
    if (event.request.url.includes('1p.jpg')) event.respondWith(new Response(''))
  })`

test('an event that a service worker answers is not taken for received', async ({ page, shop }) => {
  shop.page('/worker.js', LYING_WORKER, { headers: { 'content-type': 'text/javascript' } })
  shop.page('/before.html', '<!doctype html><title>Shop</title>')
  const tag = shop.tag({ 'data-record-bots': '', 'data-tracker-url': shop.otherOrigin })
  shop.page('/worked.html', `<!doctype html>${tag}`)
  await shop.open('/before.html')
  await page.evaluate(
    "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)",
  )
  await shop.open('/worked.html')
  await look(page)
  await page.evaluate("svc.track('cart', { pid: 'P1', qty: 1 })")
  await page.waitForTimeout(1_000)
  expect(await shop.received('cart')).toEqual([])
  // The shop removes its worker, and the shopper goes to the next page.
  await page.evaluate(
    'navigator.serviceWorker.getRegistration().then((worker) => worker.unregister())',
  )
  await shop.open('/worked.html')
  expect(await shop.waitFor('cart', 1)).toHaveLength(1)
})
