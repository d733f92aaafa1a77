import { expect, type Page, test as playwrightTest } from '@playwright/test'
import fastify from 'fastify'
import { registerDocumentation } from '../../service/http/documentation.ts'
import { barriersOf } from '../support/fixtures/barriers.ts'
import { inProject } from '../support/fixtures/docs.ts'

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

/** What readers search for, and the page or section that has the answer. */
const questions: readonly (readonly [question: string, first: RegExp])[] = [
  ['Shopify order', /^\/docs\/install\/shopify/],
  ['GTM', /tag-manager/],
  ['GDPR', /consent|privacy/],
  ['TypeScript types', /faq#does-it-have-typescript-types/],
  ['ad bloker', /going-to-production#ad-blockers/],
  // A word under a heading that the page hides.
  ['uBlock', /going-to-production.*#ad-blockers$/],
]

test('the search lists the page or section with the answer first or second', async ({
  page,
  site,
}) => {
  await open(page, site)
  await page.getByRole('button', { name: 'Search' }).first().click()
  for (const [question, answer] of questions) {
    await page.getByRole('searchbox').fill(question)
    const links = () =>
      hitsOf(page).evaluateAll((all) => all.slice(0, 2).map((link) => link.getAttribute('href')))
    await expect.poll(links, question).toContainEqual(expect.stringMatching(answer))
  }
})

test('pages fit a phone, begin with a sentence and have no violations that axe finds', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['index', 'markup', 'evidence', 'api']) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await open(page, site + addressOf(name))
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, name).toBeLessThanOrEqual(390)
    const next = page.locator('.vp-doc h1 + p').first()
    expect((await next.textContent())?.length, name).toBeGreaterThan(30)
    // The page of the API is one theme and thousands of elements, which axe reads for a minute.
    if (name !== 'api') expect(await barriersOf(page, { within: ['.VPContent'] }), name).toEqual([])
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
