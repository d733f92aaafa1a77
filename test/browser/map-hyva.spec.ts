import { blocksOf, readFile } from '../support/fixtures/docs.ts'
import { dataOf, facetsOf, openMapPage, systemPages } from '../support/fixtures/map-page.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

const open = (shop: Shop, kind: string, path: string, edit?: (html: string) => string) =>
  openMapPage(shop, { system: 'hyva', kind, path, ...(edit && { edit }) })

const LIST = '/men/shoes/boots.html'

test('Hyvä: a category is a list with its sold-out tiles, a slider is none', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', LIST)
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([
    {
      page: 'categoryPath:"Men>Shoes & more / new>Boots"',
      pids_list: ['MB-RED', 'MB-BLUE', 'MB-GREY'],
    },
  ])
  await page.getByText('Wish').click()
  await page.getByText('Compare').click()
  await page.getByText('Seen before').click()
  await page.getByText('Grey boot').click()
  await page.getByText('Teaser', { exact: true }).click()
  expect(await dataOf(shop, 'click', 2)).toMatchObject([{ pid: 'MB-GREY' }, { pid: 'MB-TEASER' }])
  await page.getByText('boots for men').click()
  await page.getByLabel('Search').fill('boots')
  await page.getByLabel('Search').press('Enter')
  expect(await dataOf(shop, 'search')).toMatchObject([{ query: 'boots' }])
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toHaveLength(1)
})

/** The white space that Magento's setting "Minify HTML" leaves. */
const minified = (html: string) => {
  const [markup = '', script = ''] = html.split('<script>')
  const spaced = markup.replaceAll(/\s{2,}/g, '  ')
  return `${spaced.replaceAll(/ +(<span class="sr-only">) /g, ' $1')}<script>${script}`
}

const selected = (prank: string, val: string) => ({ prank, selected: [{ prank: '1', val }] })

test('Hyvä: links, swatches and chosen filters of opened groups are facets', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', LIST)
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  // Alpine draws the content of a group when it is opened.
  for (const title of await page.locator('.filter-option .filter-options-title').all())
    await title.click()
  const presses = ['[href="?size=42"]', '[href="?color=49"]', '[href="?price=20-30"]', '.remove']
  for (const [index, press] of presses.entries()) {
    await page.locator(press).click()
    await shop.waitFor('facets', index + 1)
  }
  await page.getByText('Clear All').click()
  expect(await facetsOf(shop, 5)).toEqual([
    { 'Size & fit': selected('2', '42') },
    { Color: selected('3', 'Light blue') },
    { Price: selected('4', '€20.00 - €29.99') },
    { Material: { prank: '1', deselected: [{ prank: '1', val: 'Leather' }] } },
    { unxFacetsReset: true },
  ])
})

test('Hyvä: a minified page is read alike, but for a facet with "&" in its name', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', LIST, minified)
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([
    { page: 'categoryPath:"Men>Shoes & more / new>Boots"' },
  ])
  for (const title of await page.locator('.filter-option .filter-options-title').all())
    await title.click()
  await page.locator('[href="?size=42"]').click()
  await page.locator('[href="?color=49"]').click()
  expect(await facetsOf(shop, 1)).toEqual([{ Color: selected('2', 'Light blue') }])
})

test('Hyvä: a policy of the own origin lets the tag and its parts run', async ({ page, shop }) => {
  const tag = shop.tag({
    'data-record-bots': '',
    'data-impressions': 'load',
    'data-map': JSON.stringify(JSON.parse(readFile('docs/maps/hyva.json'))),
  })
  const html = `<!doctype html><html><head>${tag}</head>${systemPages('hyva').get('list')}`
  const policy = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'"
  shop.page(LIST, html, { headers: { 'content-security-policy': policy } })
  await shop.open(LIST)
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByText('Clear All').click()
  expect(await facetsOf(shop, 1)).toEqual([{ unxFacetsReset: true }])
})

test('Hyvä: a tile with swatches is put into the cart once one is chosen', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', LIST)
  await page.getByLabel('M', { exact: true }).waitFor()
  await page.getByText('Add blue').click()
  await page.getByLabel('M', { exact: true }).check()
  await page.getByText('Add blue').click()
  await page.getByText('Add red').click()
  expect(await dataOf(shop, 'cart', 2)).toMatchObject([{ pid: 'MB-BLUE' }, { pid: 'MB-RED' }])
  expect(await shop.received('click')).toEqual([])
})

test('Hyvä: a configurable product needs its choice, a changed one is no new one', async ({
  page,
  shop,
}) => {
  await open(shop, 'product', '/blue-boot.html')
  await page.getByText('Add to Cart').click()
  await page.getByLabel('Size').selectOption('M')
  await page.getByRole('spinbutton').fill('3')
  await page.getByText('Add to Cart').click()
  expect(await dataOf(shop, 'cart')).toEqual([
    expect.objectContaining({ pid: 'MB-BLUE', qty: '3' }),
  ])
  await open(shop, 'update', '/checkout/cart/configure/id/7/')
  await page.getByText('Update item').click()
  await open(shop, 'simple', '/red-boot.html')
  await page.getByText('Add to Cart').click()
  const [configurable, simple] = await dataOf(shop, 'cart', 2)
  expect(simple).toMatchObject({ pid: 'MB-RED', qty: '1' })
  expect(configurable).not.toHaveProperty('variantId')
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toEqual([])
})

/** The template of the installation page, without its PHP. */
const variantScript = () =>
  blocksOf('docs/install/hyva.md')
    .filter(({ file }) => file.endsWith('variant.phtml'))
    .map(({ code }) => code.replaceAll(/<\?php.*?\?>/gs, ''))
    .join('')

test('Hyvä: the template of the page for Hyvä gives the variant to the cart', async ({
  page,
  shop,
}) => {
  await open(shop, 'product', '/blue-boot.html', (html) => html + variantScript())
  await page.getByLabel('Size').selectOption('M')
  await page.getByText('Add to Cart').click()
  await shop.waitFor('cart')
  expect(await dataOf(shop, 'cart')).toMatchObject([{ pid: 'MB-BLUE', variantId: '1042' }])
  await page.getByLabel('Size').selectOption('')
  expect(await page.locator('[name=selected_configurable_option]').inputValue()).toBe('')
})

test('Hyvä: a search is a list, without results too, a confirmation is no order', async ({
  shop,
}) => {
  await open(shop, 'thanks', '/checkout/onepage/success/')
  await open(shop, 'search', '/catalogsearch/result/?q=red')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  // A page that is left reports at once that it found nothing.
  await open(shop, 'empty', '/catalogsearch/result/?q=sledge')
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS', 2)).toMatchObject([
    { query: 'red', pids_list: ['MB-RED'] },
    { query: 'sledge', pids_list: [] },
  ])
  expect(await shop.received('order')).toEqual([])
})
