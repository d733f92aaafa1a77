import type { Page } from '@playwright/test'
import { delayScript } from '../support/fakes/delay-script.ts'
import { expect, test } from '../support/fixtures/shop.ts'
import { turn } from '../support/fixtures/turn.ts'

const item = (id: string, more: object = {}) => ({ item_id: id, price: 10, ...more })

const push = (page: Page, entry: unknown) =>
  page.evaluate((given) => {
    ;(window as unknown as { dataLayer: unknown[] }).dataLayer.push(given)
  }, entry)

const attributes = {
  'data-data-layer': 'true',
  'data-record-bots': '',
  'data-max-url-bytes': '7600',
}

test('a shop with GA4 events needs no markup', async ({ page, shop }) => {
  const early = JSON.stringify([
    { event: 'view_search_results', search_term: 'boots' },
    { ecommerce: null },
    {
      event: 'view_item_list',
      ecommerce: { item_list_name: 'Search results', items: [item('P1'), item('P2')] },
    },
  ])
  shop.page(
    '/ga4.html',
    `<!doctype html><script>
      dataLayer = ${early}
      function gtag() { dataLayer.push(arguments) }
      gtag('event', 'select_item', { items: [{ item_id: 'P2' }] })
    </script>${shop.tag(attributes)}<p>GA4</p>`,
  )
  await shop.open('/ga4.html')
  await shop.waitFor('click')
  await push(page, { event: 'add_to_cart', ecommerce: { items: [item('P2', { quantity: 3 })] } })
  const order = { transaction_id: 'T-1', items: [item('P1'), item('P2', { quantity: 3 })] }
  await push(page, { event: 'purchase', ecommerce: order })
  await push(page, { event: 'purchase', ecommerce: order })
  await push(page, { event: 'add_to_cart', ecommerce: { items: [item('P9')] } })

  const carts = await shop.waitFor('cart', 2)
  expect(carts.map(({ data }) => data)).toMatchObject([
    { pid: 'P2', qty: '3' },
    { pid: 'P9', qty: '1' },
  ])
  expect(await shop.received('search')).toMatchObject([{ data: { query: 'boots' }, isGood: true }])
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toMatchObject([
    { data: { query: 'boots', pids_list: ['P1', 'P2'] }, isGood: true },
  ])
  expect(await shop.received('click')).toMatchObject([{ data: { pid: 'P2' }, isGood: true }])
  expect(await shop.received('order')).toMatchObject([
    {
      data: {
        products: [
          { pid: 'P1', qty: '1', price: '10' },
          { pid: 'P2', qty: '3', price: '10' },
        ],
      },
      isGood: true,
    },
  ])
})

test('an event that is both in markup and in the dataLayer counts once', async ({ page, shop }) => {
  shop.page(
    '/both.html',
    `<!doctype html><script>dataLayer = []</script>${shop.tag(attributes)}
    <main data-svc-query="boots">
      <div data-svc-product="P1"><a href="#open">One</a> <button data-svc-cart>Add</button></div>
    </main>
    <script>
      const items = [{ item_id: 'P1' }]
      const say = (event) => dataLayer.push({ event, ecommerce: { items } })
      document.querySelector('a').onclick = () => say('select_item')
      document.querySelector('button').onclick = () => setTimeout(say, 300, 'add_to_cart')
      say('view_item_list')
    </script>`,
  )
  const script = page.waitForResponse(/svc-datalayer/)
  await shop.open('/both.html')
  await script
  await page.getByText('One').click()
  await page.getByText('Add').click()
  await push(page, { event: 'add_to_cart', ecommerce: { items: [item('P2')] } })
  await expect
    .poll(() =>
      page.evaluate(() => (window as unknown as { dataLayer: unknown[] }).dataLayer.length),
    )
    .toBe(4)
  await push(page, { event: 'select_item', ecommerce: { items: [item('P3')] } })

  const clicks = await shop.waitFor('click', 2)
  expect(clicks.map(({ data }) => data)).toMatchObject([{ pid: 'P1' }, { pid: 'P3' }])
  const carts = await shop.waitFor('cart', 2)
  expect(carts.map(({ data }) => data)).toMatchObject([{ pid: 'P1' }, { pid: 'P2' }])
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toMatchObject([
    { data: { pids_list: ['P1'] } },
  ])
})

