import { describe, expect, test } from 'vitest'
import { bodyFromXml, idsOf, startBrowse } from '../../test/support/fixtures/browse-requests.ts'
import { serviceFor } from '../../test/support/fixtures/service-for.ts'

/**
 * Section A of the contract, row by row: each title begins with the row it is about. The feed has 60
 * products: prices 10 to 69, three categories and three brands in turn, four colours in turn.
 */
const shop = serviceFor('file', {
  banners: [
    {
      field: 'categoryPath',
      value: 'Men>Shoes',
      banners: [
        { imageUrl: 'http://pictures.example/a.png', landingUrl: 'http://shop.example/sale' },
        { bannerHtml: '<b>Sale</b>' },
      ],
    },
  ],
})

const men = { p: 'categoryPath:"Men"' }
const all = { q: '*' }

/** The query, and the number of products found. */
const counts: Readonly<Record<string, readonly (readonly [asked: Asked, count: number])[]>> = {
  'p: a field and a value, or a bare category path, with everything below it': [
    [{ p: 'categoryPath:"Men>Shoes>Boots"' }, 20],
    [{ p: 'brand:"Akira"' }, 20],
    [{ p: 'Men>Shoes' }, 40],
    [{ p: 'Men>Sh' }, 0],
  ],
  'p-id: ids, quoted or not, before p': [
    [{ 'p-id': 'categoryPathId:10>11>112' }, 20],
    [{ 'p-id': 'categoryPathId:"10>11>112"' }, 20],
    [{ 'p-id': 'brandId:akira' }, 20],
    [{ p: 'Women', 'p-id': 'categoryPathId:10' }, 40],
  ],
  'user-type, version, analytics: the words of the contract': [
    ...['first-time', 'frequent'].map((type) => [{ ...men, 'user-type': type }, 40] as const),
    ...['V1', 'V2'].map((version) => [{ ...men, version }, 40] as const),
    ...['true', 'false'].map((analytics) => [{ ...men, analytics }, 40] as const),
  ],
  'filter-id: by ids, repeated, several values joined': [
    [{ 'filter-id': 'brandId:akira' }, 20],
    [{ 'filter-id': 'brandId:akira OR brandId:cobalt' }, 40],
    [{ 'filter-id': ['brandId:akira', 'categoryPathId:20'] }, 0],
  ],
  'filter: by value, by range, repeated, several values joined': [
    [{ filter: 'color_uFilter:"Red"' }, 15],
    [{ filter: 'color:"Red"' }, 15],
    [{ filter: 'color_uFilter:"Mauve"' }, 0],
    [{ filter: 'price:[10 TO 19]' }, 10],
    [{ filter: 'price:[* TO 10]' }, 1],
    [{ filter: 'price:[60 TO *]' }, 10],
    [{ filter: 'price:"10" OR price:[68 TO *]' }, 3],
    [{ filter: ['color_uFilter:"Red" OR color_uFilter:"Blue"', 'price:[10 TO 19]'] }, 6],
    [{ filter: 'categoryPath:"Men>Shoes"' }, 40],
    [{ filter: 'newIn:"true"' }, 30],
  ],
  'category-filter and category-filter-id: a place in the tree': [
    [{ 'category-filter': 'Men>Shoes' }, 40],
    [{ 'category-filter-id': '10>11' }, 40],
  ],
}
type Asked = Readonly<Record<string, string | string[]>>

/** The query of a search for everything, and the ids returned. */
const places: Readonly<Record<string, readonly (readonly [asked: Asked, ids: string[]])[]>> = {
  'start: beyond the end there is nothing': [
    [{ start: '58' }, ['P59', 'P60']],
    [{ start: '60' }, []],
  ],
  'rows: 0 for none': [[{ rows: '0' }, []]],
  'sort: by a field, either way; several criteria repeated or joined by commas': [
    [{ sort: 'price desc', rows: '2' }, ['P60', 'P59']],
    [{ sort: ['brand desc', 'price asc'], rows: '3' }, ['P3', 'P6', 'P9']],
    [{ sort: 'brand desc,price asc', rows: '3' }, ['P3', 'P6', 'P9']],
  ],
}

