import type { Page } from '@playwright/test'

/**
 * Lets a test's locators into the inspector's closed shadow root, and nobody else: they look from a world of their own, in which
 * the root is open, while to the scripts of the page it stays closed. To be called before the page is opened.
 *
 * @param forPage - The page's scripts may look in, too: for a tool that runs among them.
 */
export const unlockRoots = (page: Page, { forPage = false } = {}): Promise<unknown> =>
  page.addInitScript((isForPage) => {
    const { attachShadow } = Element.prototype
    Element.prototype.attachShadow = function (init) {
      const root = attachShadow.call(this, { ...init, mode: 'open' })
      if (init.mode === 'closed' && !isForPage) {
        Object.defineProperty(this, 'shadowRoot', { value: null })
        Object.defineProperty(root, 'mode', { value: 'closed' })
      }
      return root
    }
  }, forPage)

/** Opens the inspector on the page. */
export async function openInspector(page: Page) {
  await page.waitForFunction('window.svc')
  await page.evaluate('window.svc.inspect().then(() => {})')
  return page.getByRole('region', { name: 'svc inspector' })
}