test('push works as before, even for scripts that replaced it, and is restored', async ({
  page,
  shop,
}) => {
  shop.page(
    '/push.html',
    `<!doctype html><script>
      dataLayer = []
      dataLayer.push = function () { wrapped = (window.wrapped || 0) + 1; return Array.prototype.push.apply(this, arguments) }
      before = dataLayer.push
    </script>${shop.tag(attributes)}`,
  )
  await shop.open('/push.html')
  await push(page, { event: 'select_item', ecommerce: { items: [item('P1')] } })
  await shop.waitFor('click')
  const seen = await page.evaluate(() => {
    const shopWindow = window as unknown as {
      dataLayer: unknown[]
      wrapped: number
      before: unknown
      svc: { stop: () => void }
    }
    const result = shopWindow.dataLayer.push({ event: 'x' }, { event: 'y' })
    shopWindow.svc.stop()
    return [result, shopWindow.wrapped, shopWindow.dataLayer.push === shopWindow.before]
  })
  expect(seen).toEqual([3, 2, true])
})

test('an order counts once, even if its page is left before it is parsed', async ({
  page,
  shop,
}) => {
  const release = await delayScript(page, 'slow.js')
  const order = { transaction_id: 'T-7', items: [item('P1'), item('P2')] }
  const early = JSON.stringify([
    { event: 'search', search_term: 'boots' },
    { event: 'purchase', ecommerce: order },
  ])
  shop.page(
    '/thanks.html',
    `<!doctype html><script>dataLayer = ${early}</script>${shop.tag(attributes)}
    <p>Thank you</p><script src="slow.js"></script><p>More</p>`,
  )
  shop.page('/slow.js', '')
  const adapter = page.waitForResponse('**/svc-datalayer.*.js')
  await page.goto(`${shop.url}/thanks.html`, { waitUntil: 'commit' })
  await adapter
  await expect
    .poll(() => page.evaluate("document.querySelector('script[src*=datalayer]') === null"))
    .toBe(true)
  await turn(page, 'hidden')
  expect(await shop.waitFor('order')).toMatchObject([
    { data: { products: [{ pid: 'P1' }, { pid: 'P2' }] } },
  ])
  expect(await shop.received('search')).toEqual([])

  await turn(page, 'visible')
  release()
  await shop.waitFor('search')
  await push(page, { event: 'add_to_cart', ecommerce: { items: [item('P9')] } })
  await shop.waitFor('cart')
  expect(await shop.received('order')).toHaveLength(1)
})

test('a dataLayer that the page creates last is read from its first entry', async ({
  page,
  shop,
}) => {
  shop.page('/late.html', `<!doctype html>${shop.tag(attributes)}`)
  const adapter = page.waitForResponse('**/svc-datalayer.*.js')
  await shop.open('/late.html')
  await adapter
  await page.waitForTimeout(1_000)
  const entry = { event: 'add_to_cart', ecommerce: { items: [item('P1')] } }
  const url = shop.page('/layer.js', `window.dataLayer = [${JSON.stringify(entry)}]`, {
    headers: { 'content-type': 'text/javascript' },
  })
  await page.addScriptTag({ url })
  await shop.waitFor('cart')
  await push(page, { event: 'add_to_cart', ecommerce: { items: [item('P2')] } })
  expect(await shop.waitFor('cart', 2)).toMatchObject([
    { data: { pid: 'P1' } },
    { data: { pid: 'P2' } },
  ])
})
