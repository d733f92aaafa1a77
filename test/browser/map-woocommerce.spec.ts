import { dataOf, facetsOf, openMapPage } from '../support/fixtures/map-page.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

const open = (shop: Shop, kind: string, path: string, edit?: (html: string) => string) =>
  openMapPage(shop, { system: 'woocommerce', kind, path, ...(edit && { edit }) })

const LIST = '/product-category/men/shoes/boots/'

/** The page that a category's list names, by its breadcrumb. */
const levels: readonly (readonly [breadcrumb: string, page: string])[] = [
  ['Boots', 'categoryPath:"Boots"'],
  ['Men&nbsp;/&nbsp;Boots', 'categoryPath:"Men>Boots"'],
  ['Men&nbsp;/&nbsp;Shoes/clogs&nbsp;/&nbsp;A&nbsp;/&nbsp;B', 'categoryPath:"Men>Shoes/clogs>A>B"'],
]

for (const [breadcrumb, name] of levels) {
  test(`WooCommerce: a category is named ${name}`, async ({ shop }) => {
    const nav = `<nav class="woocommerce-breadcrumb"><a href="/">Accueil</a>&nbsp;/&nbsp;${breadcrumb}</nav>`
    await open(shop, 'list', LIST, (html) => html.replace(/<nav.*?<\/nav>/s, nav))
    expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([{ page: name }])
  })
}

test('WooCommerce: products of the list alone are seen, categories are none', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', LIST)
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([
    { page: 'categoryPath:"Men>Shoes>Boots"', pids_list: ['red-boot', 'blue-boot', 'grey-boot'] },
  ])
  await page.getByText('Winter').click()
  await page.getByText('View cart').click()
  await page.getByText('Blue boot').click()
  await page.getByText('Select options').click()
  expect(await dataOf(shop, 'click', 2)).toMatchObject([{ pid: 'blue-boot' }, { pid: 'blue-boot' }])
  await page.getByText('Read more').click()
  await page.getByText('Add to cart').click()
  expect(await dataOf(shop, 'cart')).toMatchObject([{ pid: 'red-boot', qty: '1' }])
  expect(await dataOf(shop, 'click', 3)).toHaveLength(3)
})

test('WooCommerce: links of layered navigation and ratings are facets', async ({ page, shop }) => {
  await open(shop, 'list', LIST)
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByRole('link', { name: 'Blue', exact: true }).click()
  await shop.waitFor('facets')
  await page.getByRole('link', { name: 'Rated 5' }).click()
  expect(await facetsOf(shop, 2)).toEqual([
    { color: { prank: '1', selected: [{ prank: '2', val: 'Blue' }] } },
    { rating: { prank: '2', selected: [{ prank: '1', val: '5' }] } },
  ])
})

test('WooCommerce: a chosen value is deselected, also as the only one left', async ({
  page,
  shop,
}) => {
  await open(shop, 'chosen', '/product-category/shoes/?filter_color=red')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.locator('.widget_layered_nav').getByText('Red').click()
  await shop.waitFor('facets')
  await page.getByText('42', { exact: true }).click()
  expect(await facetsOf(shop, 2)).toEqual([
    { color: { prank: '1', deselected: [{ prank: '1', val: 'Red' }] } },
    { size: { prank: '2', selected: [{ prank: '1', val: '42' }] } },
  ])
})

test('WooCommerce: a widget whose attribute is unknown is no facet', async ({ page, shop }) => {
  await open(shop, 'chosen', '/product-category/shoes/?filter_color=red&filter_size=42')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.locator('.widget_layered_nav').getByText('Red').click()
  await page.getByText('42', { exact: true }).click()
  expect(await facetsOf(shop, 1)).toEqual([
    { size: { prank: '1', selected: [{ prank: '1', val: '42' }] } },
  ])
})

test('WooCommerce: a variable product is put into the cart once chosen', async ({ page, shop }) => {
  await open(shop, 'product', '/product/blue-boot/')
  const button = page.getByRole('button', { name: 'Add to cart' })
  await button.click()
  await page.getByLabel('Size').selectOption('42')
  await page.getByRole('spinbutton').fill('3')
  await button.click()
  await page.getByText('Add red boot').click()
  expect(await dataOf(shop, 'cart', 2)).toMatchObject([
    { pid: 'blue-boot', qty: '3', variantId: '1042' },
    { pid: 'red-boot', qty: '1' },
  ])
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toEqual([])
})

test('WooCommerce: external and grouped products put nothing into the cart', async ({
  page,
  shop,
}) => {
  await open(shop, 'other-products', '/product/set/')
  await page.getByText('Buy elsewhere').click()
  await page.getByText('Add the set').click()
  await open(shop, 'storefront-product', '/product/red-boot/')
  await page.getByText('Add from the bar').click()
  expect(await dataOf(shop, 'cart')).toMatchObject([{ pid: 'red-boot', qty: '1' }])
})

