import { expect, test } from '../../support/fixtures/demo-shop.ts'

const box = (page: import('@playwright/test').Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('checkbox', { name, exact: true })

test('a category shows its products, its subcategories and where it stands', async ({
  page,
  shop,
}) => {
  await shop.open('/c/Men/Shoes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shoes')
  await expect(page).toHaveTitle(/^Shoes/)
  expect(await shop.titles()).toHaveLength(24)
  const inside = page.getByRole('list', { name: 'In Men, Shoes' }).getByRole('link')
  await expect(inside).toHaveText([/Sneakers/, /Boots/, /Loafers/, /Sandals/])
  await inside.getByText('Boots').click()
  await expect(page).toHaveURL(/\/c\/Men\/Shoes\/Boots$/)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Men').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Men')
})

test('values of one filter widen the list, a second filter narrows it', async ({ page, shop }) => {
  await shop.open('/c/Men/Shoes')
  const all = await shop.count()

  await box(page, 'Colour', 'Navy').check()
  await expect.poll(() => shop.count()).toBeLessThan(all)
  const navy = await shop.count()

  await box(page, 'Colour', 'Black').check()
  await expect.poll(() => shop.count()).toBeGreaterThan(navy)
  const navyOrBlack = await shop.count()

  await box(page, 'Material', 'Suede').check()
  await expect.poll(() => shop.count()).toBeLessThan(navyOrBlack)

  const chosen = page.getByRole('list', { name: 'Chosen filters' })
  await expect(chosen.getByRole('button')).toHaveText([/Navy/, /Black/, /Suede/, 'Clear all'])
})

test('a chip takes its filter back, clear all takes back every one', async ({ page, shop }) => {
  await shop.open('/c/Men/Shoes')
  const all = await shop.count()
  await box(page, 'Colour', 'Navy').check()
  await box(page, 'Material', 'Suede').check()
  await page.getByRole('button', { name: 'Remove Colour Navy' }).click()
  await expect(box(page, 'Colour', 'Navy')).not.toBeChecked()
  await expect(box(page, 'Material', 'Suede')).toBeChecked()

  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await expect(box(page, 'Material', 'Suede')).not.toBeChecked()
  await expect.poll(() => shop.count()).toBe(all)
  await expect(page).toHaveURL(/\/c\/Men\/Shoes$/)
})

test('back and forward walk through the choices, a reload keeps them', async ({ page, shop }) => {
  await shop.open('/c/Men/Shoes')
  const all = await shop.count()
  await box(page, 'Colour', 'Navy').check()
  await expect.poll(() => shop.count()).toBeLessThan(all)
  const navy = await shop.count()
  await page.getByLabel('Sort by').selectOption('Price: low to high')
  await expect(page).toHaveURL(/color_uFilter=Navy&sort=price-asc$/)

  await page.reload()
  await expect(box(page, 'Colour', 'Navy')).toBeChecked()
  await expect(page.getByLabel('Sort by')).toHaveValue('price-asc')
  expect(await shop.count()).toBe(navy)

  await page.goBack()
  await expect(page.getByLabel('Sort by')).toHaveValue('recommended')
  await expect(box(page, 'Colour', 'Navy')).toBeChecked()
  await page.goBack()
  await expect(box(page, 'Colour', 'Navy')).not.toBeChecked()
  await expect.poll(() => shop.count()).toBe(all)
  await page.goForward()
  await expect(box(page, 'Colour', 'Navy')).toBeChecked()
  await expect.poll(() => shop.count()).toBe(navy)
})

test('a list can be put in the order of its prices', async ({ page, shop }) => {
  await shop.open('/c/Home/Kitchen/Mugs')
  const prices = async () => {
    await shop.titles()
    const texts = await page.locator('.results .price').allInnerTexts()
    return texts.map((text) => Number(/€([\d.]+)/.exec(text)?.[1]))
  }
  await page.getByLabel('Sort by').selectOption('Price: low to high')
  await expect.poll(prices).toEqual((await prices()).toSorted((one, other) => one - other))
  await page.getByLabel('Sort by').selectOption('Price: high to low')
  await expect.poll(prices).toEqual((await prices()).toSorted((one, other) => other - one))
})

test('the price filter keeps what lies between its two ends', async ({ page, shop }) => {
  await shop.open('/c/Women/Clothing/Dresses')
  const group = page.getByRole('group', { name: 'Price' })
  await group.getByLabel('Lowest price').fill('60')
  await group.getByLabel('Highest price').fill('90')
  await group.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Remove Price €60 – €90' })).toBeVisible()
  await shop.titles()
  const texts = await page.locator('.results .price').allInnerTexts()
  const prices = texts.map((text) => Number(/€([\d.]+)/.exec(text)?.[1]))
  expect(prices.length).toBeGreaterThan(0)
  expect(Math.min(...prices)).toBeGreaterThanOrEqual(60)
  expect(Math.max(...prices)).toBeLessThanOrEqual(90)
})

