import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import { buildSync } from 'esbuild'
import { blocksOf } from '../../../test/support/fixtures/docs.ts'
import { expect, type Shop, test } from '../../../test/support/fixtures/shop.ts'
import { cartData, checkoutData, openShopify, type PixelProgram } from '../../shopify/index.ts'

const file = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../dist/${name}`, import.meta.url)), 'utf8')

const THANKS = '/checkouts/cn/token/thank-you'
const SANDBOXES = ['custom', 'app'] as const

/** The code that a merchant pastes, or that an app's bundler produces from `register(svcPixel(…))`. */
function pixel(kind: PixelProgram['kind'], shop: Shop, settings = {}): PixelProgram {
  const own = JSON.stringify({
    siteKey: shop.keys.siteKey,
    trackerUrl: shop.url,
    recordBots: true,
    ...settings,
  })
  const code =
    kind === 'custom'
      ? `${file('svc-pixel.js')}
        svcPixel(${own})({ analytics, browser, init, customerPrivacy: api.customerPrivacy })`
      : `${file('svc-pixel.js')}
        const register = (extend) => shopify.extend('WebPixel::Render', extend)
        register(svcPixel(${own}))`
  return { kind, code }
}

const CONSENT = `<script>
  const pass = () =>
    svc.consent(Shopify.customerPrivacy.analyticsProcessingAllowed() ? 'granted' : 'denied')
  document.addEventListener('visitorConsentCollected', pass)
  addEventListener('load', () => { if (Shopify.customerPrivacy.analyticsProcessingAllowed()) pass() })
