import type { Page } from '@playwright/test'
import { GA4_SCRIPT, pixelScript } from '../../support/fixtures/other-tags.ts'
import { expect, test } from '../../support/fixtures/shop.ts'

// What the comparison finds on a page. Its rules are in test/unit/shadow.

/** Two buttons of products in one piece, whose presses another tag reports through the attribute `onclick`. */
const shopOf = (head: string, ...reports: readonly string[]) =>
  `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body>
    ${reports.map((report, index) => `<button data-svc-cart="P${index}" onclick="${report}">P${index}</button>`).join('')}</body></html>`

const textsOf = (page: Page) =>
  page.evaluate(async () =>
    (await window.svc.compare()).map(({ tag, id, agreements, differences }) => ({
      ...{ tag, id },
      agreed: agreements.map(({ own }) => `${own.action} ${own.fields.pid}`),
      differing: differences.map(({ kind, text }) => `${kind}: ${text}`),
    })),
  )

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('the tag is compared with GA4, whether it sends by fetch or beacon, and a hidden body is named', async ({
  page,
  shop,
}) => {
  await page.route('https://www.google-analytics.com/**', (route) => route.fulfill({ status: 204 }))
  const tag = shop.tag({ 'data-record-bots': 'true', 'data-shadow': 'true' })
  const reports = ['idP0~qt1', 'idP1~qt2'].map((item) => `en=add_to_cart&pr1=${item}`)
  const html = shopOf(tag + GA4_SCRIPT, `beacon('${reports[0]}')`, `ga4('${reports[1]}')`)
  shop.page('/shop.html', html)
  await shop.open('/shop.html')
  await press(page, 'P0')
  // Longer than two reports with different product ids count as the same press.
  await page.waitForTimeout(1_100)
  await press(page, 'P1')
  const differing = ['field: cart P1: qty is “1” by svc-tag, “2” by GA4 (add_to_cart)']
  await expect
    .poll(() => textsOf(page))
    .toEqual([{ tag: 'ga4', id: 'G-1', agreed: ['cart P0'], differing }])
  await page.evaluate(`batch('${reports[0]}')`)
  await expect
    .poll(() => page.evaluate(async () => (await window.svc.compare())[0]?.faults))
    .toEqual(['a GA4 request whose body cannot be read'])
})

test('a tag that sends is compared too, but not with itself', async ({ page, shop }) => {
  const tag = shop.tag({ 'data-record-bots': 'true', 'data-strict-fields': 'true' })
  shop.page(
    '/shop.html',
    shopOf(tag + pixelScript(shop.url), `pixel('cart', { pid: 'P0', qty: '1' })`),
  )
  await shop.open('/shop.html')
  await press(page, 'P0')
  await shop.waitFor('cart', 2)
  const differing = ['extra: visitor is reported only by svc-tag']
  await expect
    .poll(() => textsOf(page))
    .toEqual([{ tag: 'pixel', id: 'OLD', agreed: ['cart P0'], differing }])
})
