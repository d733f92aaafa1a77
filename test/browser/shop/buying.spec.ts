import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures/demo-shop.ts'

// Facts of the catalogue with seed 1: P22 comes in two colours and three sizes, P50 in one.
const SNEAKER = '/p/P22'

const addButton = (page: Page) => page.getByRole('button', { name: 'Add to cart' })
const cartLink = (page: Page) => page.getByRole('link', { name: /^Cart/ })

async function addSneaker(page: Page) {
  await page.getByRole('radio', { name: 'EU 38' }).check()
  await addButton(page).click()
  await expect(page.getByText('Added to your cart')).toBeVisible()
}

test('a product says what it is, and its picture follows the colour', async ({ page, shop }) => {
  await shop.open(SNEAKER)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Sneaker')
  await expect(page).toHaveTitle(/^Noor Sneaker/)
  await expect(page.getByRole('img', { name: 'Noor Sneaker, Brown' })).toBeVisible()
  await page.getByRole('radio', { name: 'Rust' }).check()
  await expect(page.getByRole('img', { name: 'Noor Sneaker, Rust' })).toHaveAttribute(
    'src',
    /-rust-/,
  )
})

test('without a size nothing goes into the cart', async ({ page, shop }) => {
  await shop.open(SNEAKER)
  await addButton(page).click()
  await expect(page.getByRole('radio', { name: 'EU 37' })).toHaveJSProperty(
    'validity.valueMissing',
    true,
  )
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items')
})

test('what goes into the cart stays there across pages', async ({ page, shop }) => {
  await shop.open(SNEAKER)
  await page.getByRole('button', { name: 'One more' }).click()
  await addSneaker(page)
  await page.getByRole('link', { name: 'View cart' }).click()
  const lines = page.getByRole('list', { name: 'In your cart' }).getByRole('listitem')
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText('Brown, EU 38')
  await expect(page.getByLabel('Quantity')).toHaveValue('2')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items')
})

test('the same variant twice is one line, another variant another one', async ({ page, shop }) => {
  await shop.open(SNEAKER)
  await addSneaker(page)
  await addSneaker(page)
  await page.getByRole('radio', { name: 'EU 39' }).check()
  await addButton(page).click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 3 items')
  await shop.open('/cart')
  await expect(page.getByLabel('Quantity')).toHaveCount(2)
})

