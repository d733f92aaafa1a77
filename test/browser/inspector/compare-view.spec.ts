import { openInspector, unlockRoots } from '../../support/fixtures/opened-inspector.ts'
import { pixelScript } from '../../support/fixtures/other-tags.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

const html = (shop: Shop) => `<!doctype html><html lang="en"><head><title>Shop</title>
  ${shop.tag({ 'data-record-bots': 'true', 'data-shadow': 'true' })}${pixelScript(shop.url)}</head><body>
  <button data-svc-cart="P1" onclick="pixel('cart', { pid: 'P1', qty: '2' })">Two</button>
  <button data-svc-cart="P2" onclick="pixel('cart', { pid: 'P2', qty: '1' }); pixel('visitor', {})">One</button>
  </body></html>`

test('the Compare tab shows both tags side by side, by keyboard alone', async ({ page, shop }) => {
  await unlockRoots(page)
  shop.page('/shop.html', html(shop))
  await shop.open('/shop.html')
  const panel = await openInspector(page)
  await panel.getByRole('tab', { name: 'Events' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(panel.getByRole('tab', { name: 'Compare' })).toHaveAttribute('aria-selected', 'true')
  await expect(panel.getByRole('status')).toHaveText('No other tag seen')
  await expect(panel.getByRole('table')).toBeHidden()
  await page.getByRole('button', { name: 'Two' }).click()
  await page.waitForTimeout(1_100)
  await page.getByRole('button', { name: 'One' }).click()
  await shop.waitFor('visitor')
  await panel.getByRole('tab', { name: 'Compare' }).focus()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: 'Compare again' })).toBeFocused()
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('status')).toHaveText('1 difference, 2 agreements', {
      timeout: 1_000,
    })
  }).toPass()

  const table = panel.getByRole('table', { name: 'Other script OLD' })
  await expect(table.getByRole('columnheader')).toHaveText(['Event', 'svc-tag', 'Other script'])
  await expect(table.getByRole('rowheader')).toHaveText([
    /^Differs\s*Cart P1\s*cart P1: qty is “1” by svc-tag, “2” by the other script$/,
    /^Agrees\s*Visitor/,
    /^Agrees\s*Cart P2$/,
  ])
  await expect(table.getByRole('row', { name: /Differs/ }).getByRole('cell')).toHaveText([
    /qty 1$/,
    /qty 2$/,
  ])
  await expect(panel.getByText('3 withheld', { exact: true })).toBeVisible()
  await panel.getByRole('tab', { name: 'Events' }).click()
  await panel.getByRole('button', { name: /^Withheld 3/ }).click()
  await expect(panel.getByRole('button', { name: /Withheld Cart/ })).toHaveCount(2)
})
