import { noticesOf } from '../support/fixtures/page-errors.ts'
import { expect, test } from '../support/fixtures/shop.ts'

const KINDS = { 'data-record-bots': 'true', 'data-scrub-also': '["path","phone"]' }
const ADDRESS = '/account/jo@mail.example/orders?tel=%2B49%20170%201234567&page=2'

test('with scrubAlso, no event has personal data in its URLs', async ({ page, shop }) => {
  shop.page('/account/jo@mail.example/orders', `<!doctype html>${shop.tag(KINDS)}<p>Orders</p>`)
  await shop.open(ADDRESS)
  await page.evaluate(() => window.svc.track('cart', { pid: 'P1' }))
  await shop.waitFor('cart')
  const urls = (await shop.received()).map(({ data }) => (data as { readonly url: string }).url)
  expect(new Set(urls)).toEqual(new Set([`${shop.url}/account/_/orders?page=2`]))
})

test("the vendor preset counts a list on load, and sends only the contract's fields", async ({
  page,
  shop,
}) => {
  const preset = { 'data-record-bots': '', 'data-preset': 'vendor' }
  shop.page(
    '/list',
    `<!doctype html><title>Boots</title>${shop.tag(preset)}
    <main data-svc-query="boots" data-svc-request-id="r-1"><p data-svc-product="P1">One</p>
      <p data-svc-product="P2" style="margin-top: 9000px"><button data-svc-cart>Add</button></p></main>`,
  )
  await shop.open('/list')
  const [impressions] = await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByText('Add').click()
  const [cart] = await shop.waitFor('cart')
  const fieldsOf = (data: unknown) => Object.keys(Object(data)).sort().join(' ')
  expect(impressions?.data).toMatchObject({ query: 'boots', pids_list: ['P1', 'P2'] })
  expect(fieldsOf(impressions?.data)).toBe('pids_list query referrer url visitId visit_type')
  expect(fieldsOf(cart?.data)).toBe('pid qty referrer url visit_type')
})

test('without the scrubbing part nothing starts, and one warning says so', async ({
  page,
  shop,
}) => {
  await page.route('**/svc-filters.*.js', (route) => route.fulfill({ status: 404 }))
  const notices = noticesOf(page)
  shop.page('/account/jo@mail.example/orders', `<!doctype html>${shop.tag(KINDS)}<p>Orders</p>`)
  await shop.open(ADDRESS)
  await expect.poll(() => notices).toEqual([expect.stringContaining('svc-filters.')])
  expect(await shop.received()).toEqual([])
})
