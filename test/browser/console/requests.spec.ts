import type { Page } from '@playwright/test'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

const search = ({ url, keys }: Shop, query: string) =>
  fetch(`${url}/${keys.apiKey}/${keys.siteKey}/search?${query}`)

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Requests, newest first' }).locator('tbody tr')

test('requests can be filtered and paused, and are shown as text', async ({ page, shop }) => {
  await shop.open('/requests')
  await expect(page.getByRole('heading', { name: 'No requests yet.' })).toBeVisible()
  await search(shop, 'q=boots')
  await search(shop, 'q=sneakers&analytics=false&uid=uid-1')
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('2 requests, of which 1 asked not to be counted.')).toBeVisible()
  await expect(rows(page).first().getByRole('cell').nth(1)).toHaveText('No')
  await page.getByLabel('Only analytics=false').check()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('q=sneakers&analytics=false')
  await page.reload()
  await expect(page.getByLabel('Only analytics=false')).toBeChecked()
  await page.getByLabel('Only analytics=false').uncheck()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Pause' }).click()
  await search(shop, `q=${encodeURIComponent('<img src=x onerror="document.title=1">')}`)
  await search(shop, 'q=%E9')
  await expect(page.getByRole('status')).toHaveText('Paused')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).first()).toContainText('q=%E9')
  await expect(rows(page).nth(1)).toContainText('<img src=x')
  await expect(page).toHaveTitle('Browse requests')
})
