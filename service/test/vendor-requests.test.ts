import { beforeAll, expect, test } from 'vitest'
import { serviceFor } from '../../test/support/fixtures/service-for.ts'

// Requests in the forms of the vendor's live pages: its search library, its pixel, its module for Magento, its assistant.

const UID = 'uid-1793786400000-12345'
const common = {
  url: 'https://shop.example/list',
  referrer: 'https://shop.example/',
  visit_type: 'repeat',
  visitId: 'visitId-1793786400000-7',
}
const older = { _uf: 'q8s7d', ver: '2.0' }
const line = { pid: 'P1', qty: '1', price: '19.90' }
const page = { page: 'categoryPathId:"10>11"', page_type: 'BOOLEAN' }
const version = { version: 'V2', 'facet.version': 'V2' }
const library = { ...version, spellcheck: 'true', 'facet.multiselect': 'true', viewType: 'GRID' }
const shopper = { uid: UID, 'user-type': 'first-time', version: 'V2', format: 'json' }

type Values = Readonly<Record<string, string>>

const query = (values: Values) => `?${new URLSearchParams(values)}`
const browse = (kind: string, values: Values) => `/demo-api-key/demo-site/${kind}${query(values)}`
let moment = 1_793_786_400_000
const event = (action: string, data: object) =>
  `/v2/1p.jpg${query({ action, data: JSON.stringify({ ...data, ...common }), SvcKey: 'demo-site', uid: UID, t: `${moment++}|0.25` })}`
const agent = (path: string) => `/v1/sites/demo-site/conversation${path}?uid=${UID}`

/** The request, its grade, the path (`ID` is a conversation), and the body of a POST. */
const requests: readonly (readonly [
  what: string,
  grade: 'good' | 'note',
  path: string,
  body?: object,
])[] = [
  ['a search', 'good', browse('search', { ...shopper, q: 'shoes', rows: '12' })],
  ["the search library's search", 'note', browse('search', { ...library, q: 'shoes', uid: UID })],
  ['a search of a repeat visitor', 'note', browse('search', { q: '*', 'user-type': 'repeat' })],
  ['a search for nonsense', 'good', browse('search', { ...shopper, q: 'qqqqxyz' })],
  [
    'a category by name',
    'good',
    browse('category', { ...shopper, pagetype: 'boolean', p: 'categoryPath:"Men>Shoes"' }),
  ],
  [
    'a category by id with variants',
    'good',
    browse('category', {
      ...{ ...shopper, pagetype: 'boolean', 'p-id': 'categoryPathId:"10>11"' },
      ...{ variants: 'true', 'variants.count': '1', facet: 'true', selectedfacet: 'true' },
    }),
  ],
  [
    'chosen facets',
    'good',
    browse('search', { ...shopper, q: '*', filter: 'color_uFilter:"Red" OR color_uFilter:"Blue"' }),
  ],
  ['a visitor', 'note', event('visitor', older)],
  [
    'a search from a suggestion',
    'note',
    event('search', {
      ...{ query: 'shoes', requestId: 'r-1' },
      autosuggest_data: { autosuggest_type: 'KEYWORD_SUGGESTION', unxprank: 1 },
    }),
  ],
  [
    'impressions when results arrive',
    'good',
    event('PRODUCT_IMPRESSIONS', { query: 'shoes', pids_list: ['P1', 'P2'], requestId: 'r-1' }),
  ],
  [
    'impressions of nothing',
    'good',
    event('PRODUCT_IMPRESSIONS', { query: 'qqqqxyz', pids_list: [] }),
  ],
  [
    'impressions of a category',
    'note',
    event('PRODUCT_IMPRESSIONS', { ...page, ...older, pids_list: ['P1'] }),
  ],
  [
    'a click of the module for Magento',
    'note',
    event('click', { pid: 'P1', prank: 3, requestId: null, query: 'shoes' }),
  ],
  ['a cart with a number as qty', 'note', event('cart', { pid: 'P1', qty: 2, variantId: null })],
  [
    'an order with a request id',
    'note',
    event('order', {
      products: [line, { ...line, pid: 'P2', qty: 2, variantId: '' }],
      requestId: 'r-1',
    }),
  ],
  [
    'facets of the search library',
    'note',
    event('facets', {
      query: 'shoes',
      facets: { brand_uFilter: ['Akira'], categoryPath: 'Men>Shoes' },
    }),
  ],
  ...['product_view', 'cartRemoval', 'categoryPage', 'dwellTime', 'experience_impression'].map(
    (action) => [action, 'note', event(action, { pid: 'P1', seconds: 7 })] as const,
  ),
  ['the start of a conversation', 'note', agent(''), { pagetype: 'home', metadata: {} }],
  ['first questions', 'note', agent('/ID/questions'), {}],
  [
    'a message',
    'note',
    agent('/ID/chat'),
    { message: 'red sneakers', pagetype: 'home', metadata: { clicks: ['P1'] } },
  ],
  ['the history of a conversation', 'note', agent('/ID')],
]

const service = serviceFor('file', { isVendor: true })
let id = ''
beforeAll(async () => {
  const started = await fetch(service.url + agent(''))
  id = ((await started.json()) as { conversation_id: string }).conversation_id
})

for (const [what, grade, path, body] of requests) {
  test(`${what}: ${grade}`, async () => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(
      service.url + path.replace('/ID', `/${id}`),
      body && { method: 'POST', headers, body: JSON.stringify(body) },
    )
    expect(reply.status).toBe(200)
    const ignored = reply.headers.get('svc-ignored')
    expect(reply.headers.get('svc-verdict') ?? (ignored ? 'note' : 'good')).toBe(grade)
  })
}

test('of all 25 requests, every event is stored, and none is bad', async () => {
  expect(requests).toHaveLength(25)
  const events = await service.received()
  expect(events).toHaveLength(requests.filter(([, , path]) => path.startsWith('/v2/')).length)
  expect(events.flatMap(({ reasons }) => reasons)).toEqual([])
})
