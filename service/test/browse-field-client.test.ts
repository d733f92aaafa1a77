import { afterEach, expect, test } from 'vitest'
import {
  type Body,
  type BrowseService,
  idsOf,
  startBrowse,
} from '../../test/support/fixtures/browse-requests.ts'
import { smallFeed } from '../../test/support/fixtures/made-feed.ts'

let shop: BrowseService
afterEach(() => shop.close())

const start = async (options = {}) => {
  shop = await startBrowse(options)
}

/** Parameters of the field's open-source client in every request, beside the contract's own. */
const HARD_CODED = {
  spellcheck: 'true',
  'facet.version': 'V2',
  viewType: 'GRID',
  'f.categoryPath.displayName': 'category',
  'f.categoryPath.max.depth': '4',
  'f.categoryPath.facet.limit': '100',
  'variants.groupBy': 'vColor',
  'variants.relevantDocument': 'true',
}

test("requests of the vendor's own client work, and the response lists what was ignored", async () => {
  await start()
  for (const kind of ['category', 'search'] as const) {
    const asked = { p: 'Men', q: 'boots', pagetype: 'boolean', facet: 'true', uid: 'u1' }
    const headers = { 'svc-device-type': 'desktop' }
    const reply = await shop.ask(kind, { ...asked, ...HARD_CODED, filter: '' }, { headers })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('svc-ignored')?.split(', ')).toEqual([
      ...Object.keys(HARD_CODED),
      'filter',
      'svc-device-type',
    ])
    expect(reply.headers.get('access-control-expose-headers')).toContain('svc-ignored')
    const plain = await shop.ask(kind, asked)
    expect(plain.headers.get('svc-ignored')).toBeNull()
    const [body, expected] = [await reply.json(), await plain.json()]
    expect(body.response).toEqual(expected.response)
    expect(body.facets).toEqual(expected.facets)
  }
})

test('a blank parameter counts as absent, and a blank required one as missing', async () => {
  await start()
  const reply = await shop.ask('category', { p: 'Men', pagetype: 'boolean', sort: '', rows: ' ' })
  expect([reply.status, reply.headers.get('svc-ignored')]).toEqual([200, 'sort, rows'])
  const { error } = await (await shop.ask('category', { p: '', pagetype: 'boolean' })).json()
  expect(error).toMatchObject({ name: 'missing-parameter', parameter: 'p' })
})

test("with the vendor's defaults, facets, the category tree and one variant are always included", async () => {
  await start({ isVendor: true })
  const body = await shop.category({ p: 'Men', variants: 'True' })
  expect(body.facets.text.list.length).toBeGreaterThan(0)
  expect(body.facets.multilevel.list).toHaveLength(1)
  const variantsOf = ({ response }: Body) => response.products[0].variants.length
  expect(variantsOf(body)).toBe(1)
  expect(
    variantsOf(await shop.category({ p: 'Men', variants: 'True', 'variants.count': '2' })),
  ).toBe(2)
  expect(await shop.category({ p: 'Men', facet: 'false' })).not.toHaveProperty('facets')
})

test('a quote within a value ends it only before the end or an OR', async () => {
  const feed = smallFeed(4).map((product, place) => ({
    ...product,
    brand: ['O"Hara', '5" Nails', 'Akira', '"Rock" & "Roll"'][place],
  }))
  await start({ feed })
  const found = async (filter: string) => idsOf(await shop.search({ q: '*', filter }))
  expect(await found('brand:"O"Hara"')).toEqual(['P1'])
  expect(await found('brand:"O\\"Hara"')).toEqual(['P1'])
  expect(await found('brand:"5" Nails" OR brand:"Akira"')).toEqual(['P2', 'P3'])
  expect(await found('brand:""Rock" & "Roll""')).toEqual(['P4'])
  expect(idsOf(await shop.category({ p: 'brand:"O"Hara"' }))).toEqual(['P1'])
})

test('a category named without its path is refused with the possible paths', async () => {
  await start()
  const refused = await shop.ask('category', { p: 'categoryPath:"Boots"', pagetype: 'boolean' })
  expect(refused.status).toBe(400)
  expect((await refused.json()).error).toMatchObject({
    name: 'unknown-page',
    message: 'No top category is called Boots. Give the whole path: "Men>Shoes>Boots".',
  })
  for (const p of ['Men', 'Men>Shoes>Boots', 'categoryPath:"Nowhere"'])
    expect((await shop.ask('category', { p, pagetype: 'boolean' })).status, p).toBe(200)
})