</script>`

function openPages(shop: Shop) {
  const tag = shop.tag({ 'data-record-bots': 'true', 'data-consent': 'hold' })
  shop.page(
    '/collections/boots',
    `<!doctype html>${tag}${CONSENT}
    <ul data-svc-page='collection:"boots"'><li data-svc-product="7">Boot
      <a href="#boot">Open</a> <button data-svc-cart>Add</button></li></ul>`,
  )
  shop.page('/plain', '<!doctype html><title>Plain</title>')
  shop.page('/checkouts/cn/token', '<!doctype html><title>Checkout</title>')
  shop.page(THANKS, '<!doctype html><title>Thank you</title>')
}

const field = ({ data }: { readonly data?: unknown }, name: string) =>
  (data as Readonly<Record<string, unknown>> | undefined)?.[name]

const order = checkoutData([{ variant: { product: '7', price: 19.9 }, quantity: 2 }], {
  orderId: '1001',
})

const nextOrder = checkoutData([{ variant: { product: '8' } }], { orderId: '1002' })

const giveConsent = (context: BrowserContext, shop: Shop) =>
  context.addCookies([{ name: '_replica_consent', value: 'yes', url: shop.url }])

/** The block of the installation page with this file's name, with the keys of the test. */
function documented(name: string, shop: Shop): string {
  const found = blocksOf('docs/install/shopify.md').find(({ file }) => file === name)
  return (found?.code ?? '')
    .replace("'SITE'", `'${shop.keys.siteKey}', recordBots: true`)
    .replace('https://tracker.example', shop.url)
}

/** Bundles an app pixel as Shopify's CLI does; the package's `register` is one call. */
function bundled(code: string): string {
  const register = 'export const register = (run) => shopify.extend("WebPixel::Render", run)'
  const [output] = buildSync({
    stdin: { contents: code, resolveDir: fileURLToPath(new URL('../../..', import.meta.url)) },
    alias: {
      'svc-tag/shopify': fileURLToPath(new URL('../../../dist/shopify.js', import.meta.url)),
      '@shopify/web-pixels-extension': `data:text/javascript,${encodeURIComponent(register)}`,
    },
    bundle: true,
    format: 'iife',
    write: false,
  }).outputFiles
  return output?.text ?? ''
}

/** The pixel as the installation guide writes or builds it. */
const asDocumented = (kind: PixelProgram['kind'], shop: Shop): PixelProgram => ({
  kind,
  code:
    kind === 'custom'
      ? `${file('svc-pixel.js')}\n${documented('custom-pixel.js', shop)}`
      : bundled(documented('src/index.ts', shop)),
})

for (const kind of SANDBOXES) {
  test.describe(`a pixel in the ${kind} sandbox`, () => {
    test("continues the theme's visit on the thank-you page, and counts each order once", async ({
      page,
      context,
      shop,
    }) => {
      openPages(shop)
      await giveConsent(context, shop)
      const shopify = await openShopify(page, asDocumented(kind, shop))
      await shop.open('/collections/boots')
      await shop.waitFor('PRODUCT_IMPRESSIONS')
      await page.getByRole('link').click()
      await page.getByRole('button').click()
      await shopify.publish('product_added_to_cart', cartData({ product: '7' }))
      await shop.waitFor('cart')
      await shop.open('/checkouts/cn/token')
      await shopify.publish('checkout_started', order)
      await shop.open(THANKS)
      await shopify.publish('checkout_completed', order)
      await shop.waitFor('order')
      await page.reload()
      await shopify.publish('checkout_completed', order)
      await shopify.publish('checkout_completed', nextOrder)
      await shop.waitFor('order', 2)

      const received = await shop.received()
      expect(received.map(({ action }) => action).sort()).toEqual(
        ['PRODUCT_IMPRESSIONS', 'cart', 'click', 'order', 'order', 'visitor'].sort(),
      )
      expect(received.every(({ isGood }) => isGood)).toBe(true)
      expect(new Set(received.map(({ uid }) => uid)).size).toBe(1)
      expect(new Set(received.map((event) => field(event, 'visitId'))).size).toBe(1)
      expect(await shop.received('order')).toMatchObject([
        { data: { pid: '7', variantId: '71', qty: '2', price: '19.9' } },
        { data: { pid: '8' } },
      ])
    })

    test('holds events until the shopper agrees, and forgets a shopper who refuses', async ({
      page,
      context,
      shop,
    }) => {
      openPages(shop)
      const shopify = await openShopify(page, pixel(kind, shop))
      await shop.open(THANKS)
      await shopify.publish('checkout_completed', order)
      // Many times as long as an order takes in the other tests.
      await page.waitForTimeout(1_000)
      expect(await shop.received()).toEqual([])
      expect(await page.evaluate(() => [document.cookie, Object.keys(localStorage)])).toEqual([
        '',
        [],
      ])
      await shopify.answerConsent(true)
      expect(await shop.waitFor('order')).toHaveLength(1)
      expect((await context.cookies()).map(({ name }) => name)).toContain('svc.userId')

      await shopify.answerConsent(false)
      await shopify.publish('checkout_completed', nextOrder)
      const names = async () =>
        (await context.cookies()).map(({ name }) => name).filter((name) => /^svc/.test(name))
      await expect.poll(names).toEqual([])
      await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
      await shop.open('/collections/boots')
      await page.waitForTimeout(1_500)
      expect((await shop.received()).map(({ action }) => action).sort()).toEqual([
        'order',
        'visitor',
      ])
    })
  })
}

test('the frame of a custom pixel has an opaque origin and no cookies of the shop', async ({
  page,
  shop,
}) => {
  openPages(shop)
  const code = `
    const asked = (name, task) => { try { return [name, task()] } catch (error) { return [name, error.name] } }
    const found = [
      asked('origin', () => self.origin),
      asked('cookie', () => document.cookie),
      asked('storage', () => localStorage.length),
      asked('parent', () => parent.document.title),
      ['locks', navigator.locks === undefined ? 'none' : 'there'],
    ]
    browser.localStorage.setItem('found', JSON.stringify(found))`
  await openShopify(page, { kind: 'custom', code })
  await shop.open('/plain')
  const found = () => page.evaluate(() => JSON.parse(localStorage.getItem('found') ?? '[]'))
  await expect.poll(found).toMatchObject([
    ['origin', 'null'],
    ['cookie', 'SecurityError'],
    ['storage', 'SecurityError'],
    ['parent', 'SecurityError'],
    ['locks', expect.any(String)],
  ])
})
