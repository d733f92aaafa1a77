import { test as base } from '@playwright/test'
import { fillByKeys } from './firefox-typing.ts'
import { hasWebKit } from './webkit.ts'
import { startWebKit } from './webkit-browser.ts'

/**
 * Playwright's `test`, whose `browser`, `context` and `page` are those of any of the three engines: Chromium and Firefox by Playwright
 * itself, WebKitGTK by WebDriver.
 */
export const test = base.extend<object, object>({
  browser: [
    async ({ playwright, browserName, channel, launchOptions }, use) => {
      const browser =
        browserName === 'webkit' && hasWebKit()
          ? await startWebKit()
          : await playwright[browserName].launch({ ...launchOptions, ...(channel && { channel }) })
      // Firefox ends when its last page closes.
      if (browserName === 'firefox') fillByKeys(await browser.newPage())
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  async context({ browser, viewport }, use) {
    const context = await browser.newContext({ viewport })
    await use(context)
    await context.close()
  },
})
