import { test as base } from '@playwright/test'
import { startService, type TestService } from './service.ts'
import { type Browsers, pageShopper, type Shopper, type Visit } from './shopper.ts'
import { startWebKit } from './webkit.ts'

/**
 * Playwright's `test` for stories that run in every engine, whatever drives it: a `shop` (a service of the test's own), and a
 * `shopper` with a browser that nobody used before.
 *
 * ```ts
 * test('a click is reported', async ({ shop, shopper }) => {
 *   await shopper.open(shop.page('/list.html', `${shop.tag()}<a data-svc-product="P1" href="#">One</a>`))
 *   await shopper.press('a')
 *   expect(await shop.waitFor('click')).toMatchObject([{ data: { pid: 'P1' } }])
 * })
 * ```
 */
export const test = base.extend<{ shop: TestService; shopper: Shopper }, { browsers: Browsers }>({
  browsers: [
    async ({ playwright, browserName, channel, launchOptions }, use, { project }) => {
      const browsers =
        project.name === 'webkit'
          ? await startWebKit()
          : await startPlaywrights(() =>
              playwright[browserName].launch({ ...launchOptions, ...(channel && { channel }) }),
            )
      await use(browsers)
      await browsers.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from this pattern.
  async shop({}, use) {
    const service = await startService()
    await use(service)
    await service.close()
  },
  async shopper({ browsers }, use) {
    const visit = await browsers.open()
    await use(visit)
    await visit.end()
  },
})

type Launch = () => ReturnType<import('@playwright/test').BrowserType['launch']>

async function startPlaywrights(launch: Launch): Promise<Browsers> {
  const browser = await launch()
  // Firefox ends when its last page closes.
  await browser.newPage()
  return {
    async open(): Promise<Visit> {
      const context = await browser.newContext()
      const page = await context.newPage()
      return {
        ...pageShopper(page),
        // The context stays, with its cookies and storage, until the visit ends.
        end: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}

export { expect } from '@playwright/test'
