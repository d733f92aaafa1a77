import type { Locator, Page } from '@playwright/test'

/** A value inside a CSS selector. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

/** A selector for an attribute of the markup with this value. */
export const attributeSelector = (name: string, value?: string): string =>
  value === undefined ? `[data-svc-${name}]` : `[data-svc-${name}=${quoted(value)}]`

/** The first visible element that one of the selectors finds, in their order; `undefined` when there is none. */
export async function findFirst(
  scope: Page | Locator,
  selectors: readonly (string | undefined)[],
): Promise<Locator | undefined> {
  for (const selector of selectors) {
    if (!selector) continue
    const found = scope.locator(selector).filter({ visible: true })
    // The name of an element in an export need not be a selector.
    if (await found.count().catch(() => 0)) return found.first()
  }
  return undefined
}
