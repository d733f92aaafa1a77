import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures/demo-shop.ts'

// One walk for each part of the demo shop. The results of a search and their order are tested with the service.

const box = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('checkbox', { name, exact: true })
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search the shop' })
const addButton = (page: Page) => page.getByRole('button', { name: 'Add to cart' })
const cartLink = (page: Page) => page.getByRole('link', { name: /^Cart/ })

async function pricesOf(page: Page) {
  const texts = await page.locator('.results .price').allInnerTexts()
  return texts.map((text) => Number(/€([\d.]+)/.exec(text)?.[1]))
}

test('a list can be filtered, sorted and paged, and follows the browser history', async ({
  page,
  shop,
}) => {
  await shop.open('/c/Men/Shoes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shoes')
  const inside = page.getByRole('list', { name: 'In Men, Shoes' }).getByRole('link')
  await expect(inside).toHaveText([/Sneakers/, /Boots/, /Loafers/, /Sandals/])
  const all = await shop.count()

  await box(page, 'Colour', 'Navy').check()
  await expect.poll(() => shop.count()).toBeLessThan(all)
  const navy = await shop.count()
  await box(page, 'Colour', 'Black').check()
  await expect.poll(() => shop.count()).toBeGreaterThan(navy)
  await page.getByRole('button', { name: 'Remove Colour Black' }).click()
  await expect.poll(() => shop.count()).toBe(navy)
  await page.getByLabel('Sort by').selectOption('Price: low to high')
  await expect(page).toHaveURL(/color_uFilter=Navy&sort=price-asc$/)
  await page.reload()
  await expect(box(page, 'Colour', 'Navy')).toBeChecked()
  await shop.titles()
  const prices = await pricesOf(page)
  expect(prices).toEqual(prices.toSorted((one, other) => one - other))
  await page.goBack()
  await expect(page.getByLabel('Sort by')).toHaveValue('recommended')
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await expect.poll(() => shop.count()).toBe(all)
  await expect(page).toHaveURL(/\/c\/Men\/Shoes$/)

  const price = page.getByRole('group', { name: 'Price' })
  await price.getByLabel('Lowest price').fill('60')
  await price.getByLabel('Highest price').fill('90')
  await price.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Remove Price €60 – €90' }).click()
  await expect.poll(() => shop.count()).toBe(all)

  const links = () =>
    page.locator('.results h3 a').evaluateAll((tiles) => tiles.map((a) => a.getAttribute('href')))
  const seen = await links()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/\?page=2$/)
  expect(await shop.titles()).toHaveLength(24)
  expect((await links()).filter((url) => seen.includes(url))).toEqual([])
})

test('an empty category, a failure, a late response and a blocked tag are handled', async ({
  page,
  shop,
}) => {
  await shop.open('/c/Outdoor/Water/Kayaks')
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  await shop.open('/c/Men/Shoes?price=1-2')
  await expect(page.getByRole('heading', { name: 'No products match' })).toBeVisible()

  await page.route('**/category?*', (route) => route.abort())
  await shop.open('/c/Men/Shoes')
  const problem = page.getByRole('alert')
  await expect(problem).toContainText('could not be loaded')
  await page.unroute('**/category?*')
  await problem.getByRole('button', { name: 'Try again' }).click()
  expect(await shop.titles()).toHaveLength(24)

  const all = await shop.count()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // The response to the first choice is delayed until the second one has been shown.
  await page.route(/Navy/, async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await box(page, 'Colour', 'Navy').check()
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await expect.poll(() => shop.count()).toBe(all)
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(box(page, 'Colour', 'Navy')).not.toBeChecked()
  expect(await shop.count()).toBe(all)

  // As with a content blocker.
  await page.route('**/svc.js', (route) => route.abort())
  await shop.open('/c/Men/Shoes')
  await expect(problem).toContainText('could not be loaded')
})

test('a search suggests words and products by keyboard, and shows results as text', async ({
  page,
  shop,
}) => {
  await shop.open('/')
  await searchBox(page).pressSequentially('sne')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.first()).toHaveText('sneakers')
  await searchBox(page).press('ArrowDown')
  await expect(searchBox(page)).toHaveValue('sneakers')
  await searchBox(page).press('Escape')
  await expect(options).toHaveCount(0)
  await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'false')
  await searchBox(page).fill('red sneeker')
  await expect(page.locator('.suggested-product')).toHaveCount(3)
  await searchBox(page).press('Enter')
  await expect(page).toHaveURL(/\/search\?q=red\+sneeker$/)
  expect((await shop.titles()).length).toBeGreaterThan(0)
  for (const picture of await page.locator('.results .tile img').all())
    expect(await picture.getAttribute('src')).toMatch(/-(red|burgundy)-/)

  const title = 'Rock & Roll "Encore" Tee <Tour Edition>'
  await shop.open('/search?q=Encore')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await shop.open('/search?q=zeppelin')
  await expect(page.getByRole('heading', { name: 'We found nothing for “zeppelin”' })).toBeVisible()
  await page.locator('.note').getByRole('link', { name: 'Men', exact: true }).click()
  await expect(page).toHaveURL(/\/c\/Men$/)
})

