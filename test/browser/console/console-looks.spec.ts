import type { Page } from '@playwright/test'
import { barriersOf } from '../../support/fixtures/barriers.ts'
import { eventPath } from '../../support/fixtures/event-requests.ts'
import { addSample } from '../../support/fixtures/sample.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

const pages = [
  ...['/events', '/analytics', '/analytics?kind=list&name=query:sneakers', '/attribution'],
  '/requests',
]

/** Every rule once on a phone; in the other size and light, what they change. */
const looks = [
  { width: 390, colorScheme: 'light', rules: undefined },
  { width: 1280, colorScheme: 'dark', rules: ['color-contrast', 'target-size'] },
] as const

/** The page in one of its states, settled. */
const states: Readonly<Record<string, (page: Page, shop: Shop, path: string) => Promise<void>>> = {
  async empty(_page, shop, path) {
    await shop.open(path)
  },
  async 'with sample traffic'(page, shop, path) {
    await addSample(page, shop, 40)
    await fetch(`${shop.url}/v2/1p.jpg`, { method: 'POST' })
    await fetch(shop.url + eventPath('click', { data: { pid: 7, colour: 'red' } }))
    await fetch(`${shop.url}/${shop.keys.apiKey}/${shop.keys.siteKey}/search?q=a&analytics=false`)
    await shop.open(path)
    for (const summary of (await page.locator('summary').all()).slice(0, 3)) await summary.click()
  },
  async 'with an error'(page, shop, path) {
    await page.route(/\/(data|item|list|stream)\b/, (route) => route.abort())
    await shop.open(path)
    await expect(page.getByText('The service does not answer').first()).toBeVisible()
  },
}

for (const path of pages) {
  for (const [state, open] of Object.entries(states)) {
    test(`${path} ${state} has no known barrier, in any size and light`, async ({ page, shop }) => {
      await open(page, shop, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Counting…')).toHaveCount(0)
      // A message has the colours of its page.
      for (const { width, colorScheme, rules } of state === 'with sample traffic'
        ? looks
        : looks.slice(0, 1)) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        expect(await barriersOf(page, { rules })).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
      }
    })
  }
}

test('no page logs an error, the icon included', async ({ page, shop }) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => problems.push(request.url()))
  // The catalogue of these tests names pictures that nobody has drawn.
  await page.route('**/images/*.svg', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  )
  for (const path of ['/', ...pages]) await shop.open(path)
  expect((await page.request.get(`${shop.url}/favicon.ico`)).status()).toBe(200)
  expect(problems.filter((problem) => !problem.includes('/events/stream'))).toEqual([])
})
