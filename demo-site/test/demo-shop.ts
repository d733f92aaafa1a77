import { expect, type Page } from '@playwright/test'
import { test as base } from '../../test/support/fixtures/engine-test.ts'
import { startService, type TestService } from '../../test/support/fixtures/local-service.ts'
import { generateCatalog } from '../catalog/generate.ts'
import { registerShopPages } from '../shop-pages.ts'

/** The built demo shop, with its whole catalogue. */
export interface DemoShop extends TestService {
  /** Goes to one of the shop's pages. */
  open(path: string): Promise<void>
  /** The titles of the products on the page's list, in order; waits until they have loaded. */
  titles(): Promise<string[]>
  /** The number of results that the page shows. */
  count(): Promise<number>
}

/**
 * Playwright's `test` with the demo shop. The tests of a worker share its service, because the shop
 * never changes it. An exception in a page fails the test.
 */
export const test = base.extend<{ shop: DemoShop }, { service: TestService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from this pattern.
    async ({}, use) => {
      const feed = generateCatalog({ seed: 1, products: 2400 }).map((product) => ({
        ...product,
        variants: product.variants.map((variant) => ({ ...variant })),
      }))
      const service = await startService({ feed, addPages: registerShopPages })
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  async shop({ page, service }, use) {
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await use({
      ...service,
      open: async (path) => {
        await page.goto(service.url + path)
      },
      titles: async () => {
        await settled(page)
        return results(page).getByRole('heading', { level: 3 }).allTextContents()
      },
      count: async () => {
        await settled(page)
        const text = await page.locator('.list-count').textContent()
        return Number(text?.replace(/\D/g, ''))
      },
    })
    expect(faults).toEqual([])
  },
})

const results = (page: Page) => page.getByRole('region', { name: 'Products' })

const settled = (page: Page) => expect(results(page)).toHaveAttribute('aria-busy', 'false')

export { expect } from '@playwright/test'
