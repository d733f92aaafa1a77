import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { readOptions } from '../../../kit/audit/audit-options.ts'
import type { Report } from '../../../kit/audit/audit-report.ts'
import { audit } from '../../../kit/audit/audit-site.ts'
import { formatReport } from '../../../kit/audit/formats.ts'
import { goodPages } from '../../support/fixtures/kit-shop.ts'
import {
  type PlantedPage,
  type PlantedShop,
  plantedTag,
  startPlantedShop,
} from '../../support/fixtures/planted-shop.ts'
import { which } from '../../support/runner/engines.ts'

// The audit opens Chromium by itself.
test.skip(({ browserName }) => browserName !== 'chromium')
test.describe.configure({ timeout: 900_000 })

const list = (body: string) => `<ul data-svc-query="boots">${body}</ul>`

/**
 * A page for each mistake, by the rule that has to find it: one of those that the audit in the page finds, which `inspector/planted.spec.ts`
 * plants, and all that only a visitor of the whole site can see.
 */
const planted: Readonly<Record<string, PlantedPage | string>> = {
  'tile-without-id': list('<li data-svc-product="">Hat</li>'),
  'tag-twice': { body: list(''), tag: plantedTag() + plantedTag() },
  'csp-blocks': {
    body: list(''),
    headers: { 'content-security-policy': "default-src 'self'; img-src data:" },
  },
  'tag-missing': { body: '<h1>About us</h1>', tag: '' },
  'tag-silent': { body: list(''), tag: '<script src="/svc/svc.js" data-site-key="SITE"></script>' },
  'tag-not-loaded': { body: list(''), tag: plantedTag().replace('/svc/', '/gone/') },
  'page-broken': { body: 'Sorry', status: 500 },
  'template-unmarked': '<h1>A list without marks</h1>',
  'page-value-differs': `<ul data-svc-page='brand:"Adler"'></ul><script>fetch('/KEY/SITE/category?p=' + encodeURIComponent('brand:"Alder"'))</script>`,
  'tag-uncompressed': { body: list(''), tag: plantedTag().replace('/svc/', '/plain/') },
  'sent-after-denial': `${list('')}<script>new Image().src = 'https://tracker.example/v2/1p.jpg?action=click&uid=u&t=1&data=' + encodeURIComponent('{"pid":"P1","ver":"svc-tag/0"}')</script>`,
  'consent-undecided': { body: list(''), tag: plantedTag().replace(/ data-consent="granted"/, '') },
  notice: `${list('')}<script>addEventListener('load', () => svc.track('cart', { pid: '' }))</script>`,
}

const linksTo = (paths: readonly string[]) =>
  paths.map((path) => `<a href="${path}">${path}</a>`).join(' ')

/** The shell looks at a page like the whole browser, and costs half. */
function ownBrowser(): readonly string[] {
  const chromium = which('chromium-headless-shell') ?? which('chromium')
  return chromium ? ['--browser', chromium] : []
}

const run = (shop: PlantedShop, ...more: readonly string[]): Promise<Report> =>
  audit(readOptions([`${shop.url}/`, '--delay', '0', ...ownBrowser(), ...more]), () => {})

const rulesOf = ({ findings }: Report) => findings.map(({ rule }) => rule)

test('each planted mistake is found, on its own page', async () => {
  const pages = Object.entries(planted).map(([rule, page]) => [`/${rule}x`, page] as const)
  // A name with a dash would be taken for an article of one template.
  const byPath = Object.fromEntries(pages.map(([path, page]) => [path.replaceAll('-', ''), page]))
  const home = `${list('<li data-svc-product="P1">Hat</li>')}${linksTo(Object.keys(byPath))}`
  const shop = await startPlantedShop({ '/': home, ...byPath })
  try {
    const report = await run(shop, '--pages', '40')
    expect(report.pages).toHaveLength(Object.keys(planted).length + 1)
    const found = (rule: string) =>
      report.findings.some(
        (one) => one.rule === rule && one.template === `/${rule}x`.replaceAll('-', ''),
      )
    expect(Object.keys(planted).filter((rule) => !found(rule))).toEqual([])
    expect(report.findings.filter(({ template }) => template === '/')).toEqual([])
  } finally {
    await shop.close()
  }
})

test('a shop without mistakes has no findings, by sitemap and robots.txt', async () => {
  const paths = Object.keys(goodPages)
  const shop = await startPlantedShop(
    {
      '/': list('<li data-svc-product="sku-7">Hat</li>') + linksTo([...paths, '/private']),
      ...goodPages,
    },
    'User-agent: *\nDisallow: /private\n',
  )
  try {
    const report = await run(shop, '--pages', '20')
    expect(report.findings).toEqual([])
    expect(report.pages.map(({ url }) => url.replace(shop.url, '')).sort()).toEqual(
      ['/', ...paths].sort(),
    )
    expect(shop.asked).not.toContain('/private')
  } finally {
    await shop.close()
  }
})

