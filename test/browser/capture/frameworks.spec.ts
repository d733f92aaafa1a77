import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import type { Shop } from '../../support/fixtures/shop.ts'
import { expect, type TagPage, test } from '../../support/fixtures/tag-page.ts'

/*
 * One shop, rendered by React (Strict Mode, Suspense, Activity), by Vue (Suspense, KeepAlive) and
 * by custom elements with shadow roots. The same actions report the same events in all of them.
 */

/** The scripts in `test/fixtures` that render the same shop with React, with Vue, and with custom elements that have shadow roots. */
const FRAMEWORKS = ['react/shop.jsx', 'vue/shop.js', 'elements/shop.js'] as const

/** Bundles the shop's script for development, because Strict Mode does nothing in production. The script renders into `<div id="shop">`. */
async function bundleShop(entry: (typeof FRAMEWORKS)[number]): Promise<string> {
  const input = fileURLToPath(new URL(`../../fixtures/${entry}`, import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, minify: false, rollupOptions: { input } },
  })
  const [file] = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  if (file?.type !== 'chunk') throw new Error(`${entry} gave no script.`)
  return file.code
}

/** Presses a button with the mouse and waits until its effect, if any, has been rendered and observed. */
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

const expectFirst = (page: Page, pid: string) =>
  expect
    .poll(() => page.locator('[data-svc-product]').first().getAttribute('data-svc-product'))
    .toBe(pid)

/** The events without the fields that are always the same. Consecutive products of one list are one entry. */
async function story(watched: TagPage) {
  const entries: [string, unknown, ...unknown[]][] = []
  for (const { action, data } of await watched.reported()) {
    const [last] = entries.slice(-1)
    if (action !== 'PRODUCT_IMPRESSIONS') {
      entries.push([
        action,
        data.pid ?? data.facets ?? data.query,
        data.variantId ?? data.requestId,
      ])
    } else if (last?.[0] === 'seen' && last[1] === data.requestId) {
      last.push(...(data.pids_list as string[]))
    } else entries.push(['seen', data.requestId, ...(data.pids_list as string[])])
  }
  return entries
}

interface Scene {
  readonly page: Page
  readonly shop: Shop
  readonly watched: TagPage
  readonly name: string
}

const FIRST = ['seen', 'shoes-all', 'P1', 'P2', 'P3', 'P4']

async function opened({ shop, watched, name }: Scene, search = '') {
  await shop.reset()
  const html = `<style>li { height: 30px }</style><div id="shop"></div><script type="module" src="/shop-${name}.js"></script>`
  await watched.open(html, {}, search)
  await watched.seen('P1', 'P2', 'P3', 'P4')
}

/** A list that is redrawn, reversed and mounted again reports each product once. */
async function drawAgain(scene: Scene) {
  const { page, watched } = scene
  await opened(scene)
  for (let round = 0; round < 10; round += 1) await press(page, `Render ${round}`)
  await press(page, 'Turn')
  await expectFirst(page, 'P4')
  await press(page, 'Mount')
  await press(page, 'More')
  await watched.seen('P5', 'P6')
  await press(page, 'Mount')
  await press(page, 'Turn')
  await expectFirst(page, 'P1')
  await press(page, 'More')
  await watched.seen('P7', 'P8')
  const [seen, ...others] = await story(watched)
  expect(others).toEqual([])
  expect(seen?.slice(0, 6)).toEqual(FIRST)
  expect(seen?.slice(6).sort()).toEqual(['P5', 'P6', 'P7', 'P8'])
}

/** A walk reports everything once, with its own list. */
async function walk(scene: Scene) {
  const { page, watched } = scene
  await opened(scene)
  await press(page, 'Add P2')
  await page.getByRole('link', { name: 'Green P3' }).click()
  await press(page, 'Large')
  await press(page, 'Buy')
  await page.evaluate(() => history.back())
  await watched.noticed('PRODUCT_IMPRESSIONS', 2)
  await page.getByLabel('only red').check()
  await watched.noticed('PRODUCT_IMPRESSIONS', 3)
  await page.getByRole('searchbox').fill('boots')
  await page.getByRole('searchbox').press('Enter')
  await page.getByText('Green P12').waitFor()
  await watched.noticed('PRODUCT_IMPRESSIONS', 4)
  expect(await story(watched)).toEqual([
    FIRST,
    ['cart', 'P2', 'shoes-all'],
    ['click', 'P3', 'shoes-all'],
    ['cart', 'P3', 'P3-L'],
    FIRST,
    ['facets', { colour: { prank: '1', selected: [{ prank: '1', val: 'Red' }] } }, 'shoes-all'],
    ['seen', 'shoes-red', 'P1', 'P4', 'P7', 'P10'],
    ['search', 'boots', undefined],
    ['seen', 'boots-red', 'P3', 'P6', 'P9', 'P12'],
  ])
}

/** A list that is kept while a product is shown continues where it was. */
async function comeBack(scene: Scene) {
  const { page, watched } = scene
  await opened(scene, '?keep')
  await page.getByRole('link', { name: 'Green P3' }).click()
  await press(page, 'Buy')
  await page.evaluate(() => history.back())
  await press(page, 'More')
  await watched.seen('P5', 'P6')
  expect(await story(watched)).toEqual([
    FIRST,
    ['click', 'P3', 'shoes-all'],
    ['cart', 'P3', 'P3-S'],
    ['seen', 'shoes-all', 'P5', 'P6'],
  ])
}

for (const entry of FRAMEWORKS) {
  const [name = ''] = entry.split('/')
  test(`a ${name} shop reports everything once, however it is rendered`, async ({
    page,
    shop,
    watched,
  }) => {
    const script = await bundleShop(entry)
    await page.route('**/shop-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    )
    for (const part of [drawAgain, walk, comeBack]) await part({ page, shop, watched, name })
  })
}
