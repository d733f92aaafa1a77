import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowse } from '../../../src/parts/clients/browse/browse'
import type { Query } from '../../../src/parts/clients/browse/query-parameters'
import type { BrowseReply } from '../../../src/parts/clients/browse/reply-types'
import { createHttp } from '../../../src/parts/clients/http'
import type { UserId } from '../../../src/wire/tracker-event'
import { awkwardTexts } from '../../support/fakes/awkward-texts'
import { startService, type TestService } from '../../support/fixtures/local-service'

/** Tests the client with the local service, which was written from the contract and not from the client. */
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

function open() {
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
  })
}

const men = { page: { path: ['Men', 'Shoes'] } }
const ids = ({ products }: BrowseReply) => products.map(({ uniqueId }) => uniqueId)
const facet = ({ facets }: BrowseReply, name: string) =>
  facets.find(({ field }) => field.replace('_uFilter', '') === name)

const colour = (reply: BrowseReply) => facet(reply, 'color')
const price = (reply: BrowseReply) => facet(reply, 'price')
const categories = (reply: BrowseReply) => facet(reply, 'categoryPath')
const size = ({ products }: BrowseReply) => products.length
const total = (reply: BrowseReply) => reply.total
const boots = ['Men', 'Shoes', 'Boots']
const part = (members: object) => expect.objectContaining(members)

/** The effect of parameters on a page of 40 products; queries without a page use this one. */
const effects: readonly (readonly [
  query: Query,
  see: (reply: BrowseReply) => unknown,
  expected: unknown,
])[] = [
  [{}, total, 40],
  [{ page: 'Men>Shoes>Boots' }, total, 20],
  [{ pageId: { path: ['10', '11', '112'] } }, total, 20],
  [{ pageId: 'categoryPathId:"10>11"' }, total, 40],
  [{ page: 'Nowhere' }, (reply) => [reply.total, reply.products], [0, []]],
  [{}, size, 10],
  [{ rows: 0 }, (reply) => [reply.total, reply.products], [40, []]],
  [{ rows: 7, pageIndex: 1 }, (reply) => [reply.start, size(reply)], [7, 7]],
  [{ start: 38 }, (reply) => [reply.start, size(reply)], [38, 2]],
  [{ filter: { color: 'Red' } }, total, 10],
  [{ filter: { color: ['Red', 'Blue'] } }, total, 20],
  [{ filter: { price: { from: 10, to: 13 } } }, total, 3],
  [
    { filter: { color: 'Red', price: { from: 10, to: 30 } } },
    (reply) => ids(reply).sort(),
    ['P1', 'P13', 'P17', 'P5'],
  ],
  [{ filterId: { brandId: ['akira', 'cobalt'] } }, total, 20],
  [{ categoryFilter: boots }, total, 20],
  [{ sort: 'price desc', rows: 1 }, ids, ['P59']],
  [{ sort: ['rating desc', 'price asc'], rows: 2 }, ids, ['P5', 'P10']],
  [
    { fields: ['title'], rows: 1 },
    ({ products }) => Object.keys(products[0] ?? {}).sort(),
    ['title', 'uniqueId'],
  ],
  [
    { variants: true, variantsCount: 2, variantsFields: ['vSize'], rows: 1 },
    ({ products }) => products[0]?.variants,
    [
      { uniqueId: 'P1_V1', vSize: 'S' },
      { uniqueId: 'P1_V2', vSize: 'M' },
    ],
  ],
  [{ variants: true, filter: { vSize: 'M' } }, (reply) => reply.relevantDocument, 'variant'],
  [{}, (reply) => [reply.relevantDocument, reply.facets], ['parent', []]],
  [{ facet: true }, colour, part({ kind: 'text', displayName: 'Color' })],
  [
    { facet: true },
    price,
    part({ kind: 'range', gap: expect.any(Number), start: expect.any(Number) }),
  ],
  [{ facet: true }, categories, undefined],
  [
    { facet: true, facetMultilevel: true },
    categories,
    part({
      kind: 'multilevel',
      values: [
        { id: '111', value: 'Sneakers', count: 20 },
        { id: '112', value: 'Boots', count: 20 },
      ],
    }),
  ],
  [{ facet: true, filter: { color: 'Red' } }, (reply) => colour(reply)?.values.length, 1],
  [
    { facet: true, facetMultiselect: true, filter: { color: 'Red' } },
    (reply) => colour(reply)?.values.length,
    4,
  ],
  [
    { filter: { color: ['Red', 'Blue'] }, selectedFacet: true },
    ({ selected }) => selected,
    [part({ field: 'color_uFilter', values: ['Red', 'Blue'] })],
  ],
  [
    { page: { path: ['Men'] } },
    ({ banners }) => banners,
    [
      { imageUrl: '/men.png', landingUrl: '/men', html: undefined },
      { imageUrl: undefined, landingUrl: undefined, html: '<b>Men</b>' },
    ],
  ],
  [{ page: { path: ['Men'] }, banner: false }, ({ banners }) => banners, []],
  [{ stats: 'price' }, ({ stats }) => stats.price, part({ count: 40, min: 10, max: 68 })],
  [
    {},
    ({ breadcrumb }) => breadcrumb,
    [
      { field: 'categoryPath', level: 1, id: 'Men', name: 'Men' },
      { field: 'categoryPath', level: 2, id: 'Shoes', name: 'Shoes' },
    ],
  ],
  [
    { analytics: false, campaign: 'spring & summer', version: 'V2' },
    ({ queryParams }) => queryParams,
    part({ analytics: 'false', uc_param: 'spring & summer', version: 'V2' }),
  ],
  [
    {},
    ({ queryParams }) => queryParams,
    part({ uid: 'uid-1', 'user-type': 'frequent', pagetype: 'boolean' }),
  ],
  [
    {},
    ({ requestId, queryTime }) => [requestId, queryTime],
    [expect.stringMatching(/.{8}/), expect.any(Number)],
  ],
]
test.each(effects)(
  "the client understands the service's response to %j",
  async (query, see, expected) => {
    const asked = query.page || query.pageId ? query : { ...men, ...query }
    expect(see(await open().browse(asked))).toEqual(expected)
  },
)

