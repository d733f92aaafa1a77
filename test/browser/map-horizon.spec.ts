import { dataOf, facetsOf, openMapPage } from '../support/fixtures/map-page.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

const open = (shop: Shop, kind: string, path: string) =>
  openMapPage(shop, { system: 'shopify', kind: `horizon-${kind}`, path })

const LIST = '/collections/boots'

test('Horizon: a collection is a list, a product list below it is none', async ({ page, shop }) => {
  await open(shop, 'list', `${LIST}?q=kept`)
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([
    { page: 'collection:"boots"', pids_list: ['7001', '7002'] },
  ])
  await page.getByLabel('Red as a swatch').check()
  await page.getByText('Alone').click()
  await page.getByText('Found before').click()
  await page.getByText('Blue boot').click()
  await page.getByText('Teaser').click()
  expect(await dataOf(shop, 'click', 2)).toMatchObject([{ pid: '7002' }, { pid: '7009' }])
  await page.getByLabel('Find').fill('boots')
  await page.getByLabel('Find').press('Enter')
  expect(await dataOf(shop, 'search')).toMatchObject([{ query: 'boots' }])
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toHaveLength(1)
})

test('Horizon: boxes and swatches are facets, "Clear" and prices are none', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', LIST)
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByText('Red (5)').click()
  await shop.waitFor('facets')
  await page.getByText('Red (5)').click()
  await shop.waitFor('facets', 2)
  await page.getByText('Teal', { exact: true }).click()
  await shop.waitFor('facets', 3)
  await page.getByLabel('From').fill('10')
  await page.getByLabel('From').press('Tab')
  await page.getByText('Leather').click()
  await page.getByText('Clear all', { exact: true }).click()
  await shop.waitFor('facets', 4)
  await page.getByText('Show filters').click()
  await page.getByText('Blue in the drawer').click()
  await shop.waitFor('facets', 5)
  await page.getByText('Clear all in the drawer').click()
  await shop.waitFor('facets', 6)
  await page.getByText('See 2 items').click()
  const chosen = { prank: '1', val: 'Red' }
  expect(await facetsOf(shop, 6)).toEqual([
    { color: { prank: '1', selected: [chosen] } },
    { color: { prank: '1', deselected: [chosen] } },
    {
      'shopify.color': {
        prank: '2',
        selected: [{ prank: '1', val: 'gid://shopify/Metaobject/7' }],
      },
    },
    { unxFacetsReset: true },
    { color: { prank: '1', selected: [{ prank: '1', val: 'Blue' }] } },
    { unxFacetsReset: true },
  ])
})

test('Horizon: "Clear" of one filter is no event', async ({ page, shop }) => {
  await open(shop, 'list', LIST)
  await page.getByText('Red (5)').click()
  await shop.waitFor('facets')
  await page.getByText('Clear', { exact: true }).click()
  // Later than the 300 ms in which changes are gathered.
  await page.waitForTimeout(600)
  await page.getByText('Clear all', { exact: true }).click()
  expect(await facetsOf(shop, 2)).toMatchObject([{ color: {} }, { unxFacetsReset: true }])
})

test('Horizon: products are put into the cart with their variant, "Choose" is no event', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', LIST)
  await page.getByText('Choose').click()
  await page.getByText('Add', { exact: true }).click()
  await shop.waitFor('cart')
  await open(shop, 'product', '/products/blue-boot')
  await page.getByLabel('Quantity').fill('3')
  await page.getByText('Add to cart').click()
  await shop.waitFor('cart', 2)
  await page.getByText('Add from the bar').click()
  await page.getByText('Red boot').click()
  const blue = { pid: '7002', variantId: '42002' }
  expect(await dataOf(shop, 'cart', 3)).toMatchObject([
    { ...blue, qty: '1' },
    { ...blue, qty: '3' },
    { ...blue, qty: '3' },
  ])
  expect(await dataOf(shop, 'click')).toMatchObject([{ pid: '7001' }])
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toHaveLength(1)
})

test('Horizon: a search is a list, and products instead of results are none', async ({
  page,
  shop,
}) => {
  await open(shop, 'empty', '/search?q=sledge')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByText('Red boot').click()
  await open(shop, 'search', '/search?q=boots')
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS', 2)).toMatchObject([
    { query: 'sledge', pids_list: [] },
    { query: 'boots', pids_list: ['7001'] },
  ])
  await page.getByLabel('Search again').press('Enter')
  expect(await dataOf(shop, 'search')).toMatchObject([{ query: 'boots' }])
  expect(await dataOf(shop, 'click')).toMatchObject([{ pid: '7001' }])
})
