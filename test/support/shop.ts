import { test as base } from './engine-test.ts'
import { startService, type TestService } from './service.ts'

/** A page in a browser, and the service that it talks to. */
export interface Shop extends TestService {
  /** Goes to a path of the shop: one of the test's own pages, or one of the built demo shop. */
  open(path: string): Promise<void>
}

/**
 * Playwright's `test` with a `shop`:
 *
 * ```ts
 * test('a click is reported', async ({ page, shop }) => {
 *   shop.page('/list.html', `${shop.tag()}<a data-svc-product="P1" href="#">One</a>`)
 *   await shop.open('/list.html')
 *   await page.getByText('One').click()
 *   expect(await shop.waitFor('click')).toMatchObject([{ data: { pid: 'P1' } }])
 * })
 * ```
 *
 * Each test has a service of its own, on its own port: what an earlier page still sends can reach
 * nobody else.
 */
export const test = base.extend<{ shop: Shop }>({
  async shop({ page }, use) {
    const service = await startService()
    await use({
      ...service,
      async open(path) {
        await page.goto(service.url + path)
      },
    })
    await service.close()
  },
})

export { expect } from '@playwright/test'