test('WooCommerce: an order counts, with a comma or a point in its amounts', async ({ shop }) => {
  await open(shop, 'failed', '/checkout/order-received/3000/')
  await open(shop, 'thanks', '/checkout/order-received/3001/')
  await shop.waitFor('order')
  await open(shop, 'blocks-thanks', '/checkout/order-received/3002/', (html) =>
    html.replace(
      '<p>Thank you.</p>',
      '<p class="wc-block-order-confirmation-status__actions"></p>',
    ),
  )
  await open(shop, 'blocks-thanks', '/checkout/order-received/3002/')
  const products = [
    { pid: 'blue-boot', qty: '2', price: '1299' },
    { pid: 'red-boot', qty: '1', price: '39' },
  ]
  expect(await dataOf(shop, 'order', 2)).toMatchObject([{ products }, { products }])
})

test('WooCommerce: a search without results is told with no products', async ({ shop }) => {
  await open(shop, 'search', '/?s=sledge&post_type=product')
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([
    { query: 'sledge', pids_list: [] },
  ])
})

test('WooCommerce: results of a product search are named by its words', async ({ shop }) => {
  const classes = 'search search-results post-type-archive-product woocommerce'
  await open(shop, 'list', '/?s=boot&post_type=product', (html) =>
    html.replace('archive tax-product_cat term-boots woocommerce', classes),
  )
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([
    { query: 'boot', pids_list: ['red-boot', 'blue-boot', 'grey-boot'] },
  ])
})

test('Storefront: the breadcrumb outside main names the list on its second page', async ({
  page,
  shop,
}) => {
  await open(shop, 'storefront', '/product-category/men/shoes/page/2/')
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([
    { page: 'categoryPath:"Men>Shoes & boots"', pids_list: ['red-boot', 'blue-boot'] },
  ])
  await page.getByText('Add to cart').click()
  expect(await dataOf(shop, 'cart')).toMatchObject([{ pid: 'red-boot', qty: '1' }])
  await page.getByRole('searchbox').fill('boots')
  await page.getByRole('searchbox').press('Enter')
  expect(await dataOf(shop, 'search')).toMatchObject([{ query: 'boots' }])
})

test('WooCommerce blocks: the catalogue is a list, other collections are none', async ({
  page,
  shop,
}) => {
  await open(shop, 'blocks', LIST)
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([
    { page: 'categoryPath:"Shoes>Boots"', pids_list: ['red-boot', 'blue-boot'] },
  ])
  await page.getByText('View cart').click()
  await page.getByText('Select options').click()
  expect(await dataOf(shop, 'click')).toMatchObject([{ pid: 'blue-boot' }])
  await page.getByRole('button', { name: 'Add to cart' }).click()
  expect(await dataOf(shop, 'cart')).toMatchObject([{ pid: 'red-boot', qty: '1' }])
  await page.getByRole('searchbox').fill('boots')
  await page.getByRole('button', { name: 'Search' }).click()
  expect(await dataOf(shop, 'search')).toMatchObject([{ query: 'boots' }])
})

test("WooCommerce blocks: a press counts once beside the blocks' own event", async ({
  page,
  shop,
}) => {
  await open(shop, 'blocks', LIST)
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  // The blocks' scripts dispatch it when the shop has answered, with no more than this.
  await page.evaluate(() => {
    const added = () =>
      document.body.dispatchEvent(
        new CustomEvent('wc-blocks_added_to_cart', {
          bubbles: true,
          cancelable: true,
          detail: { preserveCartData: true },
        }),
      )
    for (const button of document.querySelectorAll('.ajax_add_to_cart'))
      button.addEventListener('click', () => setTimeout(added, 100))
    addEventListener('wc-blocks_added_to_cart', () => document.body.append('Added. '))
  })
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Added. ')).toBeVisible()
  await page.getByRole('searchbox').fill('boots')
  await page.getByRole('button', { name: 'Search' }).click()
  await shop.waitFor('search')
  expect(await dataOf(shop, 'cart')).toMatchObject([{ pid: 'red-boot', qty: '1' }])
})

test('WooCommerce blocks: check boxes, chips, the price and clear-all are facets', async ({
  page,
  shop,
}) => {
  await open(shop, 'blocks', LIST)
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByLabel('Red (5').check()
  await shop.waitFor('facets')
  await page.getByLabel('Red (5').uncheck()
  await shop.waitFor('facets', 2)
  await page.getByRole('checkbox', { name: '42' }).click()
  await shop.waitFor('facets', 3)
  await page.getByLabel('maximum price').press('ArrowLeft')
  await shop.waitFor('facets', 4)
  await page.getByText('Clear filters').click()
  const red = [{ prank: '1', val: 'Red' }]
  expect(await facetsOf(shop, 5)).toEqual([
    { color: { prank: '1', selected: red } },
    { color: { prank: '1', deselected: red } },
    { size: { prank: '2', selected: [{ prank: '1', val: '42' }] } },
    { price: { prank: '3', selected: [{ prank: '1', val: '10 TO 89' }] } },
    { unxFacetsReset: true },
  ])
})

test('WooCommerce blocks: an incomplete form puts nothing into the cart', async ({
  page,
  shop,
}) => {
  await open(shop, 'blocks-product', '/product/blue-boot/')
  const button = page.getByRole('button', { name: 'Add to cart' })
  await button.click()
  await page.getByText('Size 42').click()
  await page.getByRole('spinbutton').fill('2')
  await button.click()
  expect(await dataOf(shop, 'cart')).toMatchObject([
    { pid: 'blue-boot', qty: '2', variantId: '1042' },
  ])
})
