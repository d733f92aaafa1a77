import type { Locator, Page } from '@playwright/test'

/** Fields that nobody types into, which Playwright sets as a script would in every engine. */
const UNTYPED = ['range', 'color', 'date', 'time', 'month', 'week', 'datetime-local']

/** Something written into the prototype of every locator once. */
const typing = new WeakSet<object>()

/**
 * Has every locator of this Firefox fill a field by keys. The protocol has no way to
 * [insert text](https://github.com/w3c/webdriver-bidi/issues/1133); Playwright's stand-in is a script in the page, whose events are not
 * trusted, which React does not notice, which adds to a field of numbers instead of replacing it, and which leaves a name on `window`.
 */
export function fillByKeys(page: Page) {
  const prototype = Object.getPrototypeOf(page.locator('html')) as Locator
  if (typing.has(prototype)) return
  typing.add(prototype)
  const { fill } = prototype
  prototype.fill = async function (this: Locator, text, options) {
    const kind = await this.evaluate((field) => (field as HTMLInputElement).type, null, options)
    if (UNTYPED.includes(kind)) return fill.call(this, text, options)
    await this.focus(options)
    await this.press('ControlOrMeta+a', options)
    await (text === '' ? this.press('Delete', options) : this.pressSequentially(text, options))
  }
}
