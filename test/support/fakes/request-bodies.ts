import type { BrowserContext, Page, Route } from '@playwright/test'

const HEADER = 'x-told-body'

/**
 * Has a request tell in a header, too, what it carries, because that [cannot be read](https://github.com/w3c/webdriver-bidi/issues/748) on
 * its way in every engine. To be called before the page is opened.
 */
export const exposeBodies = (where: Page | BrowserContext): Promise<unknown> =>
  where.addInitScript((header) => {
    const { fetch } = window
    window.fetch = (input, init) => {
      if (typeof init?.body !== 'string') return fetch(input, init)
      const headers = new Headers(init.headers)
      headers.set(header, encodeURIComponent(init.body))
      return fetch(input, { ...init, headers })
    }
  }, HEADER)

/** The content of such a request, as JSON. */
export const bodyOf = (route: Route) =>
  JSON.parse(decodeURIComponent(route.request().headers()[HEADER] ?? 'null'))