describe('parameters', () => {
  for (const [title, rows] of Object.entries(counts))
    test(title, async () => {
      for (const [asked, count] of rows) {
        const isPage = 'p' in asked || 'p-id' in asked
        const body = await (isPage ? shop.category(asked) : shop.search({ ...all, ...asked }))
        expect(body.response.numberOfProducts, JSON.stringify(asked)).toBe(count)
      }
    })

  for (const [title, rows] of Object.entries(places))
    test(title, async () => {
      for (const [asked, ids] of rows)
        expect(idsOf(await shop.search({ ...all, ...asked })), JSON.stringify(asked)).toEqual(ids)
    })

  test('without parameters: the first 10, no facets; 100 rows at most', async () => {
    const { response, facets } = await shop.search(all)
    expect([response.start, response.products.length, facets]).toEqual([0, 10, undefined])
    expect(await shop.search({ ...all, facet: 'false' })).not.toHaveProperty('facets')
    const whole = await shop.search({ ...all, rows: '100', facet: 'true' })
    expect(idsOf(whole)).toHaveLength(60)
    expect(Object.keys(whole.facets)).toEqual(['multilevel', 'range', 'text'])
    const { error } = await (await shop.ask('search', { ...all, rows: '101' })).json()
    const message = 'It must be from 0 to 100.'
    expect(error).toEqual({ name: 'out-of-range', message, parameter: 'rows' })
  })

  test('pagetype, and one of p and p-id: required', async () => {
    for (const [query, parameter] of [
      [men, 'pagetype'],
      [{ pagetype: 'boolean' }, 'p'],
    ] as const) {
      const reply = await shop.ask('category', query)
      expect(reply.status).toBe(400)
      expect((await reply.json()).error).toMatchObject({ name: 'missing-parameter', parameter })
    }
  })

  test('p: quotes and backslashes in a value are escaped', async () => {
    const odd = { uniqueId: 'Q', brand: 'A "B" \\ C>D' }
    const other = await startBrowse({ feed: [odd, { uniqueId: 'R', brand: 'A' }] })
    const body = await other.category({ p: 'brand:"A \\"B\\" \\\\ C>D"' })
    expect(idsOf(body)).toEqual(['Q'])
    await other.close()
  })

  test('format: JSON unless XML is requested', async () => {
    const json = await shop.ask('search', all)
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const xml = await shop.ask('search', { ...all, format: 'XML' })
    expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  })

  test('variants: none unless True; at most variants.count, with variants.fields and the id', async () => {
    const variantsWith = async (asked: Asked) =>
      (await shop.search({ ...all, ...asked })).response.products[0].variants
    expect(await variantsWith({})).toBeUndefined()
    expect(await variantsWith({ variants: 'False' })).toBeUndefined()
    expect(await variantsWith({ variants: 'True' })).toMatchObject([
      { uniqueId: 'P1_V1', vPrice: [10] },
      { uniqueId: 'P1_V2' },
      { uniqueId: 'P1_V3' },
    ])
    const some = { variants: 'True', 'variants.count': '1', 'variants.fields': 'vSize,vPrice' }
    expect(await variantsWith(some)).toEqual([{ uniqueId: 'P1_V1', vSize: 'S', vPrice: [10] }])
  })

  test('fields: only these, and the id; all of them when absent', async () => {
    const body = await shop.search({ ...all, fields: 'title,price,nowhere' })
    expect(body.response.products[0]).toEqual({
      uniqueId: 'P1',
      title: 'Akira Sneakers 1',
      price: 10,
    })
    const [whole] = (await shop.search(all)).response.products
    expect(whole).toMatchObject({ brandId: 'akira', categoryPathId: ['10>11>111'], newIn: true })
  })

  test('selectedfacet: the chosen values, if true', async () => {
    const filter = ['color_uFilter:"Red" OR color_uFilter:"Blue"', 'price:[20 TO *]']
    expect((await shop.search({ ...all, filter })).selected).toBeUndefined()
    expect((await shop.search({ ...all, filter, selectedfacet: 'true' })).selected).toEqual([
      {
        facetName: 'color_uFilter',
        displayName: 'Color',
        values: ['Red', 'Blue'],
        id: 'color',
        position: 2,
        filterField: 'color_uFilter',
      },
      {
        facetName: 'price',
        displayName: 'Price',
        values: ['[20 TO *]'],
        id: 'price',
        position: 6,
        filterField: 'price',
      },
    ])
  })

  test('sort: by relevance unless given', async () => {
    const body = await shop.search({ q: 'akira sneakers 37' })
    expect(idsOf(body)[0]).toBe('P37')
    expect(idsOf(await shop.category({ ...men, rows: '2' }))).toEqual(['P1', 'P2'])
  })

  test('banner: the banners of a page, unless false', async () => {
    const page = { p: 'Men>Shoes' }
    const hosted = {
      imageUrl: 'http://pictures.example/a.png',
      landingUrl: 'http://shop.example/sale',
      bannerHtml: null,
    }
    const custom = { imageUrl: null, landingUrl: null, bannerHtml: '<b>Sale</b>' }
    for (const query of [page, { ...page, banner: 'true' }, { 'p-id': 'categoryPathId:10>11' }]) {
      expect((await shop.category(query)).banner).toEqual({ banners: [hosted, custom] })
    }
    expect((await shop.category({ p: 'Men' })).banner).toEqual({ banners: [] })
    expect((await shop.category({ ...page, banner: 'false' })).banner).toBeUndefined()
  })

  test('stats: figures of a numeric field', async () => {
    const { stats } = await shop.search({ ...all, stats: 'price', rows: '1' })
    expect(stats).toEqual({ price: { count: 60, min: 10, max: 69, sum: 2370, mean: 39.5 } })
    const none = await shop.search({ ...all, stats: 'price', filter: 'price:[500 TO *]' })
    expect(none.stats).toEqual({ price: { count: 0 } })
  })
})

