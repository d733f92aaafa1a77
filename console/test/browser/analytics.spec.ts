import type { Page } from '@playwright/test'
import { eventPath } from '../../../test/support/fixtures/event-requests.ts'
import { expect, type Shop, test } from '../../../test/support/fixtures/shop.ts'

const MINUTE_MS = 60_000

const send = (shop: Shop, form: string, at: number, data: Record<string, unknown> = {}) =>
  fetch(shop.url + eventPath(form, { t: `${at}|1`, data }))

/** A small visit, this long before now: two products seen, one of them clicked, added and ordered. */
async function visit(shop: Shop, visitId: string, ago: number) {
  const at = Date.now() - ago
  await send(shop, 'search', at, { visitId, query: 'red shoes' })
  await send(shop, 'impressions of a search', at + 1, { visitId, pids_list: ['P1', 'P2'] })
  await send(shop, 'facets of a search', at + 2, { visitId })
  await send(shop, 'click', at + 3, { visitId })
  await send(shop, 'cart', at + 4, { visitId })
  await send(shop, 'order of one product', at + 5, { visitId })
}

/** The cells of a row, as a screen reader announces them. */
const row = (page: Page, table: string, name: string) =>
  page
    .getByRole('region', { name: table })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell')

const tile = (page: Page, name: string) =>
  page.locator('.tiles .total').filter({ has: page.getByText(name, { exact: true }) })

test('figures can be read in tables and charts, downloaded, and traced to a product', async ({
  page,
  shop,
}) => {
  await visit(shop, 'visit-a', MINUTE_MS)
  await visit(shop, 'visit-b', MINUTE_MS / 2)
  await send(shop, 'click', Date.now(), { pid: 7 })
  await shop.open('/analytics')
  await expect(tile(page, 'Revenue')).toContainText('€39.80')
  await expect(tile(page, 'Average order')).toContainText('€19.90')
  await expect(page.getByRole('list').filter({ hasText: 'All visits' })).toContainText(
    'Clicked one 2 100% of all',
  )
  await expect(row(page, 'Search, browse and chat', 'Search').first()).toHaveText('100%')
  await expect(page.getByRole('img', { name: 'Visits over time as a line' })).toBeVisible()
  await tile(page, 'Revenue').click()
  await expect(page.getByRole('img', { name: 'Revenue over time as a line' })).toBeVisible()
  await page.getByText('All figures as a table').click()

  /** Each table of the page as a file has rows. */
  async function expectFiles() {
    const links = page.getByRole('link', { name: /^CSV of the table / })
    await expect(links).not.toHaveCount(0)
    for (const link of await links.all()) {
      const href = (await link.getAttribute('href')) ?? ''
      const reply = await page.request.get(shop.url + href)
      expect(reply.headers()['content-type'], href).toBe('text/csv; charset=utf-8')
      expect((await reply.text()).split('\n').length, href).toBeGreaterThan(2)
    }
  }
  await expectFiles()
  const open = async (name: string) => {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await page.getByRole('combobox', { name: 'Period', exact: true }).selectOption('7 days')
  await open('Lists')
  await expect(row(page, 'Lists: searches and browse pages', '“red shoes”')).toHaveText([
    ...['Search', '4', '2', /^50%\s+15–85%/, '2', '2', '2', '€39.80', 'new', '☆'],
  ])
  await expect(page.getByRole('img', { name: 'Place in the list as a chart' })).toBeVisible()
  await expectFiles()
  await open('Searches')
  await expect(row(page, 'Searches, by text', 'red shoes').first()).toHaveText('2')
  await open('Facets')
  await expect(row(page, 'Facets, by value', 'Color: Red')).toHaveText([
    ...['2', '0', '2', /^100%/, /^100%/, '€39.80'],
  ])
  await open('Delivery')
  await expect(tile(page, 'Bad, not counted')).toContainText('1')
  await open('Attribution')
  await expect(
    row(page, 'What is attributed to a list, and why the rest is not', 'Ordered').first(),
  ).toHaveText('2')
  await expectFiles()
  await open('Products')
  await expect(row(page, 'Products, the most ordered first', 'Akira Sneakers 1')).toHaveText([
    ...['P1', '2', '2', /^100%/, '2', '2', '2', '€39.80', 'new', '☆'],
  ])
  await page.getByRole('link', { name: 'Akira Sneakers 1' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Akira Sneakers 1' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Period', exact: true })).toHaveValue('7 days')
  await expect(tile(page, 'Ordered')).toContainText('2')
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV of the table Lists' }).click()
  expect((await file).suggestedFilename()).toMatch(
    /^demo-site-item-lists-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/,
  )
})

