import type { Page } from '@playwright/test'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

const search = ({ url, keys }: Shop, query: string) =>
  fetch(`${url}/${keys.apiKey}/${keys.siteKey}/search?${query}`)

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Requests, newest first' }).locator('tbody tr')

test('a request with analytics=false can be told from the others', async ({ page, shop }) => {
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
  await page.getByLabel('Find').fill('nothing like this')
  await expect(page.getByRole('heading', { name: 'No request fits.' })).toBeVisible()
})

test('a pause holds the list', async ({ page, shop }) => {
  await search(shop, 'q=boots')
  await shop.open('/requests')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Pause' }).click()
  await search(shop, 'q=sneakers')
  await expect(page.getByRole('status')).toHaveText('Paused')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(rows(page)).toHaveCount(2)
})

test('foreign text in a request is text, and one that cannot be read is shown as it is', async ({
  page,
  shop,
}) => {
  await search(shop, `q=${encodeURIComponent('<img src=x onerror="document.title=1">')}`)
  await search(shop, 'q=%E9')
  await shop.open('/requests')
  await expect(rows(page).first()).toContainText('q=%E9')
  await expect(rows(page).last()).toContainText('<img src=x')
  await expect(page).toHaveTitle('Browse requests')
})

test('a service that has never answered is not said to have had no requests', async ({
  page,
  shop,
}) => {
  await page.route('**/requests/list', (route) => route.abort())
  await shop.open('/requests')
  await expect(page.getByRole('status')).toContainText('does not answer')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Nothing is known yet.')
  await search(shop, 'q=boots')
  await page.unroute('**/requests/list')
  await expect(rows(page)).toHaveCount(1)
})
