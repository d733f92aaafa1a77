import type { Locator } from '@playwright/test'
import { say, started } from '../support/fixtures/consent-states.ts'
import { blocksOf, readFile } from '../support/fixtures/docs.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'
import { COMMON, ownFields } from '../support/fixtures/tag-page.ts'

// A page written only from the README sends what the README says.

const readme = readFile('README.md')

const [scriptElement = '', list = '', firstPage = ''] = blocksOf('README.md')
  .filter(({ language }) => language === 'html')
  .map(({ code }) => code)

/** Replaces the README's placeholders, and adds the attribute that automated browsers need to be recorded. */
const withOwnAddresses = (html: string, shop: Shop) =>
  html
    .replace('/svc/svc.js', '/svc.js')
    .replaceAll('"SITE"', `"${shop.keys.siteKey}"`)
    .replaceAll('"KEY"', `"${shop.keys.apiKey}"`)
    .replaceAll(/https:\/\/\w+\.example/g, shop.url)
    .replace('<script async', '<script async data-record-bots')

/** The `name: json` pairs in the README's table of what the tracker receives. */
function written(cell: string): [name: string, value: unknown][] {
  return [...cell.matchAll(/`(\w+)(?:: ([^`]+))?`/g)].map(([, name = '', json]) => [
    name,
    json === undefined ? undefined : JSON.parse(json),
  ])
}

const table = [...readme.matchAll(/^\| [^|`]+ \| `(\w+)` \| ((?!its `data`)[^|]*)\|$/gm)].map(
  ([, action = '', cell = '']) => ({ action, fields: written(cell) }),
)

async function events(shop: Shop) {
  const all = await shop.received()
  expect(all.flatMap(({ reasons }) => reasons)).toEqual([])
  return all.map(({ action, data }) => {
    const fields = data as Record<string, unknown>
    expect(COMMON.filter((name) => !(name in fields))).toEqual([])
    return { action, data: ownFields(fields) }
  })
}

async function press(shop: Shop, control: Locator, action: string) {
  await control.click()
  await shop.waitFor(action)
}

test('a page with the two blocks at the top sends exactly the events in their table', async ({
  page,
  shop,
}) => {
  shop.page('/p/sku-7', '<!doctype html><title>The product</title>')
  shop.page(
    '/',
    `<!doctype html><title>Shop</title>${withOwnAddresses(scriptElement + list, shop)}`,
  )
  await shop.open('/')
  await started(page)
  await say(page, 'granted')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await press(shop, page.getByRole('button'), 'cart')
  await press(shop, page.getByRole('link'), 'click')

  expect(table.map(({ action }) => action)).toEqual([
    'visitor',
    'PRODUCT_IMPRESSIONS',
    'click',
    'cart',
  ])
  const received = await events(shop)
  expect(received.map(({ action }) => action).sort()).toEqual(
    table.map(({ action }) => action).sort(),
  )
  for (const { action, fields } of table) {
    const data = received.find((event) => event.action === action)?.data ?? {}
    expect(Object.keys(data), action).toEqual(fields.map(([name]) => name))
    for (const [name, value] of fields)
      expect(data[name], name).toEqual(value ?? 'categoryPath:"Men>Shoes"')
  }
})

test('the page of the five-minute guide sends what the step promises', async ({ page, shop }) => {
  shop.page('/first.html', withOwnAddresses(firstPage, shop))
  await shop.open('/first.html')
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await press(shop, page.getByText('Kai Sneaker'), 'click')
  await press(shop, page.getByRole('button').last(), 'cart')
  expect(await events(shop)).toEqual([
    { action: 'visitor', data: {} },
    {
      action: 'PRODUCT_IMPRESSIONS',
      data: { query: 'sneakers', pids_list: ['sku-7', 'sku-9'] },
    },
    { action: 'click', data: { pid: 'sku-7' } },
    { action: 'cart', data: { pid: 'sku-9', qty: '1' } },
  ])
})