describe('reply', () => {
  test('searchMetaData: status, time and the parameters as strings', async () => {
    const more = { uid: 'uid-1-a', uc_param: 'spring' }
    const query = {
      ...men,
      ...more,
      filter: ['color:"Red"', 'size:"S"'],
      sort: ['price asc', 'title asc'],
    }
    const { searchMetaData } = await shop.category(query)
    expect(searchMetaData).toEqual({
      status: 0,
      queryTime: expect.any(Number),
      queryParams: {
        pagetype: 'boolean',
        p: 'categoryPath:"Men"',
        ...more,
        filter: 'color:"Red" AND size:"S"',
        sort: 'price asc,title asc',
      },
    })
  })

  test('relevantDocument: a variant if variants were requested and filtered by', async () => {
    const query = { ...all, filter: 'vSize:"L"' }
    expect((await shop.search(query)).relevantDocument).toBe('parent')
    const body = await shop.search({ ...query, variants: 'True', 'variants.count': '1' })
    expect(body.relevantDocument).toBe('variant')
    expect(body.response.products[0].variants).toMatchObject([{ uniqueId: 'P1_V3', vSize: 'L' }])
    expect((await shop.search({ ...all, variants: 'True' })).relevantDocument).toBe('parent')
  })

  const tree = { facet: 'true', 'facet.multilevel': 'categoryPath' }

  test('multilevel facet, if requested: the categories below, their counts and the path', async () => {
    expect((await shop.search({ ...all, facet: 'true' })).facets.multilevel.list).toEqual([])
    expect((await shop.category({ ...men, ...tree })).facets.multilevel.list).toEqual([
      {
        filterField: 'categoryPath',
        level: 2,
        id: 'categoryPathId',
        displayName: 'Category',
        position: 9,
        values: [{ id: '11', name: 'Shoes', count: 40 }],
        breadcrumb: { filterField: 'categoryPath', values: [{ id: '10', name: 'Men' }], level: 1 },
      },
    ])
    expect((await shop.search({ ...all, ...tree })).facets.multilevel.list).toMatchObject([
      {
        level: 1,
        values: [
          { id: '10', name: 'Men', count: 40 },
          { id: '20', name: 'Women', count: 20 },
        ],
        breadcrumb: {},
      },
    ])
    const leaf = await shop.category({ p: 'Men>Shoes>Boots', ...tree })
    expect(leaf.facets.multilevel.list).toEqual([])
  })

  test('text and range facets: values or bounds, alternating with counts', async () => {
    const { text, range } = (await shop.search({ ...all, facet: 'true' })).facets
    expect(text.list[0]).toEqual({
      facetName: 'brand_uFilter',
      filterField: 'brand_uFilter',
      values: ['Akira', 20, 'Borealis', 20, 'Cobalt', 20],
      displayName: 'Brand',
      position: 1,
    })
    expect(range.list[0]).toEqual({
      facetName: 'price',
      values: {
        counts: ['10', 11, '20', 11, '30', 11, '40', 11, '50', 11, '60', 10],
        gap: 10,
        start: 10,
        end: 70,
      },
      displayName: 'Price',
      position: 6,
    })
  })

  test('breadcrumb: nested to any depth, in names or in ids like the page', async () => {
    const { breadcrumb } = await shop.category({ p: 'Men>Shoes>Boots' })
    expect(breadcrumb).toEqual({
      filterField: 'categoryPath',
      values: [{ id: 'Men' }],
      level: 1,
      child: {
        filterField: 'categoryPath',
        values: [{ id: 'Shoes' }],
        level: 2,
        child: { filterField: 'categoryPath', values: [{ id: 'Boots' }], level: 3 },
      },
    })
    const byId = await shop.category({ 'p-id': 'categoryPathId:10>11' })
    expect(byId.breadcrumb).toMatchObject({
      filterField: 'categoryPathId',
      values: [{ id: '10' }],
      child: { values: [{ id: '11' }], level: 2 },
    })
    expect((await shop.category({ p: 'brand:"Akira"' })).breadcrumb).toEqual({})
  })

  test('a whole reply has the same content in XML as in JSON', async () => {
    const query = {
      p: 'Men>Shoes',
      pagetype: 'boolean',
      facet: 'true',
      'facet.multilevel': 'categoryPath',
      'facet.multiselect': 'true',
      selectedfacet: 'true',
      variants: 'True',
      stats: 'rating',
      filter: ['color_uFilter:"Red" OR color_uFilter:"Blue"', 'price:[12.5 TO *]'],
      sort: 'price desc',
    }
    const json = await shop.category(query)
    const xml = await (await shop.ask('category', { ...query, format: 'XML' })).text()
    const body = bodyFromXml(xml)
    expect(body.searchMetaData.queryParams.format).toBe('XML')
    expect({ ...body, searchMetaData: undefined }).toEqual({ ...json, searchMetaData: undefined })
  })

  test('the XML has the elements that the contract defines', async () => {
    const query = { ...all, rows: '1', fields: 'title', facet: 'true', format: 'XML' }
    const xml = await (await shop.ask('search', query)).text()
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<response>/)
    expect(xml).toMatch(
      /<lst name="searchMetaData"><int name="status">0<\/int><long name="queryTime">\d+<\/long>/,
    )
    expect(xml).toContain('<lst name="queryParams"><str name="q">*</str>')
    expect(xml).toContain('<result name="response" numberOfProducts="60" start="0"><doc>')
    expect(xml).toContain('<lst name="facets">')
  })
})

