import { afterEach, expect, test } from 'vitest'
import { type BrowseService, idsOf, startBrowse } from '../../support/fixtures/browse.ts'
import { smallFeed } from '../../support/fixtures/feed.ts'

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

test("the field's own client is answered, and told what was ignored", async () => {
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

test('a blank parameter counts as absent, a blank required one as missing', async () => {
  await start()
  const reply = await shop.ask('category', { p: 'Men', pagetype: 'boolean', sort: '', rows: ' ' })
  expect([reply.status, reply.headers.get('svc-ignored')]).toEqual([200, 'sort, rows'])
  const { error } = await (await shop.ask('category', { p: '', pagetype: 'boolean' })).json()
  expect(error).toMatchObject({ name: 'missing-parameter', parameter: 'p' })
})

test('a misspelt filter is refused, because ignoring it would show other products', async () => {
  await start()
  const asked = { p: 'Men', pagetype: 'boolean', filters: 'color:"Red"' }
  const { error } = await (await shop.ask('category', asked)).json()
  expect(error.message).toBe('There is no such parameter; did you mean filter?')
})

test('facets come by default where the service is set so, unless refused', async () => {
  await start({ hasFacetsByDefault: true })
  expect((await shop.category({ p: 'Men' })).facets.text.list.length).toBeGreaterThan(0)
  expect(await shop.category({ p: 'Men', facet: 'false' })).not.toHaveProperty('facets')
  await shop.close()
  await start()
  expect(await shop.category({ p: 'Men' })).not.toHaveProperty('facets')
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

test('a category named without its path is refused with the paths it could be', async () => {
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

test('a choice by id is told as a choice of the facet that the page shows', async () => {
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

test('a category with nothing below it gives no multilevel facet', async () => {
  await start()
  const asked = { facet: 'true', 'facet.multilevel': 'categoryPath' }
  const leaf = await shop.category({ p: 'Men>Shoes>Boots', ...asked })
  expect(leaf.facets.multilevel.list).toEqual([])
  const above = await shop.category({ p: 'Men>Shoes', ...asked })
  expect(above.facets.multilevel.list).toHaveLength(1)
})
