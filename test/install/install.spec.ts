import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { preview } from 'vite'
import {
  isUnreachable,
  packProject,
  plainEnvironment,
  startNext,
} from '../support/fixtures/clean-project.ts'
import { say, started } from '../support/fixtures/consent-states.ts'
import { type Block, blocksOf, inProject } from '../support/fixtures/docs.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

// Installs the newest frameworks as a reader would; `test/browser/installed.spec.ts` uses the pinned versions.
test.describe.configure({ mode: 'serial', timeout: 400_000 })

/** A reader of an installation guide: an empty folder, and the keys of the shop. */
interface Reader {
  /** The reader's own project. */
  readonly root: string
  /** A folder with the packed tag, which represents the clone after `npm pack`. */
  readonly clone: string
  readonly siteKey: string
  readonly trackerUrl: string
}

/** Removed because the build has run before any test. */
const BEFORE = /^npm ci && npm run build$/gm

async function run({ code }: Block, { root, clone }: Reader) {
  const isInClone = code.startsWith('# in the clone')
  if (!isInClone && !code.startsWith('# in your project'))
    throw new Error(`"${code}" names no folder: begin with "# in the clone" or "# in your project"`)
  const cwd = isInClone ? inProject('.') : root
  const env = { ...plainEnvironment(), SITE: root, SVC_TAG: clone }
  await promisify(execFile)('sh', ['-ec', code.replaceAll(BEFORE, ':')], { cwd, env })
}

/** The text with the reader's own keys. Automated browsers count only if a setting says so. */
const withOwnKeys = (code: string, { siteKey, trackerUrl }: Reader) =>
  code
    .replace("siteKey: 'SITE'", `siteKey: '${siteKey}', recordBots: true`)
    .replace('data-site-key="SITE"', `data-site-key="${siteKey}" data-record-bots`)
    .replaceAll('https://tracker.example', trackerUrl)

/**
 * Follows an installation guide block by block: runs its commands and writes its named files.
 *
 * @throws Error with the command's own output if one fails.
 */
async function followPage(page: string, reader: Reader): Promise<void> {
  for (const block of blocksOf(page)) {
    if (block.language === 'sh') await run(block, reader)
    else {
      const file = join(reader.root, block.file)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, withOwnKeys(block.code, reader))
    }
  }
}

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