test('a choice by id is reported as a choice in the visible facet', async () => {
  await start()
  const asked = { p: 'Men', facet: 'true', selectedfacet: 'true' }
  const body = await shop.category({ ...asked, 'filter-id': 'brandId:akira OR brandId:cobalt' })
  const brand = body.facets.text.list.find((facet: { facetName: string }) =>
    facet.facetName.startsWith('brand'),
  )
  expect(body.selected).toEqual([
    {
      facetName: 'brand_uFilter',
      displayName: 'Brand',
      values: ['Akira', 'Cobalt'],
      id: 'brand',
      position: brand.position,
      filterField: brand.filterField,
    },
  ])
})

test('overridden parameters and unknown fields are named and not repeated', async () => {
  await start()
  const asked = { p: 'Women', 'p-id': 'categoryPathId:"10>11"', pagetype: 'boolean' }
  const chosen = { 'category-filter': 'Women', 'category-filter-id': '10>11>112' }
  const fields = { fields: 'title,colour', 'variants.fields': 'vColor,vColour' }
  const reply = await shop.ask('category', { ...asked, ...chosen, ...fields, variants: 'True' })
  const body = await reply.json()
  expect(idsOf(body)[0]).toBe('P2')
  expect(Object.keys(body.searchMetaData.queryParams)).not.toContain('p')
  expect(Object.keys(body.searchMetaData.queryParams)).not.toContain('category-filter')
  const ignored = reply.headers.get('svc-ignored')?.split(', ').map(decodeURIComponent)
  const unknown = ['fields=colour', 'variants.fields=vColour']
  expect(ignored).toEqual(['p', 'category-filter', ...unknown])
})

test('a category chosen by id is reported as a choice in the category facet, by names', async () => {
  await start()
  const asked = {
    p: 'Men',
    facet: 'true',
    'facet.multilevel': 'categoryPath',
    selectedfacet: 'true',
  }
  for (const chosen of [
    { 'category-filter-id': '10>11' },
    { 'filter-id': 'categoryPathId:"10>11"' },
  ]) {
    const { selected, facets } = await shop.category({ ...asked, ...chosen })
    const { position, filterField } = facets.multilevel.list[0]
    expect(selected).toEqual([
      expect.objectContaining({ values: ['Men>Shoes'], position, filterField }),
    ])
  }
})

test('a path may be quoted', async () => {
  await start()
  const found = async (query: Record<string, string>) =>
    (await shop.category({ p: 'Men', ...query })).response.numberOfProducts
  expect(await found({ 'category-filter': '"Men>Shoes>Boots"' })).toBe(20)
  expect(await found({ 'category-filter-id': '"10>11>112"' })).toBe(20)
  expect(await found({ p: '"Men>Shoes"' })).toBe(40)
})

test('several values of a filter are joined by OR in any case, and refused if joined otherwise', async () => {
  await start()
  const asked = (filter: string) => shop.ask('search', { q: '*', filter })
  for (const filter of ['brand:"Akira" or brand:"Cobalt"', 'brand:"Akira" Or brand:"Cobalt"'])
    expect((await (await asked(filter)).json()).response.numberOfProducts, filter).toBe(40)
  for (const filter of [
    'brand_uFilter:"Akira","Cobalt"',
    'brand:"Akira", "Cobalt"',
    'brand:"Akira"|"Cobalt"',
    'brand:"Akira" AND color:"Red"',
    'brand:"Akira" and price:[1 TO 2]',
  ]) {
    const reply = await asked(filter)
    expect(reply.status, filter).toBe(400)
    expect((await reply.json()).error.message, filter).toMatch(/join(ed)? .*by OR/i)
  }
})

/** Fields with names that have a meaning in filters, sorts or pages. */
const ODD_FIELDS = ['Item Type', 'a:b', 'x[1]', 'say "it"', 'one, two', 'back\\slash', 'a']

test('every field that is offered as a facet can be filtered, sorted and browsed by', async () => {
  const feed = smallFeed(8).map((product, index) => ({
    ...product,
    ...Object.fromEntries(ODD_FIELDS.map((name) => [name, index % 2 ? 'It is odd' : 'Even'])),
  }))
  await start({ feed })
  const { facets } = await shop.search({ q: '*', facet: 'true' })
  const offered: string[] = facets.text.list.map((facet: Body) => facet.filterField)
  expect(offered.map((name) => name.replace('_uFilter', ''))).toEqual(
    expect.arrayContaining(ODD_FIELDS),
  )
  const odd = ['P2', 'P4', 'P6', 'P8']
  for (const field of [...offered.filter((name) => name !== 'color_uFilter'), ...ODD_FIELDS]) {
    if (!ODD_FIELDS.includes(field.replace('_uFilter', ''))) continue
    const filter = `${field}:"It is odd"`
    expect(idsOf(await shop.search({ q: '*', filter })), filter).toEqual(odd)
    expect(idsOf(await shop.category({ p: filter })), `p=${filter}`).toEqual(odd)
    const id = `${field}:It is odd`
    expect(idsOf(await shop.category({ 'p-id': id })), `p-id=${id}`).toEqual(odd)
    expect(idsOf(await shop.search({ q: '*', 'filter-id': id })), `filter-id=${id}`).toEqual(odd)
    const either = `${filter} OR ${field}:"Even"`
    expect(idsOf(await shop.search({ q: '*', filter: either })), either).toHaveLength(8)
    const sort = `${field} desc, price desc`
    expect(idsOf(await shop.search({ q: '*', sort })).slice(0, 5), sort).toEqual([
      ...odd.toReversed(),
      'P7',
    ])
  }
})

