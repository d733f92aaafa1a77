import { expect, type Page } from '@playwright/test'

/**
 * Somebody who uses a page: the few things that every engine's driver can do. A story told with these runs in all of them.
 * Selectors are CSS, `host >> inside` for an element in the shadow root of another; each call waits until the element is there.
 */
export interface Shopper {
  /** Goes to a URL and waits until it is loaded. */
  open(url: string): Promise<void>
  press(selector: string): Promise<void>
  /** Opens something by the Enter key. */
  pressEnter(selector: string): Promise<void>
  /** Replaces what stands in a field. */
  write(selector: string, text: string): Promise<void>
  /** Replaces what stands in a field and presses Enter in it. */
  enter(selector: string, text: string): Promise<void>
  /** Chooses an option of a select by its value. */
  choose(selector: string, value: string): Promise<void>
  /** The value of an expression in the page; it must survive JSON. */
  ask<Answer>(expression: string): Promise<Answer>
  /** Waits until the page's path is this one. */
  arriveAt(path: string): Promise<void>
  /** Goes back in the history, as the browser's button does. */
  back(): Promise<void>
  /** Leaves by closing the tab; the browser goes on. */
  close(): Promise<void>
}

/** A shopper with a page of Playwright's. */
export function pageShopper(page: Page): Shopper {
  const ask = <Answer>(expression: string) => page.evaluate(expression) as Promise<Answer>
  return {
    async open(url) {
      await page.goto(url)
    },
    press: (selector) => page.locator(selector).click(),
    pressEnter: (selector) => page.locator(selector).press('Enter'),
    write: (selector, text) => page.locator(selector).fill(text),
    async enter(selector, text) {
      await page.locator(selector).fill(text)
      // To where the focus is: a form whose fields clobber `parentNode` stops Playwright's own checks.
      await page.keyboard.press('Enter')
    },
    async choose(selector, value) {
      await page.locator(selector).selectOption(value)
    },
    ask,
    arriveAt: (path) => arrive(ask, path),
    // `page.goBack()` waits for a load event, which a page from the back/forward cache does not have.
    back: () => page.evaluate('void setTimeout(() => history.back())'),
    close: () => page.close(),
  }
}

/** Waits until the expression for the page's path gives this one, whatever happens to the page on the way. */
export const arrive = (ask: Shopper['ask'], path: string): Promise<void> =>
  expect
    .poll(() =>
      ask<string>("document.readyState === 'complete' && location.pathname").catch(() => undefined),
    )
    .toBe(path)
