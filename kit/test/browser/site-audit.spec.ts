import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { which } from '../../../test/support/runner/engines.ts'
import { readOptions } from '../../audit/audit-options.ts'
import { type Report, startOf } from '../../audit/audit-report.ts'
import { audit } from '../../audit/audit-site.ts'
import { formatReport } from '../../audit/formats.ts'
import { goodPages } from '../kit-shop.ts'
import {
  type PlantedPage,
  type PlantedShop,
  plantedTag,
  startPlantedShop,
} from '../planted-shop.ts'

// The audit opens Chromium by itself.
test.describe.configure({ timeout: 600_000 })

const list = (body: string, mark = 'data-svc-query="boots"') => `<ul ${mark}>${body}</ul>`

/** A page for each mistake that shows only across the whole site, and one for a mistake that the audit in the page finds. */
const planted: Readonly<Record<string, PlantedPage | string>> = {
  'tile-without-id': list('<li data-svc-product="">Hat</li>'),
  'csp-blocks': {
    body: list(''),
    headers: { 'content-security-policy': "default-src 'self'; img-src data:" },
  },
  'tag-missing': { body: '<h1>About us</h1>', tag: '' },
  'tag-silent': { body: list(''), tag: '<script src="/svc/svc.js" data-site-key="SITE"></script>' },
  'tag-not-loaded': { body: list(''), tag: plantedTag().replace('/svc/', '/gone/') },
  'svc-too-early': {
    body: list(''),
    tag: `<script>svc.context({ query: 'boots' })</script>${plantedTag()}`,
  },
  'page-broken': { body: 'Sorry', status: 500 },
  'template-unmarked': '<h1>A list without marks</h1>',
  'page-value-differs': `<ul data-svc-page='brand:"Adler"'></ul><script>fetch('/KEY/SITE/category?p=' + encodeURIComponent('brand:"Alder"'))</script>`,
  'tag-uncompressed': { body: list(''), tag: plantedTag().replace('/svc/', '/plain/') },
  'sent-after-denial': `${list('')}<script>new Image().src = 'https://tracker.example/v2/1p.jpg?action=click&uid=u&t=1&data=' + encodeURIComponent('{"pid":"P1","ver":"svc-tag/0"}')</script>`,
  'consent-undecided': { body: list(''), tag: plantedTag().replace(/ data-consent="granted"/, '') },
  notice: `${list('')}<script>addEventListener('load', () => svc.identify(''))</script>`,
  'event-not-counted': `${list('')}<script>addEventListener('load', () => svc.track('cart', { pid: '' }))</script>`,
  // A template with a proposed map has no other finding.
  'page-unmarked': `<ul>${['a', 'b', 'c'].map((name) => `<li><a rel="nofollow" href="/x/${name}"><img alt="" src="data:,"></a> $ 5</li>`).join('')}</ul>`,
}

/** Links that the audit must not open, because opening them has an effect. */
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
const badLinks = ['http://[bad', 'https://%%/', 'http://shop:99999/']

const linksTo = (paths: readonly string[]) =>
  paths.map((path) => `<a href="${path}">${path}</a>`).join(' ')

/** The headless shell gives the same results as the full browser, at half the cost. */
function ownBrowser(): readonly string[] {
  const chromium = which('chromium-headless-shell') ?? which('chromium')
  return chromium ? ['--browser', chromium] : []
}

/** The addresses that were opened. */
const openedOf = ({ pages }: Pick<Report, 'pages'>) =>
  pages.filter(({ end }) => end !== 'skipped').map(({ url }) => url)

const run = (shop: PlantedShop, ...more: readonly string[]): Promise<Report> =>
  audit(readOptions([`${shop.url}/`, '--delay', '0', ...ownBrowser(), ...more]), () => {})

test('each mistake is found on its page, correct pages have none, and no link with an effect is opened', async () => {
  // A path segment with a dash would look like a varying part of one template.
  const pathOf = (rule: string) => `/${rule.replaceAll('-', '')}x`
  const byPath = Object.fromEntries(
    Object.entries(planted).map(([rule, page]) => [pathOf(rule), page]),
  )
  const linked = ['/100%-wool', '/private', ...Object.keys(byPath), ...Object.keys(goodPages)]
  const home = `${list('<li data-svc-product="sku-7">Hat</li>')}${effects.join('')}${linksTo([...linked, ...badLinks])}`
  const map = `data-map='{"cart":{"in":".by-map","as":"19"}}'`
  const pages: Record<string, PlantedPage | string> = {
    '/': { body: home, tag: plantedTag(map) },
    '/100%-wool': list(''),
    '/packed': list(''),
    '/plain': list(''),
    '/cut.xml.gz': { body: '', file: gzipSync('<urlset></urlset>').subarray(0, 12) },
    ...byPath,
    ...goodPages,
  }
  const shop = await startPlantedShop(pages, () =>
    [
      'User-agent: *\nDisallow: /private',
      ...['sitemap.xml.gz', 'sitemap.txt', 'cut.xml.gz', 'gone.xml'].map(
        (name) => `Sitemap: ${shop.url}/${name}`,
      ),
    ].join('\n'),
  )
  const inSitemap = ['/packed', '/cart?add=1&id_product=5'].map(
    (path) => `<url><loc>${shop.url}${path}</loc></url>`,
  )
  const sitemap = gzipSync(`<urlset>${inSitemap.join('')}</urlset>`)
  pages['/sitemap.xml.gz'] = { body: '', file: sitemap }
  pages['/sitemap.txt'] = { body: '', file: Buffer.from(`${shop.url}/plain\n${shop.url}/\n`) }
  try {
    const report = await run(shop, '--pages', '40', '--format', 'html')
    const paths = openedOf(report).map((url) => url.replace(shop.url, ''))
    expect(paths.sort()).toEqual(
      ['/', '/100%-wool', '/packed', '/plain', ...Object.keys({ ...byPath, ...goodPages })].sort(),
    )
    expect(shop.asked.filter((path) => /add|remove|logout|private|^\/[a-g]\b/.test(path))).toEqual(
      [],
    )
    expect(formatReport(report, 'html')).toContain('>/100%-wool<')

    const found = (rule: string) =>
      report.findings.some((one) => one.rule === rule && one.template === pathOf(rule))
    expect(Object.keys(planted).filter((rule) => !found(rule))).toEqual([])
    expect(
      report.findings.filter(({ template }) => template === pathOf('page-unmarked')),
    ).toHaveLength(1)
    const others = report.findings.filter(({ template }) => !(template in byPath))
    const texts = [...badLinks, 'cut.xml.gz', 'gone.xml']
    expect(others).toHaveLength(texts.length)
    for (const text of texts)
      expect(
        others.filter(({ message }) => message.includes(text)),
        text,
      ).toHaveLength(1)
  } finally {
    await shop.close()
  }
})

