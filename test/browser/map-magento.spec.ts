import { dataOf, openMapPage } from '../support/fixtures/map-page.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

const open = (shop: Shop, kind: string, path: string, edit?: (html: string) => string) =>
  openMapPage(shop, { system: 'magento', kind, path, ...(edit && { edit }) })

const LIST = '/men/shoes/boots.html'

test('Luma: a category of three levels is a list, a widget and sold-out tiles are not', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', LIST)
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([
    { page: 'categoryPath:"Men>Shoes & more>Boots"', pids_list: ['MB-RED', 'MB-BLUE'] },
  ])
  await page.getByText('Add to Wish List').click()
  await page.getByText('Add to Compare').click()
  await page.getByText('Grey boot').click()
  await page.getByText('Blue boot').click()
  await page.getByText('Teaser').click()
  expect(await dataOf(shop, 'click', 2)).toMatchObject([{ pid: 'MB-BLUE' }, { pid: 'MB-TEASER' }])
  await page.getByLabel('Search').fill('boots')
  await page.getByLabel('Search').press('Enter')
  expect(await dataOf(shop, 'search')).toMatchObject([{ query: 'boots' }])
})

test('Luma: a minified page names no category', async ({ page, shop }) => {
  await open(shop, 'list', LIST, (html) => html.replaceAll(/\s+/g, ' '))
  await page.getByText('Blue boot').click()
  expect(await dataOf(shop, 'click')).toMatchObject([{ pid: 'MB-BLUE' }])
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toEqual([])
})

test('Luma: links with counts, swatches, prices and chosen filters are facets', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', LIST)
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  const presses = ['a[href="?size=42"]', '[aria-label=Teal]', 'a[href="?price=20-30"]', '.remove']
  for (const [index, press] of presses.entries()) {
    await page.locator(press).click()
    await shop.waitFor('facets', index + 1)
  }
  await page.getByText('Clear All').click()
  const facets = await dataOf(shop, 'facets', 5)
  expect(facets.map((data) => (data as { facets: unknown }).facets)).toEqual([
    { Size: { prank: '2', selected: [{ prank: '1', val: '42' }] } },
    { Color: { prank: '3', selected: [{ prank: '1', val: 'Teal' }] } },
    { Price: { prank: '4', selected: [{ prank: '1', val: '€20.00 - €29.99' }] } },
    { Material: { prank: '1', deselected: [{ prank: '1', val: 'Leather' }] } },
    { unxFacetsReset: true },
  ])
})

test('Luma: a tile with swatches is put into the cart once one is chosen', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', LIST)
  await page.getByText('Add blue').click()
  await page.getByRole('option', { name: 'M' }).click()
  await page.getByText('Add blue').click()
  await page.getByText('Add red').click()
  expect(await dataOf(shop, 'cart', 2)).toMatchObject([{ pid: 'MB-BLUE' }, { pid: 'MB-RED' }])
})

test('Luma: a configurable product is put into the cart once it is chosen', async ({
  page,
  shop,
}) => {
  await open(shop, 'product', '/blue-boot.html')
  await page.getByText('Add to Cart').click()
  await page.getByLabel('Size').selectOption('M')
  await page.getByRole('spinbutton').fill('3')
  await page.getByText('Add to Cart').click()
  await shop.waitFor('cart')
  await open(shop, 'simple', '/red-boot.html')
  await page.getByText('Add to Cart').click()
  expect(await dataOf(shop, 'cart', 2)).toMatchObject([
    { pid: 'MB-BLUE', qty: '3', variantId: '1042' },
    { pid: 'MB-RED', qty: '1' },
  ])
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toEqual([])
})

test('Luma: a search without results is reported, a confirmation without lines is not', async ({
  shop,
}) => {
  await open(shop, 'thanks', '/checkout/onepage/success/')
  await open(shop, 'empty', '/catalogsearch/result/?q=sledge')
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([
    { query: 'sledge', pids_list: [] },
  ])
  expect(await shop.received('order')).toEqual([])
})