test('a search finds products by its words, with filters and in order', async () => {
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

test('filtering by each facet value or range finds as many products as its count says', async () => {
  const { browse } = open()
  const { facets } = await browse({ ...men, facet: true })
  const values = facets.flatMap((facet): (readonly [filter: Query['filter'], count: number])[] => {
    if (facet.kind === 'text')
      return facet.values.map(({ value, count }) => [{ [facet.field]: value }, count])
    if (facet.kind !== 'range') return []
    return facet.values.map(({ from, to, count }) => [{ [facet.field]: { from, to } }, count])
  })
  const fields = new Set(values.flatMap(([filter]) => Object.keys(filter ?? {})))
  expect([...fields]).toEqual(expect.arrayContaining(['color_uFilter', 'price']))
  expect(values.filter(([filter]) => filter && 'price' in filter).length).toBeGreaterThan(2)
  for (const [filter, count] of values)
    expect((await browse({ ...men, filter, rows: 0 })).total, JSON.stringify(filter)).toBe(count)
})

test('the service returns any text unchanged', async () => {
  const { search } = open()
  const printable = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .map((text) => text.trim())
    // The service refuses control characters, and a single star matches every product.
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

test("an unknown field is the fault bad-request, with the service's message", async () => {
  await expect(open().browse({ ...men, sort: 'nix asc' })).rejects.toMatchObject({
    name: 'BrowseError',
    fault: 'bad-request',
    status: 400,
    code: 'unknown-field',
    message: 'The catalogue has no field nix for this.',
  })
})

test('an open range reaches the service as an open range', async () => {
  const dear = await open().browse({ ...men, filter: { price: { from: 50 } }, rows: 100 })
  const cheap = await open().browse({ ...men, filter: { price: { to: 49.99 } }, rows: 100 })
  expect(dear.total + cheap.total).toBe((await open().browse(men)).total)
  expect(Math.min(dear.total, cheap.total)).toBeGreaterThan(0)
})
