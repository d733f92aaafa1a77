import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { can } from './expectations.ts'

/** A file that a page has the browser save. */
export interface Saved {
  readonly name: string
  readonly text: string
}

/** What the page has saved by what is done: read where the browser put it, or else where the page took it from. */
export async function saved(page: Page, does: () => Promise<unknown>): Promise<Saved> {
  if (!can('a download by the driver')) return pressed(page, does)
  const [download] = await Promise.all([page.waitForEvent('download'), does()])
  const text = await readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), text }
}

async function pressed(page: Page, does: () => Promise<unknown>): Promise<Saved> {
  await page.evaluate(() => {
    const { click } = HTMLAnchorElement.prototype
    HTMLAnchorElement.prototype.click = function () {
      HTMLAnchorElement.prototype.click = click
      const text = fetch(this.href).then((file) => file.text())
      Object.assign(window, { saved: text.then((whole) => ({ name: this.download, text: whole })) })
    }
  })
  await does()
  await page.waitForFunction('window.saved')
  return page.evaluate<Saved>('saved')
}
