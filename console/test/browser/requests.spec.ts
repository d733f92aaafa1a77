import { expect, test } from '../../../test/support/fixtures/shop.ts'

test('requests appear as text, with those that asked not to be counted', async ({ page, shop }) => {
  const search = (query: string) =>
    fetch(`${shop.url}/${shop.keys.apiKey}/${shop.keys.siteKey}/search?${query}`)
  const rows = page.getByRole('region', { name: 'Requests, newest first' }).locator('tbody tr')
  await shop.open('/requests')
  await expect(page.getByRole('heading', { name: 'No requests yet.' })).toBeVisible()
  await search('q=boots')
  await search('q=sneakers&analytics=false&uid=uid-1')
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('2 requests, of which 1 asked not to be counted.')).toBeVisible()
  await expect(rows.first()).toContainText('q=sneakers&analytics=false')
  await expect(rows.first().getByRole('cell').nth(1)).toHaveText('No')
  await search(`q=${encodeURIComponent('<img src=x onerror="document.title=1">')}`)
  await search('q=%E9')
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('q=%E9')
  await expect(rows.nth(1)).toContainText('<img src=x')
  await expect(page).toHaveTitle('Browse requests')
})
