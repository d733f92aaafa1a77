import type { Page } from '@playwright/test'
import { GA4_SCRIPT, pixelScript } from '../../support/fixtures/other-tags.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

type TagComparison = Awaited<ReturnType<Window['svc']['compare']>>[number]

const shadowTag = (shop: Shop, attributes: Readonly<Record<string, string>> = {}) =>
  shop.tag({ 'data-record-bots': 'true', 'data-shadow': 'true', ...attributes })

/** One button for each action of the shopper; the other tag reports it through the attribute `onclick`. */
const shopOf = (head: string, report: Readonly<Record<string, string>>) => {
  const press = (name: string, attributes: string) =>
    `<button ${attributes} onclick="${(report[name] ?? '').replaceAll('"', '&quot;')}">${name}</button>`
  return `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body>
    ${press('agreed', 'data-svc-cart="P1" data-svc-qty="1"')}
    ${press('extra', 'data-svc-cart="P2"')}
    ${press('missing', '')}
    ${press('product', 'data-svc-cart="P4_42"')}
    ${press('quantity', 'data-svc-cart="P5" data-svc-qty="1"')}
    ${press('double', 'data-svc-cart="P6"')}
    ${press('order', '')}</body></html>`
}

/** Longer than two reports with different product ids count as the same press. */
const APART_MS = 1_100

async function pressAll(page: Page) {
  for (const name of ['agreed', 'extra', 'missing', 'product', 'quantity', 'double']) {
    await page.getByRole('button', { name }).click()
    await page.waitForTimeout(APART_MS)
  }
  await page.evaluate(() => {
    window.svc.track('order', {
      orderId: 'A-1',
      products: [
        { pid: 'P7', qty: 2, price: '19.90' },
        { pid: 'P8', qty: 1, price: '5' },
      ],
    })
  })
  await page.getByRole('button', { name: 'order' }).click()
}

const agreed = ({ agreements }: TagComparison) =>
  agreements.map(({ own }) => `${own.action} ${own.fields.pid}`).sort()

/** Polls until the last reports of the other tag are there, because each appears when its request has ended. */
async function compared(page: Page, last: readonly string[] = ['order P7']) {
  let tags: readonly TagComparison[] = []
  await expect
    .poll(async () => {
      tags = await page.evaluate(() => window.svc.compare())
      return tags.slice(0, 1).flatMap(agreed)
    })
    .toEqual(expect.arrayContaining([...last]))
  const [tag] = tags
  if (!tag) throw new Error('no other tag was compared')
  return tag
}

test('GA4 and the tag agree, and five deliberate differences are named', async ({ page, shop }) => {
  await page.route('https://www.google-analytics.com/**', (route) => route.fulfill({ status: 204 }))
  const cart = (items: string) => `ga4('en=add_to_cart&${items}')`
  const report = {
    agreed: `beacon('en=add_to_cart&pr1=idP1~qt1')`,
    missing: cart('pr1=idP3~qt1'),
    product: cart('pr1=idP4~qt1'),
    quantity: cart('pr1=idP5~qt2'),
    double: `${cart('pr1=idP6')};${cart('pr1=idP6')}`,
    order: `ga4('en=purchase&pr1=idP7~pr19.9~qt2&pr2=idP8~pr6~qt1')`,
  }
  shop.page('/shop.html', shopOf(shadowTag(shop) + GA4_SCRIPT, report))
  await shop.open('/shop.html')
  await pressAll(page)
  const comparison = await compared(page)
  expect(comparison).toMatchObject({ tag: 'ga4', id: 'G-1', faults: [] })
  expect(agreed(comparison)).toEqual(['cart P1', 'cart P6', 'order P7'])
  expect(comparison.differences.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'extra: cart P2 is reported only by svc-tag',
    'missing: cart P3 is reported only by GA4 (add_to_cart)',
    'field: cart P4_42: pid is “P4_42” by svc-tag, “P4” by GA4 (add_to_cart)',
    'field: cart P5: qty is “1” by svc-tag, “2” by GA4 (add_to_cart)',
    'repeated: cart P6 is reported again by GA4 (add_to_cart)',
    'field: order P8: price is “5” by svc-tag, “6” by GA4 (purchase)',
  ])
  // A body that the browser hides is reported as a fault.
  await page.evaluate(`batch('en=add_to_cart&pr1=idP1')`)
  await expect
    .poll(() => page.evaluate(async () => (await window.svc.compare())[0]?.faults))
    .toEqual(['a GA4 request whose body cannot be read'])
})

test('a tag that sends is compared too, but not with itself', async ({ page, shop }) => {
  const head =
    shop.tag({ 'data-record-bots': 'true', 'data-strict-fields': 'true' }) + pixelScript(shop.url)
  const report = { agreed: `pixel('cart', { pid: 'P1', qty: '1' })` }
  shop.page('/shop.html', shopOf(head, report))
  await shop.open('/shop.html')
  await page.getByRole('button', { name: 'agreed' }).click()
  await shop.waitFor('cart', 2)
  await expect
    .poll(() => page.evaluate(async () => (await window.svc.compare())[0]?.agreements.length))
    .toBe(1)
  const tags = await page.evaluate(() => window.svc.compare())
  expect(tags.map(({ tag, id }) => [tag, id])).toEqual([['pixel', 'OLD']])
  expect(tags[0]?.differences.map(({ text }) => text)).toEqual([
    'visitor is reported only by svc-tag',
  ])
})
