import { expect, type Page, test as playwrightTest } from '@playwright/test'
import fastify from 'fastify'
import { listedPages } from '../../docs/.vitepress/sidebar.ts'
import { registerDocumentation } from '../../service/http/documentation.ts'
import { barriersOf } from '../support/fixtures/barriers.ts'
import { inProject } from '../support/fixtures/docs.ts'
import { newcomerQuestions } from '../support/fixtures/newcomer-questions.ts'

// The built site: `npm run check -- docs` first.

/** Serves the built site as the local service does. `site` is its address. */
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

test.skip(({ browserName }) => browserName !== 'chromium')

const addressOf = (page: string) => page.replace(/(^|\/)index$/, '$1')

async function open(page: Page, address: string) {
  await page.goto(address)
  await expect(page.locator('.vp-doc h1')).toBeVisible()
}

const hitsOf = (page: Page) => page.locator('.results a')

test('the search field shows the best page first', async ({ page, site }) => {
  await open(page, site)
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill('Shopify order')
  await expect(hitsOf(page).first()).toHaveAttribute('href', /^\/docs\/install\/shopify/)
})

test('36 of each 40 questions of newcomers are answered by the first or second hit', async ({
  page,
  site,
}) => {
  test.slow()
  await open(page, site)
  await page.getByRole('button', { name: 'Search' }).first().click()
  const hits = hitsOf(page)
  const missed: string[] = []
  for (const [question, answer] of newcomerQuestions) {
    await page.getByRole('searchbox').fill(question)
    const isAnswered = async () => {
      const links = await hits.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      return links.slice(0, 2).some((link) => answer.test(link ?? ''))
    }
    // The list follows the field after a pause.
    const isFound = await expect
      .poll(isAnswered, { timeout: 2_000 })
      .toBe(true)
      .then(
        () => true,
        () => false,
      )
    if (!isFound) missed.push(question)
  }
  expect(newcomerQuestions).toHaveLength(80)
  for (const forty of [newcomerQuestions.slice(0, 40), newcomerQuestions.slice(40)]) {
    const own = forty.map(([question]) => question).filter((one) => missed.includes(one))
    expect(own.length, own.join(', ')).toBeLessThanOrEqual(4)
  }
})

test('a word under a heading that the page does not show leads to its section', async ({
  page,
  site,
}) => {
  await open(page, site)
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill('uBlock')
  await expect(hitsOf(page).first()).toHaveAttribute('href', /going-to-production.*#ad-blockers$/)
  await open(page, `${site}going-to-production`)
  await expect(page.locator('.vp-doc')).not.toContainText(/uBlock|search:/)
})

test('no page is wider than a phone, and each begins with a sentence', async ({ page, site }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of listedPages) {
    await open(page, site + addressOf(name))
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, name).toBeLessThanOrEqual(390)
    const next = page.locator('.vp-doc h1 + p').first()
    expect((await next.textContent())?.length, name).toBeGreaterThan(30)
  }
})

test('a wide table scrolls by the keyboard in its own box', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `${site}evidence`)
  const table = page.locator('.vp-doc .table').nth(1)
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
})

test('a block is copied by its button', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, `${site}calls`)
  await page.locator('.vp-doc button.copy').first().click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain("svc.track('cart', { pid: 'sku-7', qty: 2 })")
})

test('every page has its outline, and its text as Markdown', async ({ page, site }) => {
  await page.setViewportSize({ width: 1_400, height: 900 })
  await open(page, `${site}markup`)
  const outline = page.getByRole('navigation', { name: 'On this page' })
  await expect(outline.getByRole('link', { name: 'Facets' })).toBeVisible()
  const address = await page.getByText('This page as Markdown').getAttribute('href')
  const text = await (await page.request.get(new URL(address ?? '', site).href)).text()
  expect(text).toContain('# Markup')
})

test('llms.txt names every page of the documentation', async ({ page, site }) => {
  const text = await (await page.request.get(`${site}llms.txt`)).text()
  const expected = listedPages.filter((name) => !/^index$|first-event/.test(name))
  const missing = expected.filter(
    (name) => !text.includes(`/docs/${name.replace(/\/index$/, '')}.md`),
  )
  expect(missing).toEqual([])
})

test('a reader chooses the dark theme, and it stays', async ({ page, site }) => {
  await page.setViewportSize({ width: 1_400, height: 900 })
  await open(page, site)
  await page.getByRole('switch', { name: /dark theme/i }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test('pages have no fault that axe finds, in light or dark', async ({ page, site }) => {
  // The sidebar is the same on each.
  for (const name of ['index', 'markup', 'install/react', 'evidence', 'consent-banners']) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await open(page, site + addressOf(name))
    const within = name === 'index' ? ['.VPContent', '.VPSidebar'] : ['.VPContent']
    const light = await barriersOf(page, { within })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveClass(/dark/)
    const dark = await barriersOf(page, { within, rules: ['color-contrast'] })
    expect([...light, ...dark], name).toEqual([])
  }
})
