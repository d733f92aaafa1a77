import { expect, type Page, test as playwrightTest } from '@playwright/test'
import fastify from 'fastify'
import { registerDocumentation } from 'svc-tag-service'
import { barriersOf } from '../../../test/support/fixtures/barriers.ts'
import { inProject } from '../../../test/support/fixtures/docs.ts'

// The built site: `npm run check -- docs` first.

const test = playwrightTest.extend<object, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const app = fastify()
      registerDocumentation(app, { folder: inProject('dist/docs'), state: () => 'ready' })
      await use(`${await app.listen({ port: 0, host: '127.0.0.1' })}/docs/`)
      await app.close()
    },
    { scope: 'worker' },
  ],
})

const addressOf = (page: string) => page.replace(/(^|\/)index$/, '$1')

async function open(page: Page, address: string) {
  await page.goto(address)
  await expect(page.locator('.vp-doc h1')).toBeVisible()
}

const hitsOf = (page: Page) => page.locator('.results a')

type Question = readonly [question: string, answer: RegExp]

/** The main promise, and what else readers ask most: the page or section with the answer comes first. Addresses are below `/docs`. */
const answeredFirst: readonly Question[] = [
  ['tracker down', /^\/delivery/],
  ['offline', /^\/delivery/],
  ['outage', /^\/delivery/],
  ['what happens if the tracker is down', /^\/delivery/],
  ['event not sent', /^\/troubleshooting/],
  ['does it track bots', /\/security#robots/],
  ['CSP', /\/going-to-production#content-security-policy/],
  ['jquery', /\/faq#does-it-work-with-jquery/],
  ['service worker', /\/faq#does-it-work-with-a-service-worker/],
]

/** What shop developers and merchandisers search for: the answer is among the first two. */
const answeredSoon: readonly Question[] = [
  ['Shopify order', /^\/install\/shopify/],
  ['TypeScript types', /\/faq#does-it-have-typescript-types/],
  // A typing error, and a product's name that no heading has.
  ['ad bloker', /\/going-to-production#ad-blockers/],
  ['uBlock', /\/going-to-production#ad-blockers/],
  ['which search led to a sale', /\/merchandisers#attribution/],
  ['revenue is lower than in Google Analytics', /\/merchandisers#figures-that-differ/],
  ['products that are never clicked', /\/merchandisers#products-that/],
  ['download the report as an Excel file', /\/merchandisers#the-sections/],
  ['order missing after PayPal', /\/checkout(#an-order-is|$)/],
  [
    'thank you page reloaded, is the order counted twice',
    /order-counts-once|duplicate-events|(events|markup)#order/,
  ],
  ['add to cart counted although the product is out of stock', /a-cart-that/],
  ['product with sizes and colours', /\/product-page#configurable-products/],
  ['recommended products on the product page', /\/product-page#recommendations/],
  ['price slider', /\/markup#facets/],
  ['does it slow down my shop on phones', /\/faq#what-does-the-tag-cost/],
  [
    'a customer wants his data deleted',
    /\/privacy#deletion|\/security#forgetting|\/data#retention/,
  ],
  ['Safari deletes cookies after 7 days', /\/going-to-production#the-identity-cookie/],
  ['do I need a cookie banner in the UK', /^\/consent(#|$)/],
  ['send an order from PHP', /\/backend-events#with-curl-or-php/],
  ['order placed by an AI assistant', /^\/agent-tools/],
  ['checkout in an iframe', /\/checkout#in-an-iframe/],
  ['browser storage is full', /^\/delivery/],
  ['how many products can I get per page', /\/clients#the-query/],
  ['put the chat on my page', /\/shopping-agent#the-chat/],
  ['products loaded while scrolling', /\/recipes#infinite-scroll/],
  ['check with Playwright that the cart event was sent', /^\/test-kit/],
  ['keep our staging shop out of the reports', /\/faq#how-do-i-keep-tests/],
  ['compare with our old tracking before we switch', /^\/migrate\/compare/],
  ['how much disk space do the events need', /\/data#sizing/],
  // Written before anybody looked at the results.
  ['how do I know that it works', /\/install\/#does-it-work/],
  [
    'orders counted only in some browsers',
    /\/checkout#an-order|\/troubleshooting#nothing|^\/books|\/troubleshooting#no-order/,
  ],
  ['phone orders and call centre sales', /^\/backend-events/],
  ['renewal of a subscription', /^\/backend-events/],
  ['click through rate definition', /\/merchandisers#the-overview/],
  ['refunds', /\/merchandisers#what-analytics/],
  ['search suggestions in the search box', /\/markup#search|\/clients#type-ahead/],
  ['hide an element from tracking', /\/faq#how-do-i-leave-out|\/markup#clicks/],
  ['hidden tabs and accordions with products', /\/markup#impressions/],
  ['infinite scroll', /\/recipes#infinite-scroll/],
  ['load the script with defer', /\/faq#can-i-use-defer/],
  ['OneTrust is not detected', /\/consent-banners#onetrust|\/consent-banners#is-mine/],
  ['consent refused, what is deleted', /\/consent#not-asked/],
  [
    'GDPR right to be forgotten',
    /\/privacy#deletion|\/security#forgetting|\/operate\/data#retention/,
  ],
  ['privacy policy text to copy', /^\/privacy/],
  ['GA4 purchase event instead of markup', /^\/datalayer|^\/migrate\/ga4/],
  ['move from Algolia Insights', /^\/migrate\/algolia/],
  ['report the purchase from Node on the server', /^\/backend-events/],
  ['first party tracker proxy through nginx', /\/going-to-production#the-tracker-on/],
  ['map selector does not match anything', /\/maps#errors/],
  ['audit login protected staging shop', /\/audit#which-pages/],
  ['monitor the tracker with Prometheus', /\/operate\/README#health/],
  ['how long are events kept', /\/operate\/data#retention|\/privacy#retention/],
  ['Kubernetes', /\/operate\/README#in-a-container/],
]

test('the search lists the page or section with the answer first or second', async ({
  page,
  site,
}) => {
  test.slow()
  await open(page, site)
  await page.getByRole('button', { name: 'Search' }).first().click()
  const hits = (count: number) =>
    hitsOf(page).evaluateAll(
      (all, most) =>
        all.slice(0, most).map((link) => link.getAttribute('href')?.replace('/docs', '')),
      count,
    )
  for (const [questions, count] of [
    [answeredFirst, 1],
    [answeredSoon, 2],
  ] as const)
    for (const [question, answer] of questions) {
      await page.getByRole('searchbox').fill(question)
      await expect.poll(() => hits(count), question).toContainEqual(expect.stringMatching(answer))
    }
})

test('pages fit a phone, begin with a sentence and have no violations that axe finds', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['index', 'markup', 'evidence', 'api/', 'api/settings']) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await open(page, site + addressOf(name))
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, name).toBeLessThanOrEqual(390)
    const next = page.locator('.vp-doc h1 + p').first()
    expect((await next.textContent())?.length, name).toBeGreaterThan(30)
    expect(await barriersOf(page, { within: ['.VPContent'] }), name).toEqual([])
  }
  await open(page, `${site}markup`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveClass(/dark/)
  const contrast = { within: ['.VPContent'], rules: ['color-contrast'] }
  expect(await barriersOf(page, contrast)).toEqual([])

  // A wide table can be scrolled by keyboard in its own box.
  await open(page, `${site}evidence`)
  const table = page.locator('.vp-doc table').nth(1)
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
})
