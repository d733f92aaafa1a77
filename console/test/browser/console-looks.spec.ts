import type { Page } from '@playwright/test'
import { barriersOf } from '../../../test/support/fixtures/barriers.ts'
import { eventPath } from '../../../test/support/fixtures/event-requests.ts'
import { addSample } from '../../../test/support/fixtures/sample.ts'
import { expect, type Shop, test } from '../../../test/support/fixtures/shop.ts'
import { sections } from '../../sections.ts'

const pages = [
  ...sections.map(({ path }) => path),
  ...['/events', '/analytics?kind=list&name=query:sneakers', '/books', '/requests'],
]

/** After the phone: the size and the colour scheme change, and tables have more columns. */
const DESKTOP_RULES = ['color-contrast', 'target-size', 'link-name']

const looks = {
  phone: { width: 390, colorScheme: 'light', rules: undefined },
  desktop: { width: 1280, colorScheme: 'dark', rules: DESKTOP_RULES },
} as const

async function expectNoBarrier(page: Page, path: string, look: keyof typeof looks) {
  const { width, colorScheme, rules } = looks[look]
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme })
  expect(await barriersOf(page, { rules }), path).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, path).toBeLessThanOrEqual(0)
}

async function openSettled(page: Page, shop: Shop, path: string) {
  await shop.open(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Counting…')).toHaveCount(0)
}

test('no page logs an error or has an accessibility violation: empty, with events in both themes, or during an outage', async ({
  page,
  shop,
}) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
  })
  await openSettled(page, shop, '/analytics')
  await expectNoBarrier(page, 'empty', 'phone')
  await addSample(page, shop, 40)
  await fetch(`${shop.url}/v2/1p.jpg`, { method: 'POST' })
  await fetch(shop.url + eventPath('click', { data: { pid: 7, colour: 'red' } }))
  await fetch(`${shop.url}/${shop.keys.apiKey}/${shop.keys.siteKey}/search?q=a&analytics=false`)
  for (const path of pages) {
    await openSettled(page, shop, path)
    for (const summary of (await page.locator('summary').all()).slice(0, 3)) await summary.click()
    await expectNoBarrier(page, path, 'phone')
    if (path.startsWith('/analytics')) await expectNoBarrier(page, path, 'desktop')
  }
  const icon = await page.locator('link[rel=icon]').getAttribute('href')
  expect((await page.request.get(shop.url + icon)).status()).toBe(200)
  expect(problems).toEqual([])
  await page.route(/\/(data|item|list|stream)\b/, (route) => route.abort())
  await openSettled(page, shop, '/events')
  await expect(page.getByText('The service does not respond').first()).toBeVisible()
  await expectNoBarrier(page, 'with an error', 'phone')
})
