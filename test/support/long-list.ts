import type { Page } from '@playwright/test'

/** A list that is longer than the window by far. */
export const longList = (script: string, tiles: number) => `<!doctype html>${script}
  <style>ul { display: grid; grid-template-columns: repeat(5, 1fr) } li { height: 120px }</style>
  <ul data-svc-query="everything">${Array.from(
    { length: tiles },
    (_, index) =>
      `<li data-svc-product="P${index}">Product ${index} <button type="button">Like</button></li>`,
  ).join('')}</ul>`

/**
 * Does on such a list what a shopper does: scrolls, clicks products, presses what does not count, searches.
 *
 * @param arrived - Settles when the searches have arrived, asked of the tracker: asking the tag would be work for it.
 */
export async function walk(
  page: Page,
  { steps, arrived }: { readonly steps: number; readonly arrived: () => Promise<unknown> },
) {
  await page.mouse.move(300, 300)
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.wheel(0, 120)
    await page.mouse.click(300, 60 + (step % 4) * 120)
    await page.evaluate((query) => {
      const { svc } = window as unknown as { svc: { track(action: string, data: object): void } }
      svc.track('search', { query })
    }, `shoes ${step}`)
  }
  await arrived()
}
