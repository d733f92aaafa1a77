import type { Page } from '@playwright/test'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

const tag = (shop: Shop) => shop.tag({ 'data-record-bots': 'true' })

/** Pages that render results of `svc`, with attributes on products and buttons but without any that name a list or request. */
function buildPages(shop: Shop) {
  shop.page(
    '/men',
    `<!doctype html><title>List</title>${tag(shop)}<main><ul id="list"></ul></main>
    <script>
      addEventListener('load', async () => {
        const { products } = await svc.browse({ page: { path: ['Men', 'Shoes'] }, rows: 3 })
        for (const { uniqueId, title } of products) {
          const tile = document.createElement('li')
          tile.dataset.svcProduct = uniqueId
          tile.innerHTML = '<a href="/product?id=' + uniqueId + '"></a>'
          tile.firstChild.textContent = title
          list.append(tile)
        }
      })
    </script>`,
  )
  shop.page(
    '/product',
    `<!doctype html><title>Product</title>${tag(shop)}
    <button>Add to cart</button>
    <script>
      document.querySelector('button').dataset.svcCart = new URL(location).searchParams.get('id')
    </script>
    <a href="/thanks">Buy</a>`,
  )
  shop.page(
    '/thanks',
    `<!doctype html><title>Thanks</title>${tag(shop)}
    <div data-svc-order="A-1"><p data-svc-line="P1" data-svc-qty="1" data-svc-price="10">One</p></div>`,
  )
}

/** A list whose attributes name it, as on a server-rendered page, filled from `svc`. */
function buildMarked(shop: Shop) {
  shop.page(
    '/marked',
    `<!doctype html><title>Marked</title>${tag(shop)}
    <ul data-svc-query="boots"></ul>
    <script>
      addEventListener('load', async () => {
        const { products } = await svc.search({ query: 'boots', rows: 2 })
        document.querySelector('ul').innerHTML = products
          .map(({ uniqueId }) => '<li data-svc-product="' + uniqueId + '">' + uniqueId + '</li>')
          .join('')
      })
    </script>`,
  )
}

const nextRequestId = async (page: Page, path: string) => {
  const reply = await page.waitForResponse(`**/${path}?**`)
  return reply.headers()['x-request-id']
}

/** Opens the category of men's boots. Returns the request id of its list. */
async function openCategory(page: Page, shop: Shop) {
  buildPages(shop)
  const [requestId] = await Promise.all([nextRequestId(page, 'category'), shop.open('/men')])
  return requestId
}

async function addToCart(page: Page) {
  await page.waitForFunction('window.svc && svc.user')
  await page.getByRole('button', { name: 'Add to cart' }).click()
}

test('from a category to the order, every event carries the request id of the list', async ({
  page,
  shop,
}) => {
  const requestId = await openCategory(page, shop)
  expect(requestId).toEqual(expect.any(String))
  const [impressions] = await shop.waitFor('PRODUCT_IMPRESSIONS')
  expect(impressions?.data).toMatchObject({
    page: 'categoryPath:"Men>Shoes"',
    page_type: 'BOOLEAN',
    pids_list: ['P1', 'P2', 'P4'],
    requestId,
  })

  await page.getByRole('link').first().click()
  await addToCart(page)
  // Two requests in flight may arrive in either order.
  await shop.waitFor('cart')
  await page.getByRole('link', { name: 'Buy' }).click()
  await shop.waitFor('order')
  const events = await shop.received()
  expect(events.map(({ action, data }) => [action, data])).toEqual([
    ['visitor', expect.anything()],
    ['PRODUCT_IMPRESSIONS', expect.anything()],
    ['click', expect.objectContaining({ pid: 'P1', requestId })],
    ['cart', expect.objectContaining({ pid: 'P1', requestId })],
    ['order', expect.objectContaining({ pid: 'P1' })],
  ])
})

test('a product opened in a new tab keeps the request id of its list', async ({
  context,
  page,
  shop,
}) => {
  const requestId = await openCategory(page, shop)
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  const opened = context.waitForEvent('page')
  await page.getByRole('link').first().click({ button: 'middle' })
  await addToCart(await opened)
  const [cart] = await shop.waitFor('cart')
  expect(cart?.data).toMatchObject({ pid: 'P1', requestId })
})

test('a list marked with its query takes the request id of the reply for that query', async ({
  page,
  shop,
}) => {
  buildMarked(shop)
  const [requestId] = await Promise.all([nextRequestId(page, 'search'), shop.open('/marked')])
  const [impressions] = await shop.waitFor('PRODUCT_IMPRESSIONS')
  expect(impressions?.data).toMatchObject({ query: 'boots', requestId })
})