describe('headers and statuses', () => {
  const query = { ...men, pagetype: 'boolean', rows: '100' }

  test("svc-device-type: a JSON object with the contract's values", async () => {
    const send = (device: string) =>
      shop.ask('category', query, { headers: { 'svc-device-type': device } })
    for (const [device, ignored] of [
      ['{"type":"mobile","os":"ios","source":"app"}', null],
      ['mobile', 'svc-device-type'],
      [' ', 'svc-device-type'],
      ['{"type":"desktop","os":"macos"}', 'svc-device-type.os'],
      ['{"type":"","os":"ios"}', 'svc-device-type.type'],
      ['{"type":"watch","brand":"x"}', 'svc-device-type.type, svc-device-type.brand'],
      ['{"__proto__":{}}', 'svc-device-type.__proto__'],
    ] as const) {
      const reply = await send(device)
      expect([reply.status, reply.headers.get('svc-ignored')], device).toEqual([200, ignored])
    }
    const reply = await send('[]')
    expect(reply.status).toBe(400)
    expect((await reply.json()).error.parameter).toBe('svc-device-type')
  })

  test('Accept-Encoding: only gzip is used', async () => {
    const encoding = async (accepted: string) =>
      (await shop.ask('category', query, { headers: { 'accept-encoding': accepted } })).headers.get(
        'content-encoding',
      )
    expect(await encoding('gzip')).toBe('gzip')
    expect(await encoding('br, deflate')).toBeNull()
  })

  test('each reply has its own request id, which any page can read', async () => {
    const replies = [await shop.ask('category', query), await shop.ask('category', query)]
    const [one, other] = replies.map(({ headers }) => headers.get('x-request-id'))
    expect(one).not.toBe(other)
    expect(replies[0]?.headers.get('access-control-expose-headers')).toContain('x-request-id')
    expect(replies[0]?.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('a page may send the service its headers from another origin', async () => {
    const reply = await shop.ask('category', query, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://shop.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'svc-user-id,svc-device-type',
      },
    })
    expect(reply.status).toBe(204)
    expect(reply.headers.get('access-control-allow-headers')).toBe('svc-user-id,svc-device-type')
  })

  test('404: an unknown path, unknown keys', async () => {
    const { apiKey, siteKey } = shop.keys
    for (const path of [
      `${apiKey}/other/category`,
      `other/${siteKey}/search`,
      `${apiKey}/${siteKey}/x`,
    ]) {
      expect((await fetch(`${shop.url}/${path}?p=Men&pagetype=boolean`)).status, path).toBe(404)
      const xml = await fetch(`${shop.url}/${path}?p=Men&pagetype=boolean&format=XML`)
      expect([xml.status, xml.headers.get('content-type')], path).toEqual([
        404,
        'application/xml; charset=utf-8',
      ])
      expect(await xml.text()).toContain('<str name="name">not-found</str>')
    }
  })
})