test('the period, the shoppers and the comparison stay in sight, and go along to each page', async ({
  page,
  shop,
}) => {
  await visit(shop, 'visit-a', MINUTE_MS)
  await shop.open('/analytics')
  await page.getByLabel('Shoppers').selectOption('Both')
  await page.getByLabel('Compare with').selectOption('Year before')
  for (const name of ['Delivery', 'Searches', 'Overview']) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByLabel('Shoppers')).toHaveValue('both')
    await expect(page.getByLabel('Compare with')).toHaveValue('year')
  }
  await expect(tile(page, 'Orders')).toContainText('1')
  await page.setViewportSize({ width: 390, height: 500 })
  await page.mouse.wheel(0, 900)
  await expect(page.getByRole('combobox', { name: 'Period', exact: true })).toBeInViewport({
    ratio: 1,
  })
  for (const name of ['Books', 'Requests', 'Events', 'Analytics']) {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(/compare=year&(who|shoppers)=both/)
    if (name === 'Books' || name === 'Requests')
      await expect(page.getByText('whatever period and shoppers are chosen')).toBeVisible()
  }
  await expect(page.getByLabel('Compare with')).toHaveValue('year')

  // A reader may press a link before the script of its page has run.
  const html = await (await page.request.get(`${shop.url}/books?compare=year&who=both`)).text()
  expect(html).toContain('href="/analytics?compare=year&amp;who=both"')
  expect(html).toContain('href="/events?compare=year&amp;shoppers=both"')
})

test('a table shows the columns that fit, and those that are chosen instead', async ({
  page,
  shop,
}) => {
  await visit(shop, 'visit-a', MINUTE_MS)
  await page.setViewportSize({ width: 390, height: 800 })
  await shop.open('/analytics/products')
  const table = page.getByRole('region', { name: 'Products, the most ordered first' })
  await expect(table.getByRole('columnheader')).toHaveText(['Product', 'Ordered', 'Revenue', 'Pin'])
  await page.getByText('3 of 10 columns').click()
  await page.getByRole('checkbox', { name: 'Clicked' }).check()
  await expect(table.getByRole('columnheader', { name: 'Clicked' })).toBeVisible()
  await page.reload()
  await expect(table.getByRole('columnheader', { name: 'Clicked' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(table.getByRole('columnheader')).toHaveCount(11)
})

test('a table can be sorted, filtered and paged, and keeps its pinned rows', async ({
  page,
  shop,
}) => {
  const at = Date.now()
  const texts = Array.from({ length: 25 }, (_, n) => `text ${String(n + 1).padStart(2, '0')}`)
  for (const [n, query] of texts.entries())
    for (let time = 0; time <= n % 3; time += 1)
      await send(shop, 'search', at + n * 10 + time, { query })
  await shop.open('/analytics/searches')
  const table = page.getByRole('region', { name: 'Searches, by text' })
  const names = table.getByRole('rowheader')
  await expect(names).toHaveCount(20)
  await table.getByRole('button', { name: 'Text', exact: true }).click()
  await expect(names.first()).toHaveText('text 01')
  await table.getByRole('button', { name: 'Text', exact: true }).click()
  await expect(names.first()).toHaveText('text 25')
  const section = page.locator('section').filter({ has: table })
  await section.getByRole('button', { name: 'Next' }).click()
  await expect(names).toHaveText(['text 05', 'text 04', 'text 03', 'text 02', 'text 01'])
  await table.getByRole('button', { name: 'Pin text 03' }).click()
  await expect(names.first()).toHaveText('text 03')
  await section.getByRole('searchbox', { name: 'Filter Searches, by text' }).fill('text 1')
  await expect(names).toHaveCount(11)
  await page.reload()
  await expect(names.first()).toHaveText('text 03')
})

test('sample traffic fills an empty shop, and the figures stay visible during an outage', async ({
  page,
  shop,
}) => {
  await shop.open('/analytics?all=1')
  await expect(page.getByRole('heading', { name: 'Nothing to count yet.' })).toBeVisible()
  await page.getByRole('button', { name: 'Add sample traffic' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Includes sample traffic of 1\d\d shoppers/)).toBeVisible()
  await shop.open('/events')
  await expect(page.getByText('Some of these events are sample traffic.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove sample traffic' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('heading', { name: 'No events yet.' })).toBeVisible()

  await shop.open('/analytics?all=1')
  await visit(shop, 'visit-a', MINUTE_MS)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(tile(page, 'Orders')).toContainText('1')
  await shop.faults({ outageMs: 10_000 })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('status')).toHaveText('The service does not respond.')
  await expect(tile(page, 'Orders')).toContainText('1')
})