test('pages follow one another without a product twice, and back returns', async ({
  page,
  shop,
}) => {
  await shop.open('/c/Men/Shoes')
  const total = await shop.count()
  const links = () =>
    page.locator('.results h3 a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  const seen = await links()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(pages.getByLabel('Page 2')).toHaveAttribute('aria-current', 'page')
  expect(await shop.titles()).toHaveLength(24)
  expect((await links()).filter((url) => seen.includes(url))).toEqual([])

  const last = Math.ceil(total / 24)
  await pages.getByRole('link', { name: `Page ${last}`, exact: true }).click()
  await expect(pages.getByRole('link', { name: 'Next' })).toHaveCount(0)
  expect(await shop.titles()).toHaveLength(total - (last - 1) * 24)
  // Not goBack(), which waits for a load that a page from the back/forward cache never has.
  await page.evaluate(() => history.back())
  await expect.poll(() => page.evaluate(() => location.search).catch(() => '')).toBe('?page=2')
})

test('tiles show the colour that was asked for, and so does the product', async ({
  page,
  shop,
}) => {
  await shop.open('/c/Men/Shoes?color_uFilter=Burgundy')
  await shop.titles()
  const pictures = await page
    .locator('.results img')
    .evaluateAll((all) => all.map((img) => img.getAttribute('src')))
  expect(pictures.filter((src) => !src?.includes('-burgundy-'))).toEqual([])
  await page.locator('.results h3 a').first().click()
  await expect(page.getByRole('radio', { name: 'Burgundy' })).toBeChecked()
})

test('a shelf without products says so, and so do filters that leave nothing', async ({
  page,
  shop,
}) => {
  await shop.open('/c/Outdoor/Water/Kayaks')
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()

  await shop.open('/c/Men/Shoes?price=1-2')
  await expect(page.getByRole('heading', { name: 'Nothing fits' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  expect(await shop.titles()).toHaveLength(24)
})

test('a list that cannot be loaded says so and can be tried again', async ({ page, shop }) => {
  await page.route('**/category?*', (route) => route.abort())
  await shop.open('/c/Men/Shoes')
  const problem = page.getByRole('alert')
  await expect(problem).toContainText('could not be loaded')
  await page.unroute('**/category?*')
  await problem.getByRole('button', { name: 'Try again' }).click()
  expect(await shop.titles()).toHaveLength(24)
})

test('the answer to an earlier choice never replaces that of a later one', async ({
  page,
  shop,
}) => {
  await shop.open('/c/Men/Shoes')
  const all = await shop.count()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // The first choice's answer is kept back until the second one has been shown.
  await page.route(/Navy/, async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await box(page, 'Colour', 'Navy').check()
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await expect.poll(() => shop.count()).toBe(all)
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(box(page, 'Colour', 'Navy')).not.toBeChecked()
  expect(await shop.count()).toBe(all)
})

test('a brand with a quote in its name has a page of its own', async ({ page, shop }) => {
  await shop.open('/b/O%22Hara')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('O"Hara')
  await shop.titles()
  const brands = await page.locator('.results .tile-brand').allTextContents()
  expect(new Set(brands)).toEqual(new Set(['O"Hara']))
})

test('a title with markup in it is shown as text', async ({ page, shop }) => {
  await shop.open('/search?q=Encore')
  const title = 'Rock & Roll "Encore" Tee <Tour Edition>'
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the filters open over the list, and the focus returns when they close', async ({
    page,
    shop,
  }) => {
    await shop.open('/c/Men/Shoes')
    const all = await shop.count()
    const button = page.getByRole('button', { name: 'Filters' })
    await button.click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('checkbox', { name: 'Navy' }).check()
    await expect(sheet.getByRole('button', { name: /^Show \d+ products/ })).not.toHaveText(
      new RegExp(` ${all} `),
    )
    await sheet.getByRole('button', { name: /^Show \d+ products/ }).click()
    await expect(sheet).toBeHidden()
    await expect(button).toBeFocused()
    await expect(button).toHaveText(/Filters\s*\(1\)/)
  })

  test('the menu opens from its button', async ({ page, shop }) => {
    await shop.open('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page
      .getByRole('navigation', { name: 'Departments', exact: true })
      .getByRole('link', { name: 'Men', exact: true })
      .click()
    await expect(page).toHaveURL(/\/c\/Men$/)
  })

  test('nothing is wider than the window', async ({ page, shop }) => {
    for (const path of ['/', '/c/Women', '/search?q=tee', '/p/P1', '/cart', '/checkout']) {
      await shop.open(path)
      await expect(page.locator('.skeleton')).toHaveCount(0)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
  })
})