test('settings that an application or Tag Manager passes by a call count like those of the script element', async () => {
  const setUp = (settings: object) =>
    `<script>window.svc = { q: [['init', [${JSON.stringify({ siteKey: 'SITE', trackerUrl: 'https://tracker.example', ...settings })}], 1, () => {}, () => {}]] }</script><script src="/svc/svc.js"></script>`
  const hat = list('<li data-svc-product="P1">Hat</li>')
  const shop = await startPlantedShop({
    '/': { body: hat, tag: setUp({ consent: 'hold' }) },
    '/thanks': { body: '<h1>Thank you</h1>', tag: setUp({ consent: 'hold', dataLayer: true }) },
    '/order/confirmation': { body: hat, tag: setUp({ consent: 'hold' }) },
    '/asks-nobody': { body: hat, tag: setUp({}) },
  })
  const paths = ['thanks', 'order/confirmation', 'asks-nobody'].map((path) => `${shop.url}/${path}`)
  try {
    const { findings } = await run(shop, ...paths)
    expect(findings.map(({ severity, rule, template }) => [severity, rule, template])).toEqual([
      ['warning', 'consent-undecided', '/*'],
      ['warning', 'order-page-unmarked', '/order/*'],
    ])
  } finally {
    await shop.close()
  }
})

test('unknown ids and page values are found by the catalogue and by Browse', async () => {
  const body = `<ul data-svc-page='brand:"Alder"'><li data-svc-product="P1">Hat</li></ul>`
  const shop = await startPlantedShop({ '/': body, '/thanks': list('') })
  try {
    const browse = await run(shop, `${shop.url}/thanks`, '--browse', `${shop.url}/KEY/SITE`)
    expect(rulesOf(browse)).toEqual(['page-unknown', 'product-unknown', 'order-page-unmarked'])
  } finally {
    await shop.close()
  }
})

