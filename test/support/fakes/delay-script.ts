import type { Page } from '@playwright/test'

/** Delays a file of the tag, such as `svc.js`, until the returned function is called. */
export async function delayScript(page: Page, file: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/${file}`, async (route) => {
    await released
    await route.continue()
  })
  return release
}
