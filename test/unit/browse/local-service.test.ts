import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowse } from '../../../src/parts/clients/browse/browse'
import type { Query } from '../../../src/parts/clients/browse/query-parameters'
import type { BrowseReply } from '../../../src/parts/clients/browse/reply-types'
import { createHttp } from '../../../src/parts/clients/http'
import type { UserId } from '../../../src/wire/tracker-event'
import { awkwardTexts } from '../../support/fakes/awkward-texts'
import { startService, type TestService } from '../../support/fixtures/local-service'

/** The client against the local service, which was written from the contract and not from the client. */
let service: TestService
beforeAll(async () => {
  service = await startService({
    banners: [
      {
        field: 'categoryPath',
        value: 'Men',
        banners: [{ imageUrl: '/men.png', landingUrl: '/men' }, { bannerHtml: '<b>Men</b>' }],
      },
    ],
  })
})
afterAll(() => service.close())

function open(others: { siteKey?: string; browseUrl?: string } = {}) {
  const schedule = (task: () => void, delayMs: number) => {
    const timer = setTimeout(task, delayMs)
    return () => clearTimeout(timer)
  }
  return createBrowse({
    browseUrl: service.url,
    ...service.keys,
    http: createHttp({ fetch, schedule }),
    user: () => ({ uid: 'uid-1' as UserId, visit_type: 'repeat' }),
    requestIdHeaders: ['svc-request-id', 'x-request-id'],
    browseHeaders: true,
    device: () => ({ type: 'desktop', source: 'browser' }),
    onList: () => {},
    ...others,
  })
}

const men = { page: { path: ['Men', 'Shoes'] } }
const ids = ({ products }: BrowseReply) => products.map(({ uniqueId }) => uniqueId)
const facet = ({ facets }: BrowseReply, name: string) =>
  facets.find(({ field }) => field.replace('_uFilter', '') === name)