test('a site without a tag is audited with one that is put into it', async () => {
  const file = test.info().outputPath('map.json')
  writeFileSync(
    file,
    '{"query":{"in":"main","as":"all"},"product":{"in":".card","from":"@data-sku"},"order":{"in":".never"}}',
  )
  const body =
    '<main><p class="card" data-sku="P1">Hat</p><p class="card" data-sku="">Tent</p></main>'
  const shop = await startPlantedShop({
    '/': { body, tag: '', headers: { 'content-security-policy': "script-src 'none'" } },
  })
  try {
    const report = await run(shop, '--inject', file, '--format', 'html')
    expect(rulesOf(report)).toEqual(['map-value-missing', 'map-matches-nothing'])
    expect(report.pages[0]?.events).toMatchObject({ visitor: expect.any(Number) })
    expect(report.findings[0]?.picture).toMatch(/^\/9j\//)
  } finally {
    await shop.close()
  }
})

test('an order page and a list that the map does not read are named', async () => {
  const file = test.info().outputPath('map.json')
  writeFileSync(file, '{"page":{"in":"main","from":"h1"},"product":{"in":"p","from":"@id"}}')
  const shop = await startPlantedShop({
    '/orderConfirm': { body: '<main><p id="P1">Hat</p></main>', tag: '' },
  })
  try {
    const urls = [`${shop.url}/orderConfirm`, ...ownBrowser(), '--inject', file]
    const { findings } = await audit(readOptions(urls), () => {})
    expect(findings.map(({ rule, message }) => [rule, message])).toEqual([
      ['list-without-name', 'The map gives a list no query or page, so nothing in it counts.'],
      [
        'order-page-unmarked',
        'An order confirmation has no data-svc-order, so no order is reported.',
      ],
      ['map-matches-nothing', expect.stringContaining('map.page matches nothing')],
    ])
  } finally {
    await shop.close()
  }
})

test('a site without any tag has one finding, with an empty map another', async () => {
  const shop = await startPlantedShop({
    '/': { body: linksTo(['/about', '/gone', '/list.csv']), tag: '' },
    '/about': { body: '<h1>About us</h1>', tag: '' },
    '/list.csv': { body: 'a,b', headers: { 'content-type': 'text/csv' } },
  })
  const file = test.info().outputPath('map.json')
  writeFileSync(file, '{}')
  const said = ({ findings }: Report) =>
    findings.map(({ rule, template, message }) => [rule, template, message])
  const broken = ['page-broken', '/gone', 'The page answers 404.']
  try {
    const bare = await run(shop, '--pages', '9')
    const paths = bare.pages.map(({ url }) => url.replace(shop.url, ''))
    expect(paths.sort()).toEqual(['/', '/about', '/gone'])
    const untagged = 'None of the 2 pages has a script element of the tag.'
    expect(said(bare)).toEqual([['tag-missing', '/', untagged], broken])
    const injected = await run(shop, '--pages', '9', '--inject', file)
    const unmarked = expect.stringContaining('None of the 2 templates carries any data-svc-')
    expect(said(injected)).toEqual([broken, ['template-unmarked', '/', unmarked]])
    const download = readOptions([`${shop.url}/list.csv`, ...ownBrowser()])
    await expect(audit(download, () => {})).rejects.toThrow('is no HTML page')
  } finally {
    await shop.close()
  }
})

test('a template with a proposed map has no second finding', async () => {
  const tile = (name: string) => `<li><a href="/x/${name}"><img alt="" src="data:,"></a> $ 5</li>`
  const shop = await startPlantedShop({
    '/': list('<li data-svc-product="P1">Hat</li>') + linksTo(['/boots']),
    '/boots': `<ul>${['a', 'b', 'c'].map(tile).join('')}</ul>`,
    '/x/a': list(''),
    '/x/b': list(''),
    '/x/c': list(''),
  })
  try {
    expect(rulesOf(await run(shop, '--pages', '9'))).toEqual(['page-unmarked'])
  } finally {
    await shop.close()
  }
})

test('the audit opens nothing that has an effect, and goes on after links that are none', async () => {
  const effects = [
    '<a rel="nofollow" class="add_to_cart_button" data-svc-cart="16" href="?add-to-cart=16">Add</a>',
    '<a rel="nofollow ugc" href="/a">Best rated</a>',
    '<a data-svc-cart="17" href="/b">Add</a>',
    '<p data-svc-cart="18"><a href="/c">Add</a></p>',
    '<a class="product-addToCart" href="/d">Add</a>',
    '<a data-turbo-method="delete" href="/e">Away</a>',
    '<a class="by-map" href="/f">Add</a>',
    '<a href="/account/logout">Log out</a>',
    '<a href="/g?_wpnonce=12">Hide</a>',
  ]
  const bad = ['http://[bad', 'https://%%/', 'http://shop:99999/']
  const links = [...effects, ...bad.map((url) => `<a href="${url}">x</a>`)].join('')
  const map = `data-map='{"cart":{"in":".by-map","as":"19"}}'`
  const sitemap = (...paths: readonly string[]) =>
    gzipSync(
      `<urlset>${paths.map((path) => `<url><loc>${shop.url}${path}</loc></url>`).join('')}</urlset>`,
    )
  const pages: Record<string, PlantedPage | string> = {
    '/': { body: list('') + links + linksTo(['/100%-wool']), tag: plantedTag(map) },
    '/100%-wool': list(''),
    '/packed': list(''),
    '/plain': list(''),
    '/cut.xml.gz': { body: '', file: gzipSync('<urlset></urlset>').subarray(0, 12) },
  }
  const shop = await startPlantedShop(pages, () =>
    ['sitemap.xml.gz', 'sitemap.txt', 'cut.xml.gz', 'gone.xml']
      .map((name) => `Sitemap: ${shop.url}/${name}`)
      .join('\n'),
  )
  pages['/sitemap.xml.gz'] = { body: '', file: sitemap('/packed', '/cart?add=1&id_product=5') }
  pages['/sitemap.txt'] = { body: '', file: Buffer.from(`${shop.url}/plain\n${shop.url}/\n`) }
  try {
    const report = await run(shop, '--pages', '20', '--format', 'html')
    const paths = report.pages.map(({ url }) => url.replace(shop.url, ''))
    expect(paths.sort()).toEqual(['/', '/100%-wool', '/packed', '/plain'])
    expect(shop.asked.filter((path) => /add|remove|logout|^\/[a-g]\b/.test(path))).toEqual([])
    const named = (rule: string) =>
      report.findings.flatMap((one) => (one.rule === rule ? one.message : []))
    const inOrder = (urls: readonly string[]) =>
      urls.map((url): unknown => expect.stringContaining(url))
    expect(named('link-unreadable')).toEqual(inOrder(bad))
    expect(named('sitemap-unreadable')).toEqual(inOrder(['cut.xml.gz', 'gone.xml']))
    expect(formatReport(report, 'html')).toContain('>/100%-wool<')
  } finally {
    await shop.close()
  }
})

test('a shop that does not answer cannot be audited', async () => {
  const shop = await startPlantedShop({})
  await shop.close()
  await expect(run(shop)).rejects.toThrow(`${shop.url}/ does not answer`)
})
