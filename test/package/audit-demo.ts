import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Report, summaryOf } from '../../kit/audit/audit-report.ts'
import { demoKeys } from '../../service/http/keys.ts'
import { runService } from '../bench/running-service.ts'
import { which } from '../support/runner/engines.ts'

// Audits 40 pages of the demo shop, then the same pages with a mistake on each of some, and says
// which mistakes were found: `npx tsx test/package/audit-demo.ts`.

const CATALOG = fileURLToPath(new URL('../../demo-site/data/catalog.json', import.meta.url))
const PAGES = 40

/** A mistake on one page of the shop, by the name of the rule that has to find it. */
interface Mistake {
  readonly rule: string
  /** Paths of pages on which it can be made; any when absent. */
  readonly on?: RegExp
  /** Changes each such element, as soon as it is there. */
  readonly change?: readonly [selector: string, script: string]
  readonly html?: (html: string) => string
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
}

const LIST = /^\/(c|b)\/|^\/new/
const PRODUCT = /^\/p\//

const TAG = /<script async src="\/svc\.js"[^>]*><\/script>/
const appended = (fragment: string) => (html: string) =>
  html.replace('</main>', `${fragment}</main>`)

const first = (attribute: string, value: string) =>
  [`[${attribute}]`, `element.setAttribute('${attribute}', ${value}); only()`] as const

const mistakes: readonly Mistake[] = [
  {
    // Refused consent is tried on one page of each template: the first.
    rule: 'sent-after-denial',
    on: /^\/b\//,
    html: appended(
      `<script>new Image().src = '/v2/1p.jpg?action=click&uid=u&t=1&data=' + encodeURIComponent('{"pid":"P1","ver":"svc-tag/0"}')</script>`,
    ),
  },
  { rule: 'tile-without-id', on: LIST, change: first('data-svc-product', '""') },
  {
    rule: 'id-twice-in-list',
    on: LIST,
    change: [
      'main [data-svc-product]:nth-child(2)',
      `element.setAttribute('data-svc-product', element.previousElementSibling.getAttribute('data-svc-product')); only()`,
    ],
  },
  {
    rule: 'unknown-attribute',
    on: LIST,
    change: ['main [data-svc-product]', `element.setAttribute('data-svc-prodcut', 'x'); only()`],
  },
  { rule: 'list-without-name', on: LIST, change: first('data-svc-page', '""') },
  {
    rule: 'query-and-page',
    on: LIST,
    change: ['[data-svc-page]', `element.setAttribute('data-svc-query', 'boots'); only()`],
  },
  {
    rule: 'page-encoded',
    on: LIST,
    change: first('data-svc-page', `encodeURIComponent(element.dataset.svcPage)`),
  },
  {
    rule: 'page-unknown',
    on: LIST,
    change: first('data-svc-page', `'categoryPath:"Nowhere"'`),
  },
  { rule: 'page-value-differs', on: LIST, change: first('data-svc-page', `'brand:"Fernweh"'`) },
  {
    rule: 'product-unknown',
    on: LIST,
    change: [
      'main [data-svc-product]',
      `element.setAttribute('data-svc-product', 'sku-' + element.dataset.svcProduct)`,
    ],
  },
  { rule: 'facet-without-name', on: LIST, change: first('data-svc-facet', '""') },
  {
    rule: 'facet-without-values',
    on: LIST,
    change: ['[data-svc-facet] [data-svc-value]', `element.removeAttribute('data-svc-value')`],
  },
  {
    rule: 'search-without-words',
    change: [
      'main',
      `element.insertAdjacentHTML('beforeend', '<a href="#" data-svc-search>boots</a>'); only()`,
    ],
  },
  { rule: 'cart-without-product', on: PRODUCT, change: first('data-svc-cart', '""') },
  {
    rule: 'quantity-unreadable',
    html: appended(
      '<p data-svc-cart="P1"><input data-svc-qty value="two" aria-label="Pieces"></p>',
    ),
  },
  { rule: 'outside-list', on: /^\/cart/, html: appended('<p data-svc-product="P1">Hat</p>') },
  {
    rule: 'price-unreadable',
    html: appended(
      '<p data-svc-order="1"><b data-svc-line="P1" data-svc-qty="1" data-svc-price="1.299,00">Hat</b></p>',
    ),
  },
  { rule: 'order-on-control', html: appended('<button data-svc-order="1">Order</button>') },
  { rule: 'order-without-lines', html: appended('<p data-svc-order="1"></p>') },
  {
    rule: 'order-line-incomplete',
    html: appended('<p data-svc-order="1"><b data-svc-line="P1" data-svc-qty="1"></b></p>'),
  },
  {
    rule: 'line-outside-order',
    html: appended('<b data-svc-line="P1" data-svc-qty="1" data-svc-price="5"></b>'),
  },
  { rule: 'tag-twice', html: (html) => html.replace(TAG, '$&$&') },
  { rule: 'tag-missing', html: (html) => html.replace(TAG, '') },
  { rule: 'tag-not-loaded', html: (html) => html.replace('src="/svc.js"', 'src="/gone/svc.js"') },
  {
    rule: 'tag-silent',
    html: (html) =>
      html.replace('data-site-key="demo-site"', '').replace(/<script>.*?<\/script>/s, ''),
  },
  {
    rule: 'csp-blocks',
    headers: {
      'content-security-policy':
        "default-src 'self' 'unsafe-inline'; connect-src 'none'; img-src data:",
    },
  },
  { rule: 'page-broken', status: 500 },
  {
    rule: 'notice',
    html: appended(
      `<script>addEventListener('load', () => svc.track('cart', { pid: '' }))</script>`,
    ),
  },
]

