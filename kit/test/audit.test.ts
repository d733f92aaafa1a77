import { writeFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { XMLValidator } from 'fast-xml-parser'
import { parse as parseJunit } from 'junit2json'
import { expect, test } from 'vitest'
import { outputPath } from '../../test/support/fixtures/output-path.ts'
import { readOptions } from '../audit/audit-options.ts'
import { countedFindings, type Report, summaryOf } from '../audit/audit-report.ts'
import { cleaned } from '../audit/clean-text.ts'
import {
  fingerprintOf,
  type GroupedFinding,
  readBaseline,
  writeBaseline,
} from '../audit/finding.ts'
import { formatReport } from '../audit/formats.ts'
import { openKnown } from '../audit/known-products.ts'
import { hasEffect } from '../audit/links-with-effect.ts'
import { urlShape } from '../audit/url-shape.ts'
import { readSession } from '../replay/replay-session'
import { sarifSchema } from './sarif-schema.ts'

const SHOP = 'https://shop.example'

test('URLs of the same template have the same shape', () => {
  const shapes = {
    '/': '/',
    '/p/sku-7': '/p/*',
    '/p/sku-9?color=red&size=1': '/p/*?color&size',
    '/c/Men/Shoes': '/c/Men/*',
    '/cart': '/cart',
    '/blue-hat.html': '/*',
  }
  for (const [path, shape] of Object.entries(shapes)) expect(urlShape(SHOP + path)).toBe(shape)
})

const effects = [
  '/?add-to-cart=16',
  '/cart/?remove_item=a1&_wpnonce=b2',
  '/cart/add/7001',
  '/en-gb/cart/change?line=1&quantity=0',
  '/cart/43696926949432:1',
  '/cart.php?action=add&product_id=86',
  '/checkout/cart/add/uenc/aHR0/product/5/',
  '/wishlist/index/add/product/14/form_key/x',
  '/on/demandware.store/Sites-Shop-Site/en_US/Cart-AddProduct?pid=1',
  '/index.php?route=account/logout',
  '/my-account/customer-logout/',
  '/?mylogout=',
  '/account/signOut',
  '/reviews/5/vote?value=1',
  '/newsletter/unsubscribe?id=3',
  '/warenkorb/hinzuf%C3%BCgen/7',
  '/panier?ajouter=7',
  '/compare/clear',
]

const harmless = [
  '/',
  '/cart',
  '/sale/clear',
  '/catalog/outdoor',
  '/products/basket-clear-acrylic',
  '/products/additional-strap?variant=42',
  '/collections/removable-covers?sort_by=price&page=2',
  '/search?q=log+book',
  '/p/sign-outline-poster',
  '/100%-wool',
]

test('a URL that adds, removes, votes or logs out has an effect', () => {
  const judged = (paths: readonly string[]) => paths.filter((path) => hasEffect(SHOP + path))
  expect(judged(effects)).toEqual(effects)
  expect(judged(harmless)).toEqual([])
})

test.each([
  ['', /Name a page/],
  ['shop', /shop: not an http/],
  [`${SHOP} https://other.example`, /different origin/],
  [`${SHOP} --pages many`, /--pages many: needs a whole number/],
  [`${SHOP} --format pdf`, /--format pdf: one of text, json/],
  [`${SHOP} --exclude [`, /--exclude \[: not a regular expression/],
  [`${SHOP} --inject missing.json`, /--inject missing.json: ENOENT/],
  [`${SHOP} --update-baseline`, /needs --baseline/],
  [`${SHOP} --colour`, /--colour/],
])('the error for “audit %s” names the mistake', (args, message) => {
  expect(() => readOptions(args.split(' ').filter(Boolean))).toThrow(message)
})

const finding = (given: Partial<GroupedFinding> = {}): GroupedFinding => ({
  rule: 'tile-without-id',
  severity: 'error',
  message: 'A tile names <no> product \u0000& nothing counts.',
  fix: 'Write the uniqueId into data-svc-product.',
  element: 'li.tile[data-svc-product=""]',
  template: '/p/*',
  pages: [`${SHOP}/p/1`],
  sizes: ['desktop'],
  fingerprint: 'tile-without-id | /p/* | li',
  fingerprints: ['tile-without-id | /p/* | li'],
  isKnown: false,
  ...given,
})

const report: Report = {
  version: '1.2.3',
  startedAt: '2026-01-02T03:04:05.678Z',
  seconds: 12,
  origin: SHOP,
  notes: [],
  pages: [1, 2].map((number) => ({
    url: `${SHOP}/p/${number}`,
    end: 'audited' as const,
    why: '',
    template: '/p/*',
    status: 200,
    tag: 'running' as const,
    events: { visitor: 1 },
    tagBytes: 13_000,
  })),
  findings: [
    finding(),
    finding({ rule: 'id-twice-in-list', severity: 'warning', fingerprints: ['f'], isKnown: true }),
  ],
}

test('the SARIF report matches its schema, and a known finding is marked as unchanged', () => {
  const log = JSON.parse(formatReport(report, 'sarif'))
  const validate = new Ajv({ allErrors: true }).compile(sarifSchema)
  expect(validate(log), JSON.stringify(validate.errors)).toBe(true)
  expect(log.runs[0].results).toMatchObject([
    { level: 'error', baselineState: 'new' },
    { level: 'warning', baselineState: 'unchanged' },
  ])
  expect(validate({ ...log, version: '2.0' })).toBe(false)
})

test('a JUnit reader finds each page, with its failures and their text', async () => {
  const xml = formatReport(report, 'junit')
  expect(XMLValidator.validate(xml)).toBe(true)
  const [first, second] = [1, 2].map((number) => ({ name: `${SHOP}/p/${number}` }))
  const testcase = [{ ...first, failure: [{ type: 'tile-without-id' }] }, second]
  const testsuite = [{ name: '/p/*', testcase }]
  expect(await parseJunit(xml)).toMatchObject({ tests: 2, failures: 1, testsuite })
  expect(xml).toContain('names &lt;no&gt; product &amp; nothing')
})

test('the HTML report escapes text from pages, and the JSON report is complete', () => {
  const html = formatReport(report, 'html')
  expect(html).toContain('names &lt;no> product')
  expect(html).toContain('2 pages of 1 template in 12 s: 1 error, 0 warnings (1 known)')
  expect(JSON.parse(formatReport(report, 'json'))).toEqual(cleaned(report))
})

test('known findings do not count, and --severity error ignores warnings', () => {
  const warning = finding({ severity: 'warning' })
  const findings = [finding({ isKnown: true }), warning]
  expect(countedFindings({ findings }, { severity: 'warning' })).toEqual([warning])
  expect(countedFindings({ findings }, { severity: 'error' })).toEqual([])
  expect(summaryOf({ ...report, findings })).toContain('0 errors, 1 warning (1 known)')
})

test('a written baseline can be read, and an invalid one is rejected', () => {
  const file = outputPath('baseline.json')
  expect([...readBaseline(file)]).toEqual([])
  writeBaseline(file, report.findings)
  expect([...readBaseline(file)]).toEqual(['f', 'tile-without-id | /p/* | li'])
  writeFileSync(file, '[]')
  expect(() => readBaseline(file)).toThrow('it has no list named “known”')
})

const feeds = {
  json: '[{"uniqueId":"P1","variants":[{"uniqueId":"P1_1"}]}]',
  ndjson: '{"uniqueId":"P1"}\n{"uniqueId":"P1_1"}\n',
  csv: 'uniqueId,title\nP1,Hat\nP1_1,"Hat, red"\n',
}

test.each(Object.entries(feeds))(
  'the known product ids are read from a %s feed',
  async (kind, text) => {
    const file = outputPath(`feed.${kind}`)
    writeFileSync(file, text)
    const known = await openKnown(file, undefined)
    for (const pid of ['P1', 'P1_1', 'P2']) expect(await known?.product(pid)).toBe(pid !== 'P2')
  },
)

test('the error for a missing feed, or one without ids, names it', async () => {
  const file = outputPath('feed.json')
  writeFileSync(file, '[{"id":1}]')
  await expect(openKnown(file, undefined)).rejects.toThrow(/--catalog .*feed.json: no uniqueId/)
  await expect(openKnown('nowhere.csv', undefined)).rejects.toThrow('nowhere.csv: ENOENT')
})

const entry = (state: string, pid: string) => ({
  action: 'cart',
  state,
  at: 1_000,
  data: { pid, qty: '1' },
  event: { t: `1000|0.${pid.slice(1)}`, action: 'cart', data: { pid, qty: '1' } },
})

test('a session contains events that were or will be sent, and those that shadow mode withheld', async () => {
  const states = ['queued', 'retrying', 'sent', 'withheld', 'dropped', 'ignored', 'held']
  const events = states.map((state, index) => entry(state, `P${index}`))
  const { steps, reports } = await readSession({ page: 'https://shop.example/', events })
  const expected = ['P0', 'P1', 'P2', 'P3']
  expect(steps.map(({ data }) => data.pid)).toEqual(expected)
  expect(reports.map(({ fields }) => fields.pid)).toEqual(expected)
})

test('the same mistake on another product of a template has the same fingerprint', () => {
  const of = (pid: string, template = '/p/*') =>
    fingerprintOf(template, finding({ element: `li[data-svc-product="${pid}"]` }))
  expect(of('sku-7')).toBe(of('sku-9'))
  expect(of('sku-7')).not.toBe(of('sku-7', '/c/*'))
})
