import type { Page } from '@playwright/test'
import { readFile } from '../support/fixtures/docs.ts'
import { dataOf, STAY } from '../support/fixtures/map-page.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

// The first event of a page without attributes, by the map that svc.audit() proposes and nothing else.

/** A script needs no more than this from opening the page to the first right event. */
const LIMIT_MS = 120_000

interface Grid {
  readonly file: string
  readonly path: string
  /** Fields of the impressions: the list. The products follow in the order of the page. */
  readonly list: Readonly<Record<string, unknown>>
  readonly pids: readonly string[]
  /** The cart button of the second product, if the tiles have one. */
  readonly cart?: string
}

const grids: readonly Grid[] = [
  {
    file: 'columns',
    path: '/men/boots',
    list: { page: 'categoryPath:"Men>Boots"' },
    pids: ['101M', '102M', '103M', '104M'],
    cart: '[data-pid="102M"] button',
  },
  {
    file: 'cards',
    path: '/boots/',
    list: { page: 'categoryPath:"Boots"' },
    pids: ['101', '102', '103', '104'],
    cart: '[data-entity-id="102"] .button',
  },
  {
    file: 'wrapped',
    path: '/5-bottes',
    list: { page: 'categoryPath:"Homme>Bottes"' },
    pids: ['101', '102', '103', '104'],
    cart: '[data-id-product="102"] button',
  },
  {
    file: 'modules',
    path: '/search?query=boots',
    list: { query: 'boots' },
    pids: ['red-boot-101', 'blue-boot-102', 'grey-boot-103', 'green-boot-104'],
  },
  {
    file: 'posts',
    path: '/product-category/boots/',
    list: { page: 'categoryPath:"Men>Boots"' },
    pids: ['101', '102', '103', '104'],
    cart: '[data-product_id="102"]',
  },
  {
    file: 'custom-elements',
    path: '/boots',
    list: { page: 'categoryPath:"Boots"' },
    pids: ['B-101', 'B-102', 'B-103', 'B-104'],
    cart: '[sku="B-102"] button',
  },
]

async function openGrid(shop: Shop, { file, path }: Grid, map?: Record<string, unknown>) {
  const attributes = { 'data-record-bots': '', 'data-impressions': 'load' }
  const tag = shop.tag(map ? { ...attributes, 'data-map': JSON.stringify(map) } : attributes)
  const html = readFile(`test/fixtures/grids/${file}.html`)
  shop.page(
    path.replace(/\?.*/, ''),
    `<!doctype html><html lang="en"><head><meta charset="utf-8">${tag}${STAY}</head>${html}</html>`,
  )
  await shop.open(path)
}

/** The map in the words of the finding, which are what a person copies. */
const proposedMap = (page: Page) =>
  page.evaluate(async () => {
    const [finding] = await window.svc.audit()
    const json = /svc\.tryMap\((.*?)\), check/.exec(finding?.fix ?? '')?.[1] ?? '{}'
    return JSON.parse(json) as Record<string, unknown>
  })

/** Waits for the impressions, and clicks the second product. */
async function shopBy(page: Page, shop: Shop, { list, pids }: Grid, turn: number) {
  const seen = await dataOf(shop, 'PRODUCT_IMPRESSIONS', turn)
  expect(seen[turn - 1]).toMatchObject({ ...list, pids_list: pids })
  await page.locator('[alt="Blue boot"]').click({ force: true })
  const clicked = await dataOf(shop, 'click', turn)
  expect(clicked[turn - 1]).toMatchObject({ pid: pids[1] })
}

for (const grid of grids) {
  test(`the proposal alone gives the first right events of ${grid.file}`, async ({
    page,
    shop,
  }) => {
    const from = Date.now()
    await openGrid(shop, grid)
    await page.waitForFunction('window.svc')
    const map = await proposedMap(page)
    await page.evaluate((tried) => window.svc.tryMap(tried), map)
    await shopBy(page, shop, grid, 1)
    const tookMs = Date.now() - from
    process.stdout.write(`${grid.file}: ${tookMs} ms, ${JSON.stringify(map)}\n`)
    expect(tookMs).toBeLessThan(LIMIT_MS)

    await openGrid(shop, grid, map)
    await shopBy(page, shop, grid, 2)
    await page.locator('form input:not([type=hidden])').first().fill('boots')
    await page.keyboard.press('Enter')
    expect(await dataOf(shop, 'search')).toMatchObject([{ query: 'boots' }])
    if (!grid.cart) return
    for (const link of await page.getByText('Select options').all()) await link.click()
    await page.locator(grid.cart).click()
    expect(await dataOf(shop, 'cart')).toMatchObject([{ pid: grid.pids[1] }])
  })
}

test('the proposed rule for the search box does not take the forms of other pages', async ({
  page,
  shop,
}) => {
  for (const grid of grids) {
    await openGrid(shop, grid)
    await page.waitForFunction('window.svc')
    const { search } = (await proposedMap(page)) as { search: { in: string } }
    const others = await page.evaluate((rule) => {
      document.body.innerHTML =
        '<main><form class="form" action="/cart/add"><input name="qty"></form></main>'
      return document.querySelectorAll(rule).length
    }, search.in)
    expect(others, search.in).toBe(0)
  }
})
