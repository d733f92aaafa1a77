import type { Page } from '@playwright/test'

/** Tells a page that it is out of sight, or shown, as browsers do, and returns when that was. */
export const turn = (page: Page, state: 'hidden' | 'visible'): Promise<number> =>
  page.evaluate((next) => {
    for (const [name, value] of Object.entries({
      visibilityState: next,
      hidden: next === 'hidden',
    }))
      Object.defineProperty(Document.prototype, name, { configurable: true, get: () => value })
    document.dispatchEvent(new Event('visibilitychange'))
    return Date.now()
  }, state)