test('a product can be chosen, added to the cart, changed there and ordered', async ({
  page,
  shop,
  context,
}) => {
  const other = await context.newPage()
  await other.goto(`${shop.url}/checkout`)
  await expect(other).toHaveURL(/\/cart$/)
  await page.bringToFront()
  await shop.open('/p/P22')
  await page.getByRole('radio', { name: 'Rust' }).check()
  await expect(page.getByRole('img', { name: 'Noor Sneaker, Rust' })).toHaveAttribute(
    'src',
    /-rust-/,
  )
  await page.getByRole('radio', { name: 'Brown' }).check()
  await addButton(page).click()
  await expect(page.getByRole('radio', { name: 'EU 37' })).toHaveJSProperty(
    'validity.valueMissing',
    true,
  )
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('radio', { name: 'EU 38' }).check()
  await addButton(page).click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items')
  await expect(cartLink(other)).toHaveAccessibleName('Cart, 2 items')
  await page.getByRole('radio', { name: 'EU 39' }).check()
  await addButton(page).click()

  await page.getByRole('link', { name: 'View cart' }).click()
  await expect(page.getByLabel('Quantity')).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove Noor Sneaker' }).last().click()
  await page.getByLabel('Quantity').fill('3')
  await page.getByLabel('Quantity').press('Tab')
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('€278.85')

  await page.getByRole('link', { name: 'Checkout' }).click()
  const address = {
    'Full name': 'Ada Example',
    'E-mail': 'ada@example.com',
    'Street and number': 'Long Road 1',
    Postcode: '12345',
    City: 'Köln',
  }
  for (const [label, value] of Object.entries(address)) await page.getByLabel(label).fill(value)
  await page.getByLabel('E-mail').fill('a@b')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByRole('button', { name: 'Place order' }).click()

  await expect(page).toHaveURL(/\/thanks\?order=AT-/)
  const order = page.locator('[data-svc-order]')
  expect(page.url()).toContain(await order.getAttribute('data-svc-order'))
  const line = order.locator('[data-svc-line]')
  const fields = { line: 'P22', variant: 'P22_V2', qty: '3', price: '92.95' }
  for (const [name, value] of Object.entries(fields))
    await expect(line).toHaveAttribute(`data-svc-${name}`, value)
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items')
})

test('unknown URLs respond with 404, and their pages say so', async ({ page, shop }) => {
  const statusOf = async (path: string) => (await page.goto(shop.url + path))?.status()
  expect(await statusOf('/c/Nope')).toBe(404)
  expect(await statusOf('/b/Stone%20%26%20Sons')).toBe(200)
  expect(await statusOf('/p/P999999')).toBe(404)
  await expect(page.getByRole('heading', { name: /no longer have this/ })).toBeVisible()
  await shop.open('/thanks?order=AT-NOBODY')
  await expect(page.getByRole('heading', { name: 'We cannot find this order' })).toBeVisible()
  await expect(page.locator('[data-svc-order]')).toHaveCount(0)
  await shop.open('/c/Men/Accessories/Watches')
  await page.locator('.tile', { hasText: 'Sold out' }).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('filters open over the list, no page is too wide, and the chat covers no input field', async ({
    page,
    shop,
  }) => {
    await shop.open('/c/Men/Shoes')
    const chat = page.getByRole('button', { name: 'Ask the shop' })
    await expect(chat).toHaveCSS('position', 'fixed')
    const button = page.getByRole('button', { name: 'Filters' })
    await button.click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('checkbox', { name: 'Navy' }).check()
    await sheet.getByRole('button', { name: /^Show \d+ products/ }).click()
    await expect(button).toBeFocused()
    await expect(button).toHaveText(/Filters\s*\(1\)/)

    for (const path of ['/', '/c/Women', '/search?q=zeppelin', '/p/P1', '/cart']) {
      await shop.open(path)
      await expect(page.locator('.skeleton')).toHaveCount(0)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBeLessThanOrEqual(0)
      if (path === '/p/P1') await expect(chat).toHaveCSS('position', 'static')
    }
  })
})
