import { delayScript } from '../../support/fakes/delay-script.ts'
import { expect, test } from '../../support/fixtures/demo-shop.ts'
import { unlockRoots } from '../../support/fixtures/opened-inspector.ts'

test('the shop’s calls made before the tag has loaded wait for it', async ({ page, shop }) => {
  const release = await delayScript(page, 'svc.js')
  await page.goto(`${shop.url}/c/Men/Shoes`, { waitUntil: 'domcontentloaded' })
  const waiting = () =>
    page.evaluate(() => {
      const { q, version } = Reflect.get(window, 'svc') as unknown as {
        q: readonly (readonly [name: string])[]
        version?: string
      }
      return [version, q.map(([name]) => name).includes('browse')]
    })
  await expect.poll(waiting).toEqual([undefined, true])
  release()
  expect(await shop.titles()).toHaveLength(24)
})

test('without the tag, as with a content blocker, the shop says it has no products', async ({
  page,
  shop,
}) => {
  await page.route('**/svc.js', (route) => route.abort())
  await shop.open('/c/Men/Shoes')
  await expect(page.getByRole('alert')).toContainText('could not be loaded')
})

test('the shop leads to the documentation, which everybody can read', async ({ page, shop }) => {
  await shop.open('/')
  await page.getByRole('link', { name: 'Documentation' }).click()
  await expect(page).toHaveURL(/\/docs\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a button above the shop and Alt+Shift+S open the inspector', async ({ page, shop }) => {
  await unlockRoots(page)
  await shop.open('/c/Men/Shoes')
  const panel = page.getByRole('region', { name: 'svc inspector' })
  await page.getByRole('button', { name: 'Inspector Alt+Shift+S' }).click()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.keyboard.press('Alt+Shift+S')
  await expect(panel).toBeVisible()
})