/** Runs in the page before the shop's own script, which draws the page. */
const changing = ([selector, script]: NonNullable<Mistake['change']>) => `<script>{
  const changed = new Set()
  const look = () => {
    for (const element of document.querySelectorAll(${JSON.stringify(selector)})) {
      if (changed.has(element)) continue
      changed.add(element)
      let isOnly = false
      const only = () => { isOnly = true }
      ${script}
      if (isOnly) return watching.disconnect()
    }
  }
  const watching = new MutationObserver(look)
  watching.observe(document, { childList: true, subtree: true })
}</script>`

function planted(html: string, { change, html: rewrite = (text) => text }: Mistake): string {
  return rewrite(change ? html.replace('<script', `${changing(change)}<script`) : html)
}

/** The shop behind a proxy that makes a mistake of each page that has one. */
async function startProxy(shop: string, mistakeOf: ReadonlyMap<string, Mistake>) {
  const server = createServer((asked, reply) => {
    const mistake = mistakeOf.get(asked.url ?? '/')
    // A page that is changed has to come uncompressed.
    const plain = mistake && { 'accept-encoding': 'identity' }
    const headers = { ...asked.headers, ...plain }
    const request = forward(shop + asked.url, { method: asked.method, headers }, async (answer) => {
      const { statusCode = 502, headers: given } = answer
      const isPage = mistake && given['content-type']?.startsWith('text/html')
      if (!isPage) return answer.pipe(reply.writeHead(statusCode, given))
      // The shop's policy forbids the scripts that make mistakes.
      const { 'content-length': _, 'content-security-policy': __, ...others } = given
      reply.writeHead(mistake.status ?? statusCode, { ...others, ...mistake.headers })
      return reply.end(planted(await text(answer), mistake))
    })
    request.once('error', () => reply.destroy())
    asked.pipe(request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

const chromium = which('chromium')

/** The service's own pages are no shop. */
const EXCLUDED = '^/(events|analytics|attribution|requests|docs)'

/** The built command, as shops run it. It exits with 1 when it finds something. */
const COMMAND = fileURLToPath(new URL('../../dist/kit/audit.js', import.meta.url))

const run = (url: string) =>
  new Promise<Report>((resolve, reject) => {
    const browse = `${url}/${demoKeys.apiKey}/${demoKeys.siteKey}`
    const known = ['--catalog', CATALOG, '--browse', browse]
    const options = ['--pages', String(PAGES), '--exclude', EXCLUDED, ...known]
    const browser = chromium ? ['--browser', chromium] : []
    const args = [COMMAND, 'audit', `${url}/`, ...options, ...browser, '--format', 'json']
    execFile(process.execPath, args, { maxBuffer: 1e8 }, (error, output, messages) => {
      if (error && error.code !== 1) reject(new Error(messages))
      else resolve(JSON.parse(output))
    })
  })

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')

/** Gives each mistake a page of its own, where it can be made. */
function placed(pages: readonly string[]): ReadonlyMap<string, Mistake> {
  const free = new Set(pages)
  const places = new Map<string, Mistake>()
  for (const mistake of [...mistakes].sort((one, other) => Number(!one.on) - Number(!other.on))) {
    // The crawl begins at the home page.
    const path = [...free].find((one) => one !== '/' && (mistake.on?.test(one) ?? true))
    if (path === undefined) throw new Error(`No page is left for ${mistake.rule}.`)
    free.delete(path)
    places.set(path, mistake)
  }
  return places
}

const folder = mkdtempSync(join(tmpdir(), 'svc-audit-'))
const shop = await runService(CATALOG, join(folder, 'service.db'))
try {
  const clean = await run(shop.url)
  console.log(`clean: ${summaryOf(clean)}`)
  for (const { rule, pages, message } of clean.findings)
    console.log(`${rule} on ${pages.map(pathOf)}: ${message}`)
  const places = placed(clean.pages.map(({ url }) => pathOf(url)))
  const proxy = await startProxy(shop.url, places)
  const report = await run(proxy.url)
  proxy.close()
  console.log(`planted: ${summaryOf(report)}`)
  const isFound = (rule: string, path: string) =>
    report.findings.some(
      (one) => one.rule === rule && one.pages.some((url) => pathOf(url) === path),
    )
  const missed = [...places].filter(([path, { rule }]) => !isFound(rule, path))
  console.log(`${places.size - missed.length} of ${places.size} mistakes found`)
  for (const [path, { rule }] of missed) {
    const others = report.findings.filter(({ pages }) => pages.map(pathOf).includes(path))
    console.log(`missed: ${rule} on ${path}; there: ${others.map((one) => one.rule) || 'nothing'}`)
  }
  const elsewhere = report.findings.filter(({ pages }) =>
    pages.some((url) => !places.has(pathOf(url))),
  )
  for (const { rule, pages, message } of elsewhere)
    console.log(`on a page without a mistake: ${rule} on ${pages.map(pathOf)}: ${message}`)
  if (clean.findings.length > 0 || missed.length > 0 || elsewhere.length > 0) process.exitCode = 1
} finally {
  await shop.kill()
  rmSync(folder, { recursive: true, force: true })
}
