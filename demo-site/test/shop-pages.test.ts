import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog } from 'svc-tag-service'
import { expect, test } from 'vitest'
import { startService } from '../../test/support/fixtures/local-service.ts'
import { smallFeed } from '../../test/support/fixtures/made-feed.ts'
import { outputPath } from '../../test/support/fixtures/output-path.ts'
import { serviceFor } from '../../test/support/fixtures/service-for.ts'
import { writeOwnFeedPages } from '../own-feed-pages.ts'
import { registerShopPages } from '../shop-pages.ts'
import { showProgress } from '../waiting-page.ts'

const addPages = registerShopPages
const service = serviceFor('file', { addPages })

const getPage = (path: string, url = service.url) =>
  fetch(url + path, { headers: { accept: 'text/html' }, redirect: 'manual' })

test('pages of the shop run only their own scripts and are revalidated', async () => {
  for (const path of ['/', '/cart', '/c/Men', '/p/P1', '/no/such/page']) {
    const { headers } = await getPage(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain("default-src 'self'; script-src 'self' 'sha256-")
    expect(policy, path).not.toMatch(/script-src[^;]*(unsafe-inline|unsafe-eval|\*)/)
    expect(headers.get('cache-control'), path).toBe('no-cache')
  }
})

test('URLs of missing products, brands and categories are a 404', async () => {
  for (const path of ['/p/P999', '/b/Nobody', '/c/Nowhere', '/c/Shoes', '/no/such/page'])
    expect((await getPage(path)).status, path).toBe(404)
  for (const path of ['/p/P1', '/b/Akira', '/c/Men/Shoes', '/c/Outdoor/Water/Kayaks', '/new'])
    expect((await getPage(path)).status, path).toBe(200)
})

test('a URL with a lone surrogate is a 404, and breaks nothing', async () => {
  const odd = await startService({
    feed: [...smallFeed(3), { uniqueId: '\ud800', title: 'x' }],
    addPages,
  })
  expect((await getPage('/p/%ED%A0%80', odd.url)).status).toBeGreaterThanOrEqual(400)
  expect((await getPage('/p/P1', odd.url)).status).toBe(200)
  await odd.close()
})

/** The shop's home page and menu for a feed of the reader's own. */
async function ownHome(feed: readonly ReturnType<typeof product>[]): Promise<string> {
  let pages = ''
  const started = await startService({
    feed,
    addPages(_app, catalog: Catalog) {
      const built = outputPath('built')
      mkdirSync(built, { recursive: true })
      const layout = readFileSync(new URL('../shop/html/layout.html', import.meta.url), 'utf8')
      const home = readFileSync(new URL('../shop/html/home.html', import.meta.url), 'utf8')
      writeFileSync(
        join(built, 'index.html'),
        layout.replace('{{main}}', () => home),
      )
      writeOwnFeedPages(built, outputPath('own'), catalog)
      pages = readFileSync(join(outputPath('own'), 'index.html'), 'utf8')
    },
  })
  await started.close()
  return pages
}

const product = (uniqueId: string, categoryPath?: string) => ({
  ...{ uniqueId, title: uniqueId, price: 1 },
  ...(categoryPath && { categoryPath }),
})

test("a feed of one's own has its own categories, and nothing that the demo shop advertises", async () => {
  for (const [feed, menu, heading] of [
    [
      [product('1', 'Tools & Co>Drills'), product('2', 'Nuts <Bolts')],
      ['Tools &amp; Co', 'Nuts &lt;Bolts'],
      '2 products in 2 departments',
    ],
    [[product('1', 'Women>Shoes')], ['Women'], '1 product in 1 department'],
    [[product('1')], [], '1 product<'],
  ] as const) {
    const page = await ownHome(feed)
    const [, list = ''] = /<nav class="menu"[^>]*>([\s\S]*?)<\/nav>/.exec(page) ?? []
    const names = [...list.matchAll(/<a[^>]*>(.*?)<\/a>/g)].map(([, name]) => name)
    expect(names).toEqual(['All products', ...menu])
    expect(page).toContain(heading)
    expect(page).not.toMatch(/class="hero"|walk home|Kids|Navy jackets|<Bolts/)
  }
})

test('the waiting page names each step of the build', async () => {
  const { port } = new URL(service.url)
  const taken = await showProgress({ port: Number(port), host: '127.0.0.1' } as Parameters<
    typeof showProgress
  >[0])
  await taken.hide()
  // The service still has its port.
  expect((await getPage('/cart')).status).toBe(200)

  const free = Number(port) === 65_535 ? 65_534 : Number(port) + 1
  const waiting = await showProgress({ port: free, host: '127.0.0.1' } as Parameters<
    typeof showProgress
  >[0])
  const ask = (path: string) => fetch(`http://127.0.0.1:${free}${path}`)
  for (const line of ['tag: building', 'tag: built', 'kit: building', 'a warning: built', 'tag'])
    waiting.note(line)
  const steps = await (await ask('/build-steps')).json()
  expect(steps).toEqual({
    tag: 'built',
    kit: 'building',
    'demo-site': 'waiting',
    console: 'waiting',
    release: 'waiting',
  })
  const page = await ask('/any/page')
  expect(page.status).toBe(503)
  expect(await page.text()).toContain('The tag and its parts')
  await waiting.hide()
  await expect(ask('/')).rejects.toThrow()
})
