import { expect, test } from 'vitest'
import { serviceFor } from '../../test/support/fixtures/service-for.ts'

const shop = serviceFor('file')

/** Every parameter of the contract, and values that it cannot have. */
const refusedValues: Readonly<Record<string, readonly string[]>> = {
  p: [
    'brand:"Akira',
    'brand:Akira',
    'nofield:"x"',
    '__proto__:"x"',
    'price:[1 TO 2]',
    'brand:"A" OR brand:"B"',
    'categoryPath:" > "',
  ],
  'p-id': ['Men', 'brandId:', 'brandId:"', 'nofield:1', 'constructor:1', 'price:[1 TO 2]'],
  q: [],
  pagetype: ['url', 'true', "boolean' OR '1'='1", '<b>boolean</b>'],
  'user-type': ['first_time', 'returning', '1', '"><script>alert(1)</script>'],
  uid: [],
  version: ['V3', '2', 'v1; drop table products', '../V1'],
  format: ['yaml', 'text/xml', 'XML;JSON', '{"a":1}'],
  start: ['-1', '1.5', 'one', '1e3', '0x10', '١', '99999999999999999999', '1; drop table products'],
  rows: ['-1', '101', 'ten', '10.0', 'Infinity', 'NaN', '10 OR 1=1', '[10]'],
  variants: ['yes', '1', 'null', 'true,true'],
  'variants.count': ['-1', 'all', '1.5', '2)'],
  'variants.fields': [',', 'a,,b', ' , '],
  fields: [',', 'title,,price', ',title'],
  facet: ['on', '1', '<facet/>'],
  'facet.multilevel': ['true', 'brand', 'categoryPath;', '__proto__'],
  'facet.multiselect': ['yes', '{}', '[true]'],
  selectedfacet: ['all', '1'],
  'filter-id': ['akira', 'nofield:1', 'brandId:a OR color:b', 'price:cheap'],
  filter: [
    'Red',
    'color:Red',
    'color:"Red',
    'color:"Red" OR price:[1 TO 2]',
    'nofield:"x"',
    'color:["a" TO "b"]',
    'color:[1 TO 2]',
    'price:[1 TO',
    'price:[2 TO 1]',
    'price:[1 TO 2] x',
    'price:[a TO b]',
    'price:"cheap"',
    'newIn:"maybe"',
    'color:"Red"; drop table products',
    'toString:"x"',
  ],
  'category-filter-id': ['categoryPathId:10', 'categoryPathId:"10"'],
  'category-filter': ['categoryPath:"Men"', 'categoryPath:Men'],
  sort: ['price', 'price asc up', 'price asc,', 'nofield asc', 'vPrice asc', '__proto__ asc'],
  banner: ['none', '0'],
  analytics: ['off', '0'],
  stats: ['brand', 'nofield', 'price,rating', '*', 'vPrice', 'constructor'],
  uc_param: [],
}

/** Values that no parameter can have, written as they go over the wire. */
const refusedEncodings = ['%', '%zz', '%E9', '%c0%af', '%00', 'a%00b', '%1b%5b2J']

const names = Object.keys(refusedValues)
const path = (kind: string) => `/${shop.keys.apiKey}/${shop.keys.siteKey}/${kind}`

/** Requests that are complete except for one parameter. */
const wholeWithout = (name: string) =>
  [
    ['p', 'Men'],
    ['pagetype', 'boolean'],
    ['q', 'red'],
  ]
    .filter(([own]) => own !== name)
    .map(([own, value]) => `${own}=${value}`)

test('at least two hundred malformed requests each get a named error', async () => {
  const requests = names.flatMap((name) => [
    ...(refusedValues[name] ?? []).map(
      (value) => [name, `${name}=${encodeURIComponent(value)}`] as const,
    ),
    ...refusedEncodings.map((value) => [name, `${name}=${value}`] as const),
  ])
  expect(requests.length).toBeGreaterThan(200)
  for (const [name, parameter] of requests) {
    const reply = await fetch(
      `${shop.url}${path('category')}?${[...wholeWithout(name), parameter].join('&')}`,
    )
    const text = await reply.text()
    expect(reply.status, `${parameter}: ${text}`).toBe(400)
    const { error } = JSON.parse(text)
    expect(error, parameter).toEqual({
      name: expect.stringMatching(/^[a-z-]+$/),
      message: expect.stringMatching(/^[^\n]+\.$/),
      parameter: name,
    })
  }
})

