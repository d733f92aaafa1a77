import { dataOf, facetsOf, openMapPage } from '../support/fixtures/map-page.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

const open = (shop: Shop, kind: string, path: string) =>
  openMapPage(shop, { system: 'prestashop', kind, path })

test('PrestaShop Classic: the category is a list, viewed products are none', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', '/10-chaussures')
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([
    { page: 'categoryPathId:"10"', pids_list: ['101', '102'] },
  ])
  await page.getByText('Botte bleue').click()
  await page.getByText('Déjà vu').click()
  expect(await dataOf(shop, 'click', 2)).toMatchObject([
    { pid: '102', variantId: '1002' },
    { pid: '109' },
  ])
  await page.getByLabel('Rechercher').fill('bottes')
  await page.getByLabel('Rechercher').press('Enter')
  expect(await dataOf(shop, 'search')).toMatchObject([{ query: 'bottes' }])
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toHaveLength(1)
})

test('PrestaShop Classic: links, boxes, radios, dropdown and clear-all are facets', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', '/10-chaussures')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByText('retirer').click()
  await page.locator('#facet_label_4').click()
  await page.getByText('(aucun filtre)').click()
  await page.getByRole('link', { name: 'Rouge (5)' }).click()
  await shop.waitFor('facets')
  await page.getByLabel('Bleu (nuit)').uncheck()
  await shop.waitFor('facets', 2)
  await page.getByRole('link', { name: 'Neuf' }).click()
  await shop.waitFor('facets', 3)
  await page.getByRole('link', { name: 'Large' }).click()
  await shop.waitFor('facets', 4)
  await page.getByText('Effacer tout').click()
  expect(await facetsOf(shop, 5)).toEqual([
    { Couleur: { prank: '1', selected: [{ prank: '1', val: 'Rouge' }] } },
    { Couleur: { prank: '1', deselected: [{ prank: '2', val: 'Bleu (nuit)' }] } },
    { État: { prank: '2', selected: [{ prank: '1', val: 'Neuf' }] } },
    { Largeur: { prank: '3', selected: [{ prank: '1', val: 'Large' }] } },
    { unxFacetsReset: true },
  ])
})

test('PrestaShop Classic: a link whose block is replaced later is told once', async ({
  page,
  shop,
}) => {
  await open(shop, 'list', '/10-chaussures')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByRole('link', { name: 'Rouge (5)' }).click()
  await shop.waitFor('facets')
  await page.evaluate(() => {
    const old = document.getElementById('search_filters')
    const next = old?.cloneNode(true) as Element
    next.querySelector('#facet_input_1_0')?.setAttribute('checked', '')
    old?.replaceWith(next)
  })
  await page.getByRole('link', { name: 'Rouge (5)' }).click()
  expect(await facetsOf(shop, 2)).toEqual([
    { Couleur: { prank: '1', selected: [{ prank: '1', val: 'Rouge' }] } },
    { Couleur: { prank: '1', deselected: [{ prank: '1', val: 'Rouge' }] } },
  ])
})

test('PrestaShop Classic: the press of the button is the cart, with its combination', async ({
  page,
  shop,
}) => {
  await open(shop, 'product', '/102-botte-bleue.html')
  await page.getByLabel('Taille').selectOption('42')
  await page.getByLabel('Quantité').fill('3')
  await page.getByRole('button', { name: 'Ajouter au panier' }).click()
  expect(await dataOf(shop, 'cart')).toMatchObject([{ pid: '102', qty: '3', variantId: '1003' }])
  expect(await shop.received('PRODUCT_IMPRESSIONS')).toEqual([])
})

test('PrestaShop Classic: a search without results is told, a confirmation is not', async ({
  shop,
}) => {
  await open(shop, 'thanks', '/confirmation-commande')
  await open(shop, 'empty', '/recherche?controller=search&s=luge')
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([
    { query: 'luge', pids_list: [] },
  ])
  expect(await shop.received('order')).toEqual([])
})

test('PrestaShop Hummingbird: list, click, cart in a tile and search', async ({ page, shop }) => {
  await open(shop, 'hummingbird', '/10-shoes')
  expect(await dataOf(shop, 'PRODUCT_IMPRESSIONS')).toMatchObject([
    { page: 'categoryPathId:"10"', pids_list: ['101', '102'] },
  ])
  await page.getByText('Quick view').click()
  await page.getByText('See details').click()
  expect(await dataOf(shop, 'click')).toMatchObject([{ pid: '102', variantId: '1002' }])
  await page.getByLabel('Increase quantity').click()
  await page.getByLabel('Quantity of red boot').fill('2')
  await page.getByText('Add red boot').click()
  expect(await dataOf(shop, 'cart')).toMatchObject([{ pid: '101', qty: '2' }])
  await page.getByText('Found boot').click()
  await page.getByRole('combobox').fill('boots')
  await page.getByRole('combobox').press('Enter')
  expect(await dataOf(shop, 'search')).toMatchObject([{ query: 'boots' }])
})

test('PrestaShop Hummingbird: links, colours, dropdown and clear-all are facets', async ({
  page,
  shop,
}) => {
  await open(shop, 'hummingbird', '/10-shoes')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await page.getByRole('link', { name: 'Leather' }).click()
  await shop.waitFor('facets')
  await page.locator('#facet_label_2_0').click()
  await shop.waitFor('facets', 2)
  await page.getByRole('link', { name: 'Wide' }).click()
  await shop.waitFor('facets', 3)
  await page.getByText('Clear all').click()
  expect(await facetsOf(shop, 4)).toEqual([
    { Material: { prank: '1', selected: [{ prank: '1', val: 'Leather' }] } },
    { Color: { prank: '2', deselected: [{ prank: '1', val: 'Red' }] } },
    { Width: { prank: '3', selected: [{ prank: '1', val: 'Wide' }] } },
    { unxFacetsReset: true },
  ])
})
