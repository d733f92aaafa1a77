import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Liquid } from 'liquidjs'
import { blocksOf, inProject } from '../support/fixtures/docs.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'
import { which } from '../support/runner/engines.ts'

// The server code in the installation guides, run by PHP and Liquid, and the events of the resulting HTML.

let home = ''
test.beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'svc-server-code-'))
})
test.afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Where each page puts its map. */
const mapFiles = {
  woocommerce: 'svc-map.json',
  magento: 'app/code/Shop/Svc/svc-map.json',
  prestashop: 'modules/svctag/svc-map.json',
} as const

type Platform = keyof typeof mapFiles

/** Writes the blocks of a guide to files, each as often as it is named; a block that continues another begins without `<?php`. */
function writeFiles(name: string): string {
  const root = join(home, name)
  const written = new Map<string, string>()
  for (const { language, file, code } of blocksOf(`docs/install/${name}.md`)) {
    if (language !== 'php' && language !== 'xml') continue
    const before = written.get(file)
    written.set(file, before ? before + code.replace('<?php\n', '') : code)
  }
  for (const [file, code] of written) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), code)
  }
  return root
}

/** The parts that the platform's pages would contain: the script element and the order. */
function render(name: Platform): string {
  const root = writeFiles(name)
  cpSync(inProject(`docs/maps/${name}.json`), join(root, mapFiles[name]))
  return execFileSync('php', [inProject(`test/fixtures/platforms/${name}.php`), root]).toString()
}

/** The test's URLs instead of the reader's. */
const withOwnKeys = (html: string, shop: Shop) =>
  html
    .replace(/src="[^"]*svc\.js"/, 'src="/svc.js"')
    .replace('data-site-key="SITE"', `data-site-key="${shop.keys.siteKey}" data-record-bots`)
    .replace('https://tracker.example', shop.url)
    .replace('data-consent="hold"', '')

for (const name of Object.keys(mapFiles) as Platform[]) {
  test(`the PHP in the guide for ${name} reports an order`, async ({ shop }) => {
    test.skip(!which('php'), 'NOT RUN: php is not installed')
    const html = withOwnKeys(render(name), shop)
    shop.page('/thanks', `<!doctype html><title>Thank you</title>${html}`)
    await shop.open('/thanks')
    const [order] = await shop.waitFor('order')
    expect(order?.reasons).toEqual([])
    expect(order?.data).toMatchObject({
      products: [
        { pid: 'runner', qty: '2', price: '19.90' },
        { pid: 'tent', qty: '1', price: '1299.00' },
      ],
    })
  })
}

test('the Liquid in the Shopify guide reports a list', async ({ shop }) => {
  const liquid = new Liquid()
  liquid.registerFilter('asset_url', (file: string) => `/${file}`)
  const products = [{ id: 41, url: '/products/runner', title: 'Runner <new>' }]
  const pages = blocksOf('docs/install/shopify.md').filter(
    ({ language, file }) => language === 'liquid' && file !== 'blocks/svc-tag.liquid',
  )
  const collection = { handle: 'shoes', products }
  const html = pages.map(({ code }) => liquid.parseAndRenderSync(code, { collection })).join('')
  expect(html).toContain('Runner &lt;new&gt;')
  shop.page('/list', `<!doctype html><title>Shoes</title>${withOwnKeys(html, shop)}`)
  await shop.open('/list')
  const [impressions] = await shop.waitFor('PRODUCT_IMPRESSIONS')
  expect(impressions?.data).toMatchObject({ page: 'collection:"shoes"', pids_list: ['41'] })
})

test('the app embed block in the Shopify guide starts the tag', async ({ shop }) => {
  const [block] = blocksOf('docs/install/shopify.md').filter(
    ({ file }) => file === 'blocks/svc-tag.liquid',
  )
  const [embed = '', schema = ''] = block?.code.split(/\{% (?:end)?schema %\}/) ?? []
  const { settings, target } = JSON.parse(schema) as {
    target: string
    settings: { id: string }[]
  }
  expect(target).toBe('head')
  const values = ['site_key', 'tracker_url']
  expect(settings.map(({ id }) => id)).toEqual(values)
  const liquid = new Liquid()
  liquid.registerFilter('asset_url', (file: string) => `/${file}`)
  const html = liquid.parseAndRenderSync(embed, {
    block: { settings: { site_key: 'SITE', tracker_url: 'https://tracker.example' } },
  })
  shop.page(
    '/embed',
    `<!doctype html><title>Shop</title>${withOwnKeys(html, shop)}
    <script>addEventListener('load', () => svc.consent('granted'))</script>`,
  )
  await shop.open('/embed')
  expect(await shop.waitFor('visitor')).toMatchObject([{ isGood: true }])
})