test('settings passed by a call count, and ids are checked against Browse', async () => {
  const setUp = (settings: object) =>
    `<script>window.svc = { q: [['init', [${JSON.stringify({ siteKey: 'SITE', trackerUrl: 'https://tracker.example', ...settings })}], 1, () => {}, () => {}]] }</script><script src="/svc/svc.js"></script>`
  const hat = list('<li data-svc-product="P1">Hat</li>', `data-svc-page='brand:"Alder"'`)
  const shop = await startPlantedShop({
    '/': { body: hat, tag: setUp({ consent: 'hold' }) },
    '/thanks': { body: '<h1>Thank you</h1>', tag: setUp({ consent: 'hold', dataLayer: true }) },
    '/order/confirmation': { body: list(''), tag: setUp({ consent: 'hold' }) },
    '/asks-nobody': { body: list(''), tag: setUp({}) },
  })
  const paths = ['thanks', 'order/confirmation', 'asks-nobody'].map((path) => `${shop.url}/${path}`)
  try {
    const { findings } = await run(shop, ...paths, '--browse', `${shop.url}/KEY/SITE`)
    expect(findings.map(({ rule, template }) => `${rule} ${template}`).sort()).toEqual([
      'consent-undecided /*',
      'order-page-unmarked /order/*',
      'page-unknown /',
      'product-unknown /',
    ])
  } finally {
    await shop.close()
  }
})

test('a site without a tag can be audited with an injected one', async () => {
  const file = test.info().outputPath('map.json')
  writeFileSync(
    file,
    '{"page":{"in":"main","from":"h1"},"product":{"in":".card","from":"@data-sku"},"cart":{"in":".never"}}',
  )
  const card = (id: string) => `<p class="card" data-sku="${id}">Hat</p>`
  const headers = { 'content-security-policy': "script-src 'none'" }
  const shop = await startPlantedShop({
    '/': { body: `<main><h1>Hats</h1>${card('P1')}${card('')}</main>`, tag: '', headers },
    '/orderConfirm': { body: `<main>${card('P1')}</main>`, tag: '' },
  })
  try {
    const confirmation = `${shop.url}/orderConfirm`
    const report = await run(shop, confirmation, '--inject', file, '--format', 'html')
    const messages = Object.fromEntries(
      report.findings.map(({ rule, message }) => [rule, message] as const),
    )
    expect(messages).toEqual({
      'map-value-missing': expect.any(String),
      'list-without-name': 'The map gives a list no query or page, so nothing in it counts.',
      'order-page-unmarked':
        'An order confirmation has no data-svc-order, so no order is reported.',
      'map-matches-nothing': expect.stringContaining('map.cart matches nothing'),
      'page-without-field': expect.stringContaining('Hats is not of the form field:"value"'),
    })
    expect(report.pages[0]?.events).toMatchObject({ visitor: expect.any(Number) })
    expect(report.findings[0]?.picture).toMatch(/^\/9j\//)
  } finally {
    await shop.close()
  }
})

test('a site without a tag has one finding, and a file or an unreachable shop cannot be audited', async () => {
  const shop = await startPlantedShop({
    '/': { body: linksTo(['/about', '/gone', '/list.csv']), tag: '' },
    '/about': { body: '<h1>About us</h1>', tag: '' },
    '/list.csv': { body: 'a,b', headers: { 'content-type': 'text/csv' } },
  })
  try {
    const { findings, ...report } = await run(shop, '--pages', '9')
    const paths = openedOf(report).map((url) => url.replace(shop.url, ''))
    expect(paths.sort()).toEqual(['/', '/about', '/gone'])
    expect(findings.map(({ rule, template, message }) => [rule, template, message])).toEqual([
      ['tag-missing', '/', 'None of the 2 pages has a script element of the tag.'],
      ['page-broken', '/gone', 'The page returns status 404.'],
    ])
    const download = readOptions([`${shop.url}/list.csv`, ...ownBrowser()])
    expect(startOf(await audit(download, () => {}))).toContain('not an HTML page')
  } finally {
    await shop.close()
  }
  expect(startOf(await run(shop))).toContain(`${shop.url}/ failed, it does not load`)
})