test('page numbers start from 1, and start decides where both are given', async () => {
  await start()
  const first = async (query: Record<string, string>) => {
    const { response } = await shop.search({ q: '*', sort: 'price asc', ...query })
    return [response.start, response.products[0]?.uniqueId]
  }
  expect(await first({ page: '1' })).toEqual([0, 'P1'])
  expect(await first({ page: '2' })).toEqual([10, 'P11'])
  expect(await first({ page: '3', rows: '20' })).toEqual([40, 'P41'])
  expect(await first({ page: '2', start: '5' })).toEqual([5, 'P6'])
  for (const page of ['0', '-1', 'two'])
    expect((await shop.ask('search', { q: '*', page })).status, page).toBe(400)
})

/** The query, and either the number of products or a part of the refusal. */
const idQueries: readonly (readonly [Record<string, string>, number | RegExp])[] = [
  [{ 'filter-id': 'brandId:b co' }, 20],
  [{ 'filter-id': 'brandId:b co OR brandId:akira' }, 40],
  [{ 'filter-id': 'brandId:b co or brandId:akira' }, 40],
  [{ 'filter-id': 'brandId:black or white' }, 0],
  [{ 'filter-id': 'brandId:akira,cobalt' }, /joined by OR/],
  [{ 'filter-id': 'brandId:akira | cobalt' }, /joined by OR/],
  [{ 'filter-id': 'brandId:akira AND brandId:cobalt' }, /joined by OR/],
  [{ 'filter-id': 'brandId:neither,nor' }, 0],
  [{ 'category-filter': 'Boots' }, /"Men>Shoes>Boots"/],
  [{ 'category-filter-id': '112' }, /"10>11>112"/],
  [{ 'p-id': 'categoryPathId:112' }, /"10>11>112"/],
  [{ filter: 'categoryPath:"Boots"' }, /"Men>Shoes>Boots"/],
  [{ 'category-filter': 'Nowhere' }, 0],
]

test('ids may contain spaces, and what would silently match nothing is refused', async () => {
  const feed = smallFeed().map((product) =>
    product.brandId === 'borealis' ? { ...product, brandId: 'b co' } : product,
  )
  await start({ feed })
  for (const [query, expected] of idQueries) {
    const reply = await shop.ask('category', { p: 'brand:"Akira"', pagetype: 'boolean', ...query })
    const all = await shop.ask('search', { q: '*', ...query })
    const [body, found] = [await reply.json(), await all.json()]
    if (typeof expected === 'number')
      expect(found.response.numberOfProducts, JSON.stringify(query)).toBe(expected)
    else {
      expect([reply.status, all.status], JSON.stringify(query)).toEqual([400, 400])
      expect(body.error.message).toMatch(expected)
    }
  }
})

test('an unknown id is reported among the choices as it was given', async () => {
  await start()
  const chosen = async (id: string) => {
    const body = await shop.search({ q: '*', selectedfacet: 'true', 'filter-id': id })
    return body.selected.flatMap(({ values }: Body) => values)
  }
  expect(await chosen('brandId:zzz')).toEqual(['zzz'])
  expect(await chosen('brandId:zzz OR brandId:akira')).toEqual(['Akira', 'zzz'])
  expect(await chosen('categoryPathId:99')).toEqual(['99'])
})

test('a page of another origin can read why no route answers', async () => {
  await start()
  for (const path of ['/demo-api-key/demo-site/categories', '/nowhere', '//x', '/a%zz', '/x/y/z']) {
    const reply = await fetch(`${shop.url}${path}`, { headers: { origin: 'https://a.example' } })
    expect(reply.status, path).toBeGreaterThanOrEqual(400)
    expect(reply.headers.get('access-control-allow-origin'), path).toBe('*')
    expect((await reply.json()).error.name, path).toMatch(/^(not-found|bad-request)$/)
  }
})
