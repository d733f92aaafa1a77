import type { Page } from '@playwright/test'
import { expect, test } from '../../playwright/index.ts'
import type { SvcTest } from '../../playwright/svc-test.ts'
import { goodPages, KIT_SHOP, KIT_TRACKER, kitTag, serveKitShop } from '../kit-shop.ts'

type Step = 'list' | 'click' | 'cart' | 'order'

/** A test as a shop would write it: list, product, confirmation. `fails` does not wait its full time, because it is to fail. */
async function shopTest(page: Page, svc: SvcTest, { fails }: { readonly fails?: Step } = {}) {
  const expectSvc = (step: Step) =>
    (step === fails ? expect.configure({ timeout: 8_000 }) : expect)(svc)
  await page.goto(`${KIT_SHOP}/list`)
  await expectSvc('list').toHaveSent('PRODUCT_IMPRESSIONS', {
    page: 'categoryPath:"Men>Shoes"',
    pids_list: ['sku-7', 'sku-9'],
  })
  await page.getByText('Runner').click()
  await expectSvc('click').toHaveSent('click', { pid: 'sku-7' })
  await page.getByRole('button').click()
  await expectSvc('cart').toHaveSent('cart', { pid: 'sku-7', qty: '1' })
  await page.goto(`${KIT_SHOP}/thanks`)
  await expectSvc('order').toHaveSent('order', { pid: 'sku-7', qty: '2', price: '19.90' })
}

test.use({ svcOptions: { siteKey: 'SITE', trackerUrl: KIT_TRACKER } })

test('the shop’s test passes on the intact shop', async ({ context, page, svc }) => {
  await serveKitShop(context)
  await shopTest(page, svc)
})

interface Breakage {
  readonly name: string
  /** A text to replace in every page, and its replacement. */
  readonly change?: readonly [from: string | RegExp, to: string]
  readonly tag?: string
  readonly headers?: Record<string, string>
  /** The step that fails; without it, the list. */
  readonly fails?: Step
  readonly says: RegExp
}

const breakages: readonly Breakage[] = [
  {
    name: 'the cart mark removed',
    fails: 'cart',
    change: [/data-svc-cart="sku-7"/, ''],
    says: /cart .* was not sent.*No element of the page carries data-svc-cart/s,
  },
  {
    name: 'a price with a comma',
    fails: 'order',
    change: ['19.90', '19,90'],
    says: /order .* was not sent.*price-unreadable: The price “19,90” is ambiguous or unreadable/s,
  },
  {
    name: 'a tile without id',
    change: ['data-svc-product="sku-9"><a', 'data-svc-product=""><a'],
    says: /PRODUCT_IMPRESSIONS.*tile-without-id: A tile names no product/s,
  },
  {
    name: 'consent never given',
    tag: kitTag('data-consent="denied"'),
    says: /not-watching: Consent is denied/,
  },
  {
    name: 'consent never answered',
    tag: kitTag('data-consent="hold"'),
    says: /held \(.*consent/,
  },
  {
    name: 'a wrong tracker address',
    tag: kitTag().replace('tracker.example', 'traker.example'),
    says: /sent to the wrong place.*Events go to https:\/\/traker.example, not to https:\/\/tracker.example/s,
  },
  {
    name: 'a wrong site key',
    tag: kitTag().replace('"SITE"', '"TEST"'),
    says: /Events carry the site key TEST, not SITE/,
  },
  {
    name: 'the script element removed',
    tag: '',
    says: /\/list has no script element of the tag/,
  },
  {
    name: 'the script at another address',
    tag: kitTag().replace('/svc/svc.js', '/assets/svc.js'),
    says: /The tag did not load: https:\/\/shop.example\/assets\/svc.js answered 404/,
  },
  {
    name: 'the list mark removed',
    change: [/data-svc-page='[^']*'/, ''],
    says: /outside-list: This is in no list/,
  },
  {
    name: 'a misspelt attribute',
    change: [/data-svc-product/g, 'data-svc-prodcut'],
    says: /unknown-attribute: There is no attribute data-svc-prodcut/,
  },
  {
    name: 'a page value that was encoded',
    change: ['Men>Shoes', 'Men%3EShoes'],
    says: /page is "categoryPath:\\"Men%3EShoes\\"".*page-encoded/s,
  },
  {
    name: 'a quantity that is no number',
    fails: 'cart',
    change: ['data-svc-qty value="1"', 'data-svc-qty value="one"'],
    says: /cart .* was not sent.*quantity-unreadable/s,
  },
  {
    name: 'an order line without its price',
    fails: 'order',
    change: ['data-svc-price="19.90"', ''],
    says: /order-line-incomplete: A line of an order lacks data-svc-price/,
  },
  {
    name: 'a policy that forbids the tracker',
    headers: { 'content-security-policy': "default-src 'self'" },
    says: /csp-blocks: The tracker cannot be reached/,
  },
  {
    name: 'a missing setting',
    tag: kitTag().replace(/data-tracker-url="[^"]*"/, ''),
    says: /data-tracker-url is missing, so nothing is reported/,
  },
]

for (const { name, change, tag = kitTag(), headers = {}, fails = 'list', says } of breakages) {
  test(`the same test fails for ${name}, and names it`, async ({ context, page, svc }) => {
    const [from, to] = change ?? ['', '']
    const pages = Object.entries(goodPages).map(([path, html]) => [path, html.replace(from, to)])
    await serveKitShop(context, Object.fromEntries(pages), { tag, headers })
    await expect(shopTest(page, svc, { fails })).rejects.toThrow(says)
  })
}