test('a parameter given twice or nearly right gets a named error', async () => {
  const { error } = await (await shop.ask('search', { q: 'red', filters: 'color:"Red"' })).json()
  expect(error.message).toBe('There is no such parameter; did you mean filter?')
  for (const [parameters, name, parameter] of [
    ['filtr=x', 'unknown-parameter', 'filtr'],
    ['Filter=x', 'unknown-parameter', 'Filter'],
    ['facets=true', 'unknown-parameter', 'facets'],
    ['strat=10', 'unknown-parameter', 'strat'],
    ['amp;filter=x', 'unknown-parameter', 'amp;filter'],
    ['amp;amp;facet=true', 'unknown-parameter', 'amp;amp;facet'],
    ['filter[]=x', 'unknown-parameter', 'filter[]'],
    ['filter[0]=x', 'unknown-parameter', 'filter[0]'],
    ['filter[brand]=x', 'unknown-parameter', 'filter[brand]'],
    ['filter[brand][]=x', 'unknown-parameter', 'filter[brand][]'],
    ['filter%5Bbrand%5D=x', 'unknown-parameter', 'filter[brand]'],
    ['p=Women', 'repeated-parameter', 'p'],
    ['rows=1&rows=2', 'repeated-parameter', 'rows'],
    ['%=1', 'malformed-encoding', '%'],
    ['rows%00=1', 'unknown-parameter', 'rows\u0000'],
    ['nothing=%00', 'control-character', 'nothing'],
  ]) {
    const reply = await fetch(`${shop.url}${path('category')}?p=Men&pagetype=boolean&${parameters}`)
    expect(reply.status, parameters).toBe(400)
    expect((await reply.json()).error, parameters).toMatchObject({ name, parameter })
  }
})

test('unknown names are listed in a header that they cannot break out of', async () => {
  const names = [
    '__proto__',
    'a\r\nset-cookie: b',
    '日本',
    ...Array.from({ length: 30 }, (_, n) => `x${n}`),
  ]
  const query = new URLSearchParams(names.map((name) => [name, '1']))
  const reply = await fetch(`${shop.url}${path('search')}?q=red&${query}`)
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null])
  const ignored = reply.headers.get('svc-ignored')?.split(', ') ?? []
  expect(ignored.slice(0, 3).map(decodeURIComponent)).toEqual(names.slice(0, 3))
  expect(ignored).toHaveLength(20)
})

test('excessive requests are refused, however short they are', async () => {
  const many = (count: number, text: string) => Array.from({ length: count }, () => text)
  for (const [query, parameter] of [
    [{ q: 'a '.repeat(30_000) }, 'q'],
    [{ q: '*', sort: many(3_000, 'price asc') }, 'sort'],
    [{ q: '*', sort: many(3_000, 'price asc').join(',') }, 'sort'],
    [{ q: '*', filter: many(2_000, 'color:"Red"') }, 'filter'],
    [{ q: '*', filter: many(2_000, 'price:[1 TO 2]').join(' OR ') }, 'filter'],
    [{ q: '*', 'filter-id': many(2_000, 'brandId:a') }, 'filter-id'],
  ] as const) {
    const reply = await shop.ask('search', query)
    expect(reply.status, parameter).toBe(400)
    expect((await reply.json()).error).toMatchObject({
      name: expect.stringMatching(/^too-(long|many)$/),
      parameter,
    })
  }
})

test('injected code is treated as text', async () => {
  const injections = [
    "'; drop table products; --",
    '" OR 1=1 --',
    '* NOT title:x',
    'title: "x" NEAR(y z, 2)',
    '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>',
    ']]></str><script>alert(1)</script>',
    '../etc/passwd',
    '{"a":'.repeat(100),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what is tried on servers that fill in templates.
    '${7*7}{{7*7}}',
    '('.repeat(500),
    'a-'.repeat(250),
  ]
  for (const text of injections) {
    for (const format of ['JSON', 'XML']) {
      const reply = await shop.ask('search', { q: text, uid: text, uc_param: text, format })
      const body = await reply.text()
      expect(reply.status, body).toBe(200)
      if (format === 'XML') expect(body).not.toContain('<script')
    }
  }
  expect((await shop.search({ q: '*' })).response.numberOfProducts).toBe(60)
})

test('a refusal repeats nothing unescaped, in JSON or in XML', async () => {
  const hostile = '<script>alert(1)</script>'
  const json = await shop.ask('category', { p: hostile })
  expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(json.headers.get('x-content-type-options')).toBe('nosniff')
  const xml = await shop.ask('category', { p: 'Men', sort: hostile, format: 'XML' })
  expect(xml.status).toBe(400)
  expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const text = await xml.text()
  expect(text).toContain('<str name="name">missing-parameter</str>')
  expect(text).not.toContain('<script')
})

test('a header that is not a valid JSON object is refused, however deep', async () => {
  for (const device of [
    '{',
    '"x"',
    '['.repeat(50_000),
    `{"type":${'{"a":'.repeat(20_000)}`,
    '[]',
  ]) {
    const headers = { 'svc-device-type': device }
    const reply = await shop.ask('category', { p: 'Men', pagetype: 'boolean' }, { headers })
    expect(reply.status, device.slice(0, 20)).toBe(400)
    expect((await reply.json()).error.name).toBe('malformed-header')
  }
})
