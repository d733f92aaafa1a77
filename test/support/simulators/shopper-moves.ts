import { expect, type Page } from '@playwright/test'

/**
 * A person who uses a page, reduced to the few actions that every engine's driver supports, so that
 * a scenario written with them runs in all engines. Selectors are CSS, with `host >> inside` for an
 * element in another element's shadow root. Each call waits until the element exists.
 */
export interface Shopper {
  /** Goes to a URL and waits until it is loaded. */
  open(url: string): Promise<void>
  press(selector: string): Promise<void>
  /** Activates an element with the Enter key. */
  pressEnter(selector: string): Promise<void>
  /** Replaces the content of a field. */
  write(selector: string, text: string): Promise<void>
  /** Replaces the content of a field and presses Enter in it. */
  enter(selector: string, text: string): Promise<void>
  /** Chooses an option of a select by its value. */
  choose(selector: string, value: string): Promise<void>
  /** The value of an expression in the page, which must be serializable as JSON. */
  ask<Answer>(expression: string): Promise<Answer>
  /** Waits until the page has this path. */
  arriveAt(path: string): Promise<void>
  /** Goes back in the history, as with the browser's button. */
  back(): Promise<void>
  /** Closes the tab; the browser stays open. */
  close(): Promise<void>
}

/** A shopper who uses a Playwright page. */
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
      // Sent to the focused element, because a form whose fields clobber `parentNode` breaks Playwright's own checks.
      await page.keyboard.press('Enter')
    },
    async choose(selector, value) {
      await page.locator(selector).selectOption(value)
    },
    ask,
    arriveAt: (path) => arrive(ask, path),
    // Not `page.goBack()`, which waits for a load event that a page from the back/forward cache does not get.
    back: () => page.evaluate('void setTimeout(() => history.back())'),
    close: () => page.close(),
  }
}

/** Waits until the page has this path, even if the page is replaced in the meantime. */
export const arrive = (
  ask: (expression: string) => Promise<unknown>,
  path: string,
): Promise<void> =>
  expect
    .poll(() =>
      ask("document.readyState === 'complete' && location.pathname").catch(() => undefined),
    )
    .toBe(path)
