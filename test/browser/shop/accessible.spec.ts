import type { Page } from '@playwright/test'
import { barriersOf } from '../../support/fixtures/barriers.ts'
import { expect, test } from '../../support/fixtures/demo-shop.ts'

const pages = {
  'the home page': '/',
  'a category': '/c/Men/Shoes?color_uFilter=Navy&price=50-150',
  'a search': '/search?q=linen',
  'an empty shelf': '/c/Outdoor/Water/Kayaks',
  'a product': '/p/P22',
  'the cart': '/cart',
  'the checkout': '/checkout',
  'a confirmation': '/thanks?order=AT-1',
}

const line = {
  pid: 'P22',
  title: 'Noor Sneaker',
  choice: 'Brown',
  price: 92.95,
  qty: 2,
  url: '/p/P22',
}
const lines = JSON.stringify([{ ...line, imageUrl: '/pictures/sneaker-brown-1.svg' }])

/** A cart and an order, so that no page is empty. */
const fill = (page: Page) =>
  page.addInitScript((text) => {
    // An empty page has no storage.
    if (self.origin === 'null') return
    localStorage.setItem('shop.cart', text)
    localStorage.setItem('shop.order.AT-1', text)
  }, lines)

for (const [name, path] of Object.entries(pages)) {
  test(`${name} has no known barrier, and can be read in the dark`, async ({ page, shop }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await fill(page)
    await shop.open(path)
    await expect(page.locator('.skeleton')).toHaveCount(0)
    expect(await barriersOf(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await barriersOf(page, { rules: ['color-contrast'] })).toEqual([])
  })
}

test('a page does not move while it fills', async ({ page, shop }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number }
        document.documentElement.dataset.shift = String(
          Number(document.documentElement.dataset.shift ?? 0) + shift.value,
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/c/Men/Shoes', '/p/P22', '/search?q=linen']) {
    await shop.open(path)
    await expect(page.locator('.skeleton')).toHaveCount(0)
    const shift = Number(await page.locator('html').getAttribute('data-shift'))
    // Below 0.1 is what web.dev calls good.
    expect(shift, path).toBeLessThan(0.1)
  }
})

test('the whole way to the cart can be gone with the keyboard', async ({ page, shop }) => {
  await shop.open('/p/P22')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'Brown' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Rust' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('group', { name: /^Size/ }).getByRole('radio').first()).toBeChecked()
  await page.getByRole('spinbutton', { name: 'Quantity' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText('Added to your cart')).toBeVisible()
})
