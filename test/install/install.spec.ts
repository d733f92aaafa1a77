import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { preview } from 'vite'
import { isUnreachable, packProject, startNext } from '../support/fixtures/clean-project.ts'
import { say, started } from '../support/fixtures/consent-states.ts'
import { followPage } from '../support/fixtures/followed-guide.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

// Installs the newest frameworks as a reader would; `next-pinned.spec.ts` uses the pinned versions.
test.describe.configure({ mode: 'serial', timeout: 400_000 })

let home = ''

test.beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'svc-install-'))
  packProject(home)
})
test.afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }))

/** Follows the guide in an empty folder. Skips the test if the registry cannot be reached. */
async function follow(name: string, shop: Shop): Promise<string> {
  const root = join(home, name)
  mkdirSync(root)
  try {
    const reader = { root, clone: home, siteKey: shop.keys.siteKey, trackerUrl: shop.url }
    await followPage(`docs/install/${name}.md`, reader)
  } catch (error) {
    test.skip(isUnreachable(error), `NOT RUN: no npm registry for ${name}`)
    throw error
  }
  return root
}

/** Serves a folder of built pages; resolves with its URL and the function that stops it. */
async function serveFolder(root: string, outDir: string) {
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  })
  return { url: server.resolvedUrls?.local[0] ?? '', stop: () => server.close() }
}

const WALK = ['visitor', 'PRODUCT_IMPRESSIONS', 'cart', 'order']

/** Checks the events of the walk, whatever framework renders the page. */
async function expectWalk(shop: Shop, pids: readonly string[]) {
  const events = await shop.received()
  expect(events.map(({ action }) => action)).toEqual(WALK)
  expect(events.flatMap(({ reasons }) => reasons)).toEqual([])
  const [, impressions, cart, order] = events
  expect(impressions?.data).toMatchObject({
    page: 'categoryPath:"Men>Shoes"',
    pids_list: ['sku-7'],
  })
  expect(cart?.data).toMatchObject({ pid: 'sku-7', qty: '1' })
  expect(pids.filter((pid) => JSON.stringify(order?.data).includes(`"${pid}"`))).toEqual(pids)
}

const PATIENCE_MS = 30_000

/** Looks at the product and adds it to the cart. */
async function addToCart(page: Page, shop: Shop, url: string) {
  await page.goto(url)
  await started(page)
  await say(page, 'granted')
  await shop.waitFor('PRODUCT_IMPRESSIONS', 1, PATIENCE_MS)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await shop.waitFor('cart')
}

const frameworks = {
  react: (root: string) => serveFolder(root, 'dist'),
  vue: (root: string) => serveFolder(root, 'dist'),
  nextjs: (root: string) => startNext(root),
}

for (const [name, serve] of Object.entries(frameworks)) {
  test(`the page for ${name}, followed literally, leads to an order`, async ({ page, shop }) => {
    const { url, stop } = await serve(await follow(name, shop))
    try {
      await addToCart(page, shop, url)
      await page.getByRole('button', { name: 'Order' }).click()
      await shop.waitFor('order')
      await expectWalk(shop, ['sku-7'])
    } finally {
      await stop()
    }
  })
}

test('the page for plain HTML, followed literally, leads to an order', async ({ page, shop }) => {
  const { url, stop } = await serveFolder(await follow('html', shop), '.')
  try {
    await addToCart(page, shop, `${url}list.html`)
    await page.goto(`${url}thanks.html`)
    await started(page)
    await say(page, 'granted')
    await shop.waitFor('order')
    await expectWalk(shop, ['sku-7', 'sku-9'])
  } finally {
    await stop()
  }
})
