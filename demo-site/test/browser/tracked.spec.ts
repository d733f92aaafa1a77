import type { Page } from '@playwright/test'
import { partOf } from '../../../test/support/fixtures/parts.ts'
import { expect, test } from '../demo-shop.ts'

const group = (page: Page, name: string) => page.getByRole('group', { name })
const box = (page: Page, facet: string, name: string) =>
  group(page, facet).getByRole('checkbox', { name, exact: true })

/** A visitor's events on a service that other tests use too. */
async function received(
  page: Page,
  shop: { received(action: string): Promise<unknown[]> },
  action: string,
) {
  const uid = (await page.context().cookies()).find(({ name }) => name === 'svc.userId')?.value
  const events = (await shop.received(action)) as { uid: string; data: Record<string, unknown> }[]
  return events.filter((event) => event.uid === uid).map(({ data }) => data)
}

test('an order can be traced back to the list that it came from', async ({ page, shop }) => {
  await shop.open('/c/Men/Shoes')
  await shop.titles()
  const list = page.locator('.list')
  const requestId = await list.getAttribute('data-svc-request-id')
  const tile = list.locator('[data-svc-product]').first()
  const pid = await tile.getAttribute('data-svc-product')
  await tile.getByRole('link').click()
  // By then, the page has its own list of matching products.
  await expect(page.getByRole('heading', { name: 'Goes well with this' })).toBeVisible()
  await group(page, 'Size').getByRole('radio', { disabled: false }).first().check()
  await page.getByRole('button', { name: 'Add to cart' }).click()

  await expect
    .poll(() => received(page, shop, 'cart'))
    .toEqual([expect.objectContaining({ pid, requestId, qty: '1' })])
  expect(await received(page, shop, 'click')).toEqual([expect.objectContaining({ pid, requestId })])
})

test('removing a chip deselects its value, and leaves the others selected', async ({
  page,
  shop,
}) => {
  await shop.open('/c/Men/Shoes')
  await shop.titles()
  await box(page, 'Colour', 'Navy').check()
  await expect.poll(() => received(page, shop, 'facets')).toHaveLength(1)
  await box(page, 'Colour', 'Black').check()
  await expect.poll(() => received(page, shop, 'facets')).toHaveLength(2)
  await shop.titles()
  await page.getByRole('button', { name: 'Remove Colour Navy' }).click()
  await expect
    .poll(async () => (await received(page, shop, 'facets')).map(({ facets }) => facets))
    .toEqual([
      { color_uFilter: { prank: '2', selected: [expect.objectContaining({ val: 'Navy' })] } },
      { color_uFilter: { prank: '2', selected: [expect.objectContaining({ val: 'Black' })] } },
      { color_uFilter: { prank: '2', deselected: [expect.objectContaining({ val: 'Navy' })] } },
    ])
})

test('a price range is reported when it is applied and when it is cleared', async ({
  page,
  shop,
}) => {
  await shop.open('/c/Men/Shoes')
  await shop.titles()
  // No shopper types before the tag has found the facets, which a script renders.
  await partOf(page, 'svc-facets.')
  const price = group(page, 'Price')
  await price.getByLabel('Lowest price').fill('60')
  await price.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => received(page, shop, 'facets')).toHaveLength(1)
  await shop.titles()
  await price.getByLabel('Lowest price').fill('')
  await price.getByLabel('Highest price').fill('')
  await price.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => received(page, shop, 'facets')).toHaveLength(2)
  await shop.titles()
  // Opening a long list of values selects nothing, as the next event shows.
  await page.getByRole('button', { name: 'Show all values of Brand' }).click()
  await page.getByRole('combobox', { name: 'Search the shop' }).fill('linen')
  await page.getByRole('combobox', { name: 'Search the shop' }).press('Enter')
  await expect.poll(() => received(page, shop, 'search')).toHaveLength(1)
  expect((await received(page, shop, 'facets')).map(({ facets }) => facets)).toEqual([
    { price: { prank: '6', selected: [{ prank: '1', val: '60 TO 300' }] } },
    { price: { prank: '6', deselected: [{ prank: '1', val: '60 TO 300' }] } },
  ])
})
