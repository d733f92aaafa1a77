import type { Page } from '@playwright/test'
import { type DemoShop, expect, test } from '../../support/fixtures/demo-shop.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Search the shop' })

/** The searches of this test's shopper: other tests of the worker ask the same service. */
async function ownSearches(page: Page, shop: DemoShop): Promise<unknown[]> {
  // Between two pages there is no `svc`.
  const own = await page.evaluate(() => (window as Partial<Window>).svc?.user?.id)
  const searches = await shop.received('search')
  return searches
    .filter(({ uid }) => uid === own)
    .map(({ data }) => (data as { query: string }).query)
}

test('a search shows what fits, and keeps its words in the box', async ({ page, shop }) => {
  await shop.open('/')
  await box(page).fill('linen shirt')
  await box(page).press('Enter')
  await expect(page).toHaveURL(/\/search\?q=linen\+shirt$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“linen shirt”')
  await expect(box(page)).toHaveValue('linen shirt')
  expect((await shop.titles()).length).toBeGreaterThan(0)
})

test('a search can be narrowed, and its words stay in the address', async ({ page, shop }) => {
  await shop.open('/search?q=jacket')
  const all = await shop.count()
  await page.getByRole('group', { name: 'Colour' }).getByRole('checkbox').first().check()
  await expect(page).toHaveURL(/\/search\?q=jacket&color_uFilter=[^&]+$/)
  await expect.poll(() => shop.count()).toBeLessThan(all)
})

test('suggestions are walked through with the arrow keys', async ({ page, shop }) => {
  await shop.open('/')
  await box(page).pressSequentially('sne')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.first()).toHaveText('sneakers')
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true')

  await box(page).press('ArrowDown')
  await expect(box(page)).toHaveValue('sneakers')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await box(page).press('ArrowUp')
  await expect(box(page)).toHaveValue('sne')

  await box(page).press('Escape')
  await expect(options).toHaveCount(0)
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
})

test('products that come after Escape do not open the suggestions again', async ({
  page,
  shop,
}) => {
  await shop.open('/')
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/search\?/, async (route) => {
    await isAnswered
    await route.fallback()
  })
  const asked = page.waitForRequest(/\/search\?.*q=sne/)
  await box(page).pressSequentially('sne')
  const request = await asked
  await box(page).press('Escape')
  answer()
  await (await request.response())?.finished()
  // The shop reads the reply in tasks of its own: what they change is there after the next frame.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
})

test('on a phone the suggestions are as wide as the field', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await shop.open('/')
  await box(page).fill('rain')
  const edges = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      return [left, right]
    })
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await edges('.suggestions')).toEqual(await edges('form.search'))
})

test('the ways on from an empty search do not touch on a phone', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await shop.open('/search?q=zeppelin')
  const ways = page.locator('.note .button')
  await expect(ways).toHaveCount(3)
  const [first, last] = [await ways.first().boundingBox(), await ways.last().boundingBox()]
  const isBelow = (last?.y ?? 0) > (first?.y ?? 0)
  const gap = (last?.y ?? 0) - ((first?.y ?? 0) + (first?.height ?? 0))
  expect(isBelow && gap < 4).toBe(false)
})

test('a suggestion is also a link', async ({ page, shop }) => {
  await shop.open('/')
  await box(page).fill('rain')
  await page.getByRole('option', { name: 'rain jacket', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“rain jacket”')
})

test('suggestions show products, which the keyboard opens too', async ({ page, shop }) => {
  await shop.open('/')
  await box(page).pressSequentially('red sneeker')
  const products = page.locator('.suggested-product')
  await expect(products).toHaveCount(3)
  await expect(products.first().locator('img')).toHaveAttribute('src', /sneaker-red/)
  const href = await products.last().getAttribute('href')
  await box(page).press('ArrowUp')
  await expect(products.last()).toHaveAttribute('aria-selected', 'true')
  await expect(box(page)).toHaveValue('red sneeker')
  await box(page).press('Enter')
  await expect(page).toHaveURL(new RegExp(`${href?.replace('?', '\\?')}$`))
  await box(page).fill('linen')
  await box(page).press('Enter')
  await expect.poll(() => ownSearches(page, shop)).toEqual(['linen'])
})

test('a search in a colour shows its products in that colour', async ({ page, shop }) => {
  await shop.open('/search?q=red+sneekers')
  expect((await shop.titles()).length).toBeGreaterThan(10)
  const pictures = page.locator('.results .tile img')
  for (const picture of await pictures.all())
    expect(await picture.getAttribute('src')).toMatch(/-(red|burgundy)-/)
})

for (const words of ['winter coat', 'sneekers', 'tshirt', 'pants'])
  test(`“${words}” finds something`, async ({ shop }) => {
    await shop.open(`/search?q=${encodeURIComponent(words)}`)
    expect((await shop.titles()).length).toBeGreaterThan(0)
  })

test("an article's number finds that article first", async ({ shop }) => {
  await shop.open('/search?q=p22')
  expect((await shop.titles())[0]).toBe('Noor Sneaker')
})

test('suggestions go when the focus leaves', async ({ page, shop }) => {
  await shop.open('/')
  await box(page).focus()
  await expect(page.getByRole('option')).not.toHaveCount(0)
  await box(page).press('Tab')
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('a search that finds nothing says so and offers a way on', async ({ page, shop }) => {
  await shop.open('/search?q=zeppelin')
  await expect(page.getByRole('heading', { name: 'We found nothing for “zeppelin”' })).toBeVisible()
  await page.locator('.note').getByRole('link', { name: 'Men', exact: true }).click()
  await expect(page).toHaveURL(/\/c\/Men$/)
})

test('an empty search asks nothing', async ({ page, shop }) => {
  await shop.open('/')
  await box(page).fill('   ')
  await box(page).press('Enter')
  await shop.open('/search?q=')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What are you looking for?')
})

for (const text of ['Платье «Рассвет»', '麻のロングシャツ', 'Sunny Side ☀️ Beanie 🌻'])
  test(`“${text}” is found by its own title`, async ({ page, shop }) => {
    await shop.open(`/search?q=${encodeURIComponent(text)}`)
    expect(await shop.titles()).toContain(text)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`“${text}”`)
  })
