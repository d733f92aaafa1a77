import type { BrowserContext, Page } from '@playwright/test'
import {
  gtag,
  kept,
  NOTHING,
  type State,
  say,
  search,
  searches,
  started,
} from '../support/fixtures/consent-states.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

/** Consent managers, each as a script after which the shopper has agreed. */
const managers = {
  'Consent Mode': gtag('granted'),
  TCF: `window.__tcfapi = (command, version, callback) => {
    if (command === 'addEventListener')
      callback({ listenerId: 1, eventStatus: 'tcloaded', purpose: { consents: { 1: true, 8: true } } }, true)
  }`,
  // Shopify's API before it has loaded; a storefront requests it with `loadFeatures`.
  Shopify: `window.Shopify = {
    loadFeatures(features, onEnd) {
      setTimeout(() => {
        Shopify.customerPrivacy = { analyticsProcessingAllowed: () => true }
        onEnd()
      }, 50)
    },
  }`,
  'the WP Consent API': `window.wp_fallback_consent_type = 'optin'; window.wp_has_consent = (category) => category === 'statistics'`,
}

const BLOCKED = `
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError') } })
  Object.defineProperty(Document.prototype, 'cookie', {
    get() { throw new DOMException('blocked', 'SecurityError') },
    set() { throw new DOMException('blocked', 'SecurityError') },
  })`

const settledOn = (page: Page, query: string) =>
  page.evaluate(async (text) => {
    const entries = await window.svc.explain()
    return entries.find(({ data }) => data && 'query' in data && data.query === text)?.state
  }, query)

const outcomes = { granted: 'sent', hold: 'held', denied: undefined } as const

/** One page load from an initial state, then every change in turn. Nothing is kept afterwards. */
async function obeys(
  start: State,
  isBlocked: boolean,
  shop: Shop,
  context: BrowserContext,
  page: Page,
) {
  const tag = shop.tag({ 'data-record-bots': 'true', 'data-consent': start })
  const before = `<script>${isBlocked ? BLOCKED : ''}</script>`
  await page.goto(shop.page('/page.html', `<!doctype html>${before}${tag}<p>Shop</p>`))
  await started(page)
  const isGranted = start === 'granted'
  const now = () => kept(context, page, isBlocked)

  await search(page, 'first')
  if (isGranted) await shop.waitFor('search')
  expect(await searches(shop, page, 'end 1')).toEqual(isGranted ? ['first'] : [])
  await expect.poll(() => settledOn(page, 'first')).toBe(outcomes[start])
  if (!isGranted) expect(await now()).toEqual(NOTHING)

  await say(page, 'denied')
  await search(page, 'never')
  expect(await searches(shop, page, 'end 2')).toEqual(isGranted ? ['first'] : [])
  await expect.poll(now).toEqual(NOTHING)

  await say(page, 'hold')
  await search(page, 'kept')
  expect(await searches(shop, page, 'end 3')).not.toContain('kept')
  expect(await now()).toEqual(NOTHING)

  await say(page, 'granted')
  await expect.poll(() => searches(shop, page, 'end 4')).toContain('kept')
  expect(await searches(shop, page, 'end 5')).not.toContain('never')
  await say(page, 'denied')
  await expect.poll(now).toEqual(NOTHING)
}

test('from every initial state, with and without storage, the page obeys every change', async ({
  page,
  context,
  shop,
}) => {
  for (const start of ['granted', 'denied', 'hold'] as const)
    for (const isBlocked of [false, true])
      await test.step(`${start}, storage ${isBlocked ? 'blocked' : 'open'}`, async () => {
        await shop.reset()
        await obeys(start, isBlocked, shop, context, page)
      })
})

for (const [name, script] of Object.entries(managers)) {
  test(`${name} is followed even if the page loads it last`, async ({ page, shop }) => {
    const tag = shop.tag({ 'data-record-bots': 'true', 'data-consent': 'hold' })
    await page.route('**/manager.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    )
    await page.goto(shop.page('/page.html', `<!doctype html>${tag}<p>Shop</p>`))
    await started(page)
    await search(page, 'kept')
    const before = await page.evaluate(() => Date.now())
    await page.waitForTimeout(1_500)
    expect(await shop.received('search')).toEqual([])
    await page.addScriptTag({ url: '/manager.js' })
    const [event] = await shop.waitFor('search')
    expect(event?.data).toMatchObject({ query: 'kept' })
    expect(event?.at).toBeLessThanOrEqual(before)
  })
}

test('a refusal in one tab erases data in all tabs', async ({ context, page, shop }) => {
  const tag = shop.tag({ 'data-record-bots': 'true' })
  const url = shop.page('/page.html', `<!doctype html>${tag}<p>Shop</p>`)
  await page.goto(url)
  const other = await context.newPage()
  await other.goto(url)
  await started(page)
  await started(other)
  await shop.waitFor('visitor')
  await say(page, 'denied')
  await expect.poll(() => other.evaluate(() => window.svc.user === undefined)).toBe(true)
  await expect.poll(() => kept(context, other, false)).toEqual(NOTHING)
  await search(other, 'never')
  expect(await searches(shop, other, 'end')).toEqual([])
})

test('nothing is sent after a refusal, whatever was in progress', async ({ page, shop }) => {
  const tag = shop.tag({ 'data-record-bots': 'true' })
  await shop.faults({ hang: true })
  await page.goto(shop.page('/page.html', `<!doctype html>${tag}<p>Shop</p>`))
  await Promise.all([
    // The last request before the refusal: the visitor's own comes first.
    page.waitForRequest(/action=search/),
    started(page).then(() => search(page, 'under way')),
  ])
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
  await say(page, 'denied')
  await page.waitForTimeout(500)
  expect(requests).toEqual([])
})
