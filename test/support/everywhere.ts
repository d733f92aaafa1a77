import { test as base } from './engine-test.ts'
import { startService, type TestService } from './service.ts'
import { pageShopper, type Shopper } from './shopper.ts'

/**
 * Playwright's `test` for stories that `npm test` tells in every engine: a `shop` (a service of the test's own), and a `shopper`.
 *
 * ```ts
 * test('a click is reported', async ({ shop, shopper }) => {
 *   await shopper.open(shop.page('/list.html', `${shop.tag()}<a data-svc-product="P1" href="#">One</a>`))
 *   await shopper.press('a')
 *   expect(await shop.waitFor('click')).toMatchObject([{ data: { pid: 'P1' } }])
 * })
 * ```
 */
export const test = base.extend<{ shop: TestService; shopper: Shopper }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from this pattern.
  async shop({}, use) {
    const service = await startService()
    await use(service)
    await service.close()
  },
  async shopper({ page }, use) {
    await use(pageShopper(page))
  },
})

export { expect } from '@playwright/test'
