import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build, preview } from 'vite'
import {
  type CleanProject,
  cleanProject,
  isUnreachable,
  packProject,
} from '../support/fixtures/clean-project.ts'
import { inProject } from '../support/fixtures/docs.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

// The patterns in docs/single-page-apps.md, in development builds, in which React mounts everything twice.

test.describe.configure({ mode: 'serial', timeout: 240_000 })
let home = ''
let project: CleanProject | undefined

test.beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'svc-patterns-'))
  project = await cleanProject('patterns', join(home, 'patterns'), packProject(home)).catch(
    (fault: unknown) => {
      if (isUnreachable(fault)) return undefined
      throw fault
    },
  )
})

test.afterAll(() => rmSync(home, { recursive: true, force: true }))

async function buildPage(root: string, name: string) {
  const outDir = join(root, 'out', name)
  await build({
    root,
    mode: 'development',
    logLevel: 'warn',
    define: { __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false' },
    build: { outDir, minify: false, rollupOptions: { input: join(root, `${name}.html`) } },
  })
  mkdirSync(join(outDir, 'svc'))
  const files = readdirSync(inProject('dist')).filter((name) => /^svc.*\.js$/.test(name))
  for (const name of files) cpSync(inProject(`dist/${name}`), join(outDir, 'svc', name))
  return outDir
}

/** The actions of a shopper, whatever framework renders the page. */
async function walk(page: Page, shop: Shop) {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await shop.waitFor('PRODUCT_IMPRESSIONS')
  await press('Add P2')
  await press('Add P1')
  await shop.waitFor('cart')
  await press('Canvas')
  await press('Draw')
  await shop.waitFor('PRODUCT_IMPRESSIONS', 2)
  await press('List')
  // When a later tile has been counted, returning tiles would have been counted, too.
  await page.locator('ul[data-svc-query]').evaluate((list) => {
    const witness = document.createElement('li')
    witness.dataset.svcProduct = 'witness'
    witness.textContent = 'Witness'
    list.append(witness)
  })
  await shop.waitFor('PRODUCT_IMPRESSIONS', 3)
  await press('Add P1')
  await shop.waitFor('cart', 2)
  await press('Alone')
  await press('Draw')
  await shop.waitFor('PRODUCT_IMPRESSIONS', 4)
}

for (const name of ['react', 'vue']) {
  test(`with ${name}, calls report once, and lists that are kept do not count again`, async ({
    page,
    shop,
  }) => {
    test.skip(!project, 'NOT RUN: no npm registry')
    const outDir = await buildPage(project?.root ?? '', name)
    const server = await preview({
      root: project?.root ?? '',
      logLevel: 'silent',
      build: { outDir },
      preview: { port: 0, host: '127.0.0.1' },
    })
    try {
      const settings = { siteKey: shop.keys.siteKey, trackerUrl: shop.url, recordBots: 'true' }
      const dwell = { impressions: JSON.stringify({ ratio: 0.5, dwellMs: 200 }) }
      const address = server.resolvedUrls?.local[0]
      await page.goto(`${address}${name}.html?${new URLSearchParams({ ...settings, ...dwell })}`)
      await walk(page, shop)

      const path = (url: unknown) => new URL(String(url)).pathname
      const told = (await shop.received())
        .sort((one, two) => one.at - two.at)
        .map(({ action, data }) => {
          const { url, query, pids_list, pid } = data as Record<string, unknown>
          return [action, path(url), pid ?? pids_list, query]
        })
      expect(told).toEqual([
        ['visitor', `/${name}.html`, undefined, undefined],
        ['PRODUCT_IMPRESSIONS', `/${name}.html`, ['P1', 'P2'], 'boots'],
        ['cart', `/${name}.html`, 'P1', undefined],
        ['PRODUCT_IMPRESSIONS', '/canvas', ['P9'], 'drawn'],
        ['PRODUCT_IMPRESSIONS', '/list', ['witness'], 'boots'],
        ['cart', '/list', 'P1', undefined],
        ['PRODUCT_IMPRESSIONS', '/alone', ['P9'], 'drawn'],
      ])
      const heard = await page.evaluate(() => Reflect.get(window, 'heard') as string[])
      expect(heard.filter((action) => action === 'cart')).toHaveLength(2)
      await expect(page.locator('script[src="/svc/svc.js"]')).toHaveCount(1)
    } finally {
      await server.close()
    }
  })
}
