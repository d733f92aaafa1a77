import type { BrowserContext, Page, Route } from '@playwright/test'

const HEADER = 'x-told-body'

/**
 * Makes requests repeat their body in a header, because intercepted requests do not have their
 * [body](https://github.com/w3c/webdriver-bidi/issues/748) in every engine. Call it before the page is opened.
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

/** The body of such a request, as JSON. */
export const bodyOf = (route: Route) =>
  JSON.parse(decodeURIComponent(route.request().headers()[HEADER] ?? 'null'))