test('a cart line can be changed and removed', async ({ page, shop }) => {
  await shop.open(SNEAKER)
  await addSneaker(page)
  await shop.open('/cart')
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText('€92.95')
  await page.getByLabel('Quantity').fill('3')
  await page.getByLabel('Quantity').press('Tab')
  await expect(summary).toContainText('€278.85')
  await page.getByRole('button', { name: 'One less' }).click()
  await expect(summary).toContainText('€185.90')
  await page.getByRole('button', { name: 'Remove Noor Sneaker' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('two tabs show the same cart', async ({ page, shop, context }) => {
  await shop.open('/')
  const other = await context.newPage()
  await other.goto(`${shop.url}${SNEAKER}`)
  await addSneaker(other)
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
})

test('an order is confirmed with its lines, and the cart is empty then', async ({ page, shop }) => {
  await shop.open(SNEAKER)
  await page.getByRole('button', { name: 'One more' }).click()
  await addSneaker(page)
  await shop.open('/p/P52')
  await page.getByRole('group', { name: 'Size' }).getByRole('radio').first().check()
  await addButton(page).click()
  await page.getByRole('link', { name: 'Checkout' }).click()

  await page.getByLabel('Full name').fill('Ada Example')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Street and number').fill('Long Road 1')
  await page.getByLabel('Postcode').fill('12345')
  await page.getByLabel('City').fill('Springfield')
  await page.getByRole('radio', { name: /Express/ }).check()
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('€12.50')
  await page.getByRole('button', { name: 'Place order' }).click()

  await expect(page).toHaveURL(/\/thanks\?order=AT-/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Thank you/)
  const order = page.locator('[data-svc-order]')
  expect(page.url()).toContain(await order.getAttribute('data-svc-order'))
  const lines = order.locator('[data-svc-line]')
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toHaveAttribute('data-svc-line', 'P22')
  await expect(lines.first()).toHaveAttribute('data-svc-variant', 'P22_V2')
  await expect(lines.first()).toHaveAttribute('data-svc-qty', '2')
  await expect(lines.first()).toHaveAttribute('data-svc-price', '92.95')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items')

  await page.reload()
  await expect(lines).toHaveCount(2)
})

test('an address must be whole before an order is placed', async ({ page, shop }) => {
  await shop.open(SNEAKER)
  await addSneaker(page)
  await shop.open('/checkout')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByLabel('Full name')).toBeFocused()
})

test('a blank name, half an address and signs are refused', async ({ page, shop }) => {
  await shop.open(SNEAKER)
  await addSneaker(page)
  await shop.open('/checkout')
  const good = {
    'Full name': 'Ada Example',
    'E-mail': 'ada@example.com',
    'Street and number': 'Long Road 1',
    Postcode: '12345',
    City: 'Köln',
  }
  const bad = {
    'Full name': '   ',
    'E-mail': 'a@b',
    'Street and number': '!!!',
    Postcode: '!',
    City: '1',
  }
  for (const [label, value] of Object.entries(good)) await page.getByLabel(label).fill(value)
  for (const [label, value] of Object.entries(bad)) {
    await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByLabel(label), label).toBeFocused()
    await page.getByLabel(label).fill(good[label as keyof typeof good])
  }
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL(/\/thanks\?order=/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the chat button covers no field', async ({ page, shop }) => {
    await shop.open(SNEAKER)
    await addSneaker(page)
    const button = page.getByRole('button', { name: 'Ask the shop' })
    for (const path of [SNEAKER, '/cart', '/checkout']) {
      await shop.open(path)
      await expect(button).toHaveCSS('position', 'static')
    }
    await shop.open('/c/Men/Shoes')
    await expect(button).toHaveCSS('position', 'fixed')
  })
})

test('the addresses of what the shop does not have answer 404', async ({ page, shop }) => {
  const statusOf = async (path: string) => (await page.goto(shop.url + path))?.status()
  expect(await statusOf('/p/P999999')).toBe(404)
  expect(await statusOf('/c/Nope')).toBe(404)
  expect(await statusOf('/b/Nope')).toBe(404)
  expect(await statusOf('/c/Outdoor/Water/Kayaks')).toBe(200)
  expect(await statusOf('/b/Stone%20%26%20Sons')).toBe(200)
  expect(await statusOf('/p/P22')).toBe(200)
})

test('with an empty cart the checkout leads back to the cart', async ({ page, shop }) => {
  await shop.open('/checkout')
  await expect(page).toHaveURL(/\/cart$/)
})

test('an order that was not placed here is not confirmed', async ({ page, shop }) => {
  await shop.open('/thanks?order=AT-NOBODY')
  await expect(page.getByRole('heading', { name: 'We cannot find this order' })).toBeVisible()
  await expect(page.locator('[data-svc-order]')).toHaveCount(0)
})

test('a product that does not exist says so', async ({ page, shop }) => {
  await shop.open('/p/P999999')
  await expect(page.getByRole('heading', { name: /do not have this/ })).toBeVisible()
})

test('an address that leads nowhere has a page that leads back', async ({ page, shop }) => {
  const response = await page.goto(`${shop.url}/no/such/page`)
  expect(response?.status()).toBe(404)
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(page).toHaveURL(`${shop.url}/`)
})

test('a product that is sold out cannot be bought', async ({ page, shop }) => {
  await shop.open('/c/Men/Accessories/Watches')
  await page.locator('.tile', { hasText: 'Sold out' }).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled()
})

test('a product without variants is bought as it is', async ({ page, shop }) => {
  const bare = await findBare(shop.url)
  await shop.open(`/p/${bare}`)
  await addButton(page).click()
  await shop.open('/cart')
  await expect(page.getByLabel('Quantity')).toHaveValue('1')
})

/** The catalogue has one product without variants, somewhere among the jeans. */
async function findBare(url: string): Promise<string> {
  const page = encodeURIComponent('categoryPath:"Women>Clothing>Jeans"')
  const list = await fetch(
    `${url}/demo-api-key/demo-site/category?p=${page}&pagetype=boolean&rows=50`,
  )
  const { response } = (await list.json()) as { response: { products: { uniqueId: string }[] } }
  for (const { uniqueId } of response.products) {
    const product = await (await fetch(`${url}/shop/products/${uniqueId}`)).json()
    if ((product as { variants: unknown[] }).variants.length === 0) return uniqueId
  }
  throw new Error('The catalogue has no product without variants.')
}