/** The effect of each parameter on a page of 40 products. */
const effects: [
  what: string,
  query: Query,
  see: (reply: BrowseReply) => unknown,
  expected: unknown,
][] = [
  ['a page by path has all its products', men, ({ total }) => total, 40],
  ['a page by text has its products', { page: 'Men>Shoes>Boots' }, ({ total }) => total, 20],
  [
    'a page by field has its products',
    { page: { field: 'brand', path: 'Akira' } },
    ({ total }) => total,
    20,
  ],
  [
    'a page id by path has its products',
    { pageId: { path: ['10', '11', '112'] } },
    ({ total }) => total,
    20,
  ],
  [
    'a page id by text has its products',
    { pageId: 'categoryPathId:"10>11"' },
    ({ total }) => total,
    40,
  ],
  [
    'an unknown page has no products',
    { page: 'Nowhere' },
    (reply) => [reply.total, reply.products],
    [0, []],
  ],
  ['without rows there are ten', men, ({ products }) => products.length, 10],
  [
    'no rows still have a total',
    { ...men, rows: 0 },
    (reply) => [reply.total, reply.products],
    [40, []],
  ],
  [
    'a hundred rows hold all 40 products',
    { ...men, rows: 100 },
    ({ products }) => products.length,
    40,
  ],
  [
    'a page index starts after so many rows',
    { ...men, rows: 7, pageIndex: 1 },
    (reply) => [reply.start, reply.products.length],
    [7, 7],
  ],
  [
    'a start counts from 0',
    { ...men, start: 38 },
    (reply) => [reply.start, reply.products.length],
    [38, 2],
  ],
  ['a filter of one value narrows', { ...men, filter: { color: 'Red' } }, ({ total }) => total, 10],
  [
    'values of one filter add up',
    { ...men, filter: { color: ['Red', 'Blue'] } },
    ({ total }) => total,
    20,
  ],
  [
    'a range narrows, bounds included',
    { ...men, filter: { price: { from: 10, to: 13 } } },
    ({ total }) => total,
    3,
  ],
  [
    'two filters narrow together',
    { ...men, filter: { color: 'Red', price: { from: 10, to: 30 } } },
    (reply) => ids(reply).sort(),
    ['P1', 'P13', 'P17', 'P5'],
  ],
  [
    'a filter by id narrows',
    { ...men, filterId: { brandId: ['akira', 'cobalt'] } },
    ({ total }) => total,
    20,
  ],
  [
    'a category filter narrows',
    { ...men, categoryFilter: ['Men', 'Shoes', 'Boots'] },
    ({ total }) => total,
    20,
  ],
  [
    'a category filter by id narrows',
    { ...men, categoryFilterId: ['10', '11', '112'] },
    ({ total }) => total,
    20,
  ],
  ['a sort orders', { ...men, sort: 'price desc', rows: 1 }, ids, ['P59']],
  [
    'a second sort orders equals',
    { ...men, sort: ['rating desc', 'price asc'], rows: 2 },
    ids,
    ['P5', 'P10'],
  ],
  [
    'fields are those asked for, and the id',
    { ...men, fields: ['title'], rows: 1 },
    ({ products }) => Object.keys(products[0] ?? {}).sort(),
    ['title', 'uniqueId'],
  ],
  [
    'variants have their number and fields',
    { ...men, variants: true, variantsCount: 2, variantsFields: ['vSize'], rows: 1 },
    ({ products }) => products[0]?.variants,
    [
      { uniqueId: 'P1_V1', vSize: 'S' },
      { uniqueId: 'P1_V2', vSize: 'M' },
    ],
  ],
  [
    'without variants there are none',
    { ...men, variants: false, rows: 1 },
    ({ products }) => products[0]?.variants,
    undefined,
  ],
  [
    'a variant filter makes variants relevant',
    { ...men, variants: true, filter: { vSize: 'M' } },
    ({ relevantDocument }) => relevantDocument,
    'variant',
  ],
  [
    'without a variant filter the product is relevant',
    men,
    ({ relevantDocument }) => relevantDocument,
    'parent',
  ],
  ['without facets there are none', men, ({ facets }) => facets, []],
  [
    'a text facet has its name',
    { ...men, facet: true },
    (reply) => facet(reply, 'color'),
    expect.objectContaining({ kind: 'text', displayName: 'Color' }),
  ],
  [
    'a range facet has start and gap',
    { ...men, facet: true },
    (reply) => facet(reply, 'price'),
    expect.objectContaining({ kind: 'range', gap: expect.any(Number), start: expect.any(Number) }),
  ],
  [
    'a category is no facet unless asked for',
    { ...men, facet: true },
    (reply) => facet(reply, 'categoryPath'),
    undefined,
  ],
  [
    'a multilevel facet has children',
    { ...men, facet: true, facetMultilevel: true },
    (reply) => facet(reply, 'categoryPath'),
    expect.objectContaining({
      kind: 'multilevel',
      values: [
        { id: '111', value: 'Sneakers', count: 20 },
        { id: '112', value: 'Boots', count: 20 },
      ],
    }),
  ],
  [
    'a filtered facet has only the chosen value',
    { ...men, facet: true, filter: { color: 'Red' } },
    (reply) => facet(reply, 'color')?.values.length,
    1,
  ],
  [
    'a multiselect facet keeps all values',
    { ...men, facet: true, facetMultiselect: true, filter: { color: 'Red' } },
    (reply) => facet(reply, 'color')?.values.length,
    4,
  ],
  [
    'selected facets are named',
    { ...men, filter: { color: ['Red', 'Blue'] }, selectedFacet: true },
    ({ selected }) => selected,
    [expect.objectContaining({ field: 'color_uFilter', values: ['Red', 'Blue'] })],
  ],
  [
    'selected facets are named only when asked for',
    { ...men, filter: { color: 'Red' } },
    ({ selected }) => selected,
    [],
  ],
  [
    'a page has its banners',
    { page: { path: ['Men'] } },
    ({ banners }) => banners,
    [
      { imageUrl: '/men.png', landingUrl: '/men', html: undefined },
      { imageUrl: undefined, landingUrl: undefined, html: '<b>Men</b>' },
    ],
  ],
  [
    'banners can be left out',
    { page: { path: ['Men'] }, banner: false },
    ({ banners }) => banners,
    [],
  ],
  [
    'stats have count, least and most',
    { ...men, stats: 'price' },
    ({ stats }) => stats.price,
    expect.objectContaining({ count: 40, min: 10, max: 68 }),
  ],
  [
    'a breadcrumb has names',
    men,
    ({ breadcrumb }) => breadcrumb,
    [
      { field: 'categoryPath', level: 1, id: 'Men', name: 'Men' },
      { field: 'categoryPath', level: 2, id: 'Shoes', name: 'Shoes' },
    ],
  ],
  [
    'a breadcrumb by id has ids',
    { pageId: { path: ['10', '11'] } },
    ({ breadcrumb }) => breadcrumb.map(({ field, id }) => [field, id]),
    [
      ['categoryPathId', '10'],
      ['categoryPathId', '11'],
    ],
  ],
  [
    'analytics, campaign and version are sent',
    { ...men, analytics: false, campaign: 'spring & summer', version: 'V2' },
    ({ queryParams }) => queryParams,
    expect.objectContaining({ analytics: 'false', uc_param: 'spring & summer', version: 'V2' }),
  ],
  [
    'user id, user type and page type are sent',
    men,
    ({ queryParams }) => queryParams,
    expect.objectContaining({ uid: 'uid-1', 'user-type': 'frequent', pagetype: 'boolean' }),
  ],
  ['a response has a request id', men, ({ requestId }) => requestId, expect.stringMatching(/.{8}/)],
  ['a response has its time', men, ({ queryTime }) => queryTime, expect.any(Number)],
]
for (const [what, query, see, expected] of effects) {
  test(what, async () => {
    expect(see(await open().browse(query))).toEqual(expected)
  })
}

test('a search finds by its words, filtered and in order', async () => {
  const reply = await open().search({
    query: 'akira sneakers',
    filter: { color: 'Red' },
    sort: 'price desc',
    facet: true,
    facetMultiselect: true,
    rows: 3,
  })
  expect(reply.total).toBeGreaterThan(0)
  expect(reply.products.map(({ color }) => String(color))).toEqual(['Red', 'Red', 'Red'])
  expect(facet(reply, 'color')?.values.length).toBeGreaterThan(1)
})

test('each text facet value, taken as a filter, finds as many products as it says', async () => {
  const { browse } = open()
  const { facets } = await browse({ ...men, facet: true })
  const texts = facets.filter(({ kind }) => kind === 'text')
  expect(texts.map(({ field }) => field)).toContain('color_uFilter')
  for (const { field, values } of texts) {
    expect(values, field).not.toEqual([])
    for (const { value, count } of values) {
      expect((await browse({ ...men, filter: { [field]: value }, rows: 0 })).total).toBe(count)
    }
  }
})

test('each range, taken as a filter, finds as many products as it says', async () => {
  const { browse } = open()
  const { facets } = await browse({ ...men, facet: true })
  const price = facets.find(({ field }) => field === 'price')
  if (price?.kind !== 'range') throw new Error('no range')
  expect(price.values.length).toBeGreaterThan(2)
  for (const { from, to, count } of price.values) {
    const reply = await browse({ ...men, filter: { price: { from, to } }, rows: 0 })
    expect(reply.total).toBe(count)
  }
})

test('any text comes back from the service as it was', async () => {
  const { search } = open()
  const printable = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .map((text) => text.trim())
    // The service refuses control characters, and a lone star is every product.
    .filter((text) => text !== '' && !/[\p{Cc}*]/u.test(text))
  await fc.assert(
    fc.asyncProperty(printable, async (text) => {
      const query = { query: text, campaign: text, filter: { color: text }, rows: 0 }
      const { queryParams } = await search(query)
      expect(queryParams).toMatchObject({
        q: text,
        uc_param: text,
        filter: `color:"${text.replace(/["\\]/g, '\\$&')}"`,
      })
    }),
    { numRuns: 60, examples: awkwardTexts.map((text) => [text]) },
  )
})

test('a wrong key is the fault not-found', async () => {
  await expect(open({ siteKey: 'other' }).browse(men)).rejects.toMatchObject({ fault: 'not-found' })
})

test('an unknown field is the error bad-request, in the words of the service', async () => {
  await expect(open().browse({ ...men, sort: 'nix asc' })).rejects.toMatchObject({
    name: 'BrowseError',
    fault: 'bad-request',
    status: 400,
    code: 'unknown-field',
    message: 'The catalogue has no field nix for this.',
  })
})

test('an open range reaches the service as one', async () => {
  const dear = await open().browse({ ...men, filter: { price: { from: 50 } }, rows: 100 })
  const cheap = await open().browse({ ...men, filter: { price: { to: 49.99 } }, rows: 100 })
  expect(dear.total + cheap.total).toBe((await open().browse(men)).total)
  expect(Math.min(dear.total, cheap.total)).toBeGreaterThan(0)
})

test('a service that is not there is the fault network', async () => {
  // Port 9 is the discard service, which nobody runs.
  await expect(open({ browseUrl: 'http://127.0.0.1:9' }).browse(men)).rejects.toMatchObject({
    name: 'BrowseError',
    fault: 'network',
  })
})
