import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseReply } from '../../../src/parts/clients/browse/parse-products'
import type { BrowseReply } from '../../../src/parts/clients/browse/reply-types'

/** A response with every field of the contract. */
const whole = {
  searchMetaData: {
    status: 0,
    queryTime: 12,
    queryParams: { q: 'shoes', filter: ['color:"Red"', 'size:"9"'], rows: 2 },
  },
  response: {
    numberOfProducts: 31,
    start: 10,
    products: [{ uniqueId: 'a', title: 'One', variants: [{ uniqueId: 'a_1', vPrice: [9] }] }],
  },
  relevantDocument: 'variant',
  facets: {
    multilevel: {
      list: [
        {
          filterField: 'categoryPath',
          level: 2,
          id: 'categoryPathId',
          displayName: 'Category',
          position: 1,
          values: [{ id: '11', name: 'Shoes', count: 7 }],
          breadcrumb: {
            filterField: 'categoryPath',
            level: 1,
            values: [{ id: '10', name: 'Men' }],
          },
        },
      ],
    },
    text: {
      list: [
        {
          facetName: 'color_uFilter',
          filterField: 'color',
          values: ['Red', 4, 'Blue', 3],
          displayName: 'Colour',
          position: 3,
        },
      ],
    },
    range: {
      list: [
        {
          facetName: 'price',
          values: { counts: ['0', 5, '20', 2], gap: 20, start: 0, end: 40 },
          displayName: 'Price',
          position: 2,
        },
      ],
    },
  },
  selected: [
    {
      facetName: 'color_uFilter',
      displayName: 'Colour',
      values: ['Red'],
      id: 'color',
      position: 3,
      filterField: 'color',
    },
  ],
  breadcrumb: {
    filterField: 'categoryPathId',
    values: [{ id: '10' }],
    level: 1,
    child: {
      filterField: 'categoryPathId',
      values: [{ id: '11' }],
      level: 2,
      child: { filterField: 'categoryPathId', values: [{ id: '111' }], level: 3 },
    },
  },
  banner: {
    banners: [
      { imageUrl: 'https://cdn.example/b.png', landingUrl: '/sale', bannerHtml: null },
      { imageUrl: null, landingUrl: null, bannerHtml: '<b>Sale</b>' },
    ],
  },
  stats: { price: { count: 31, min: 1, max: 40 } },
  redirect: { type: 'url', value: '/sale' },
}

test('every field of a response is in the reply', () => {
  const crumb = (id: string, level: number) => ({ field: 'categoryPathId', level, id, name: id })
  const reply: BrowseReply = {
    products: [{ uniqueId: 'a', title: 'One', variants: [{ uniqueId: 'a_1', vPrice: [9] }] }],
    total: 31,
    start: 10,
    facets: [
      {
        kind: 'multilevel',
        name: 'categoryPath',
        field: 'categoryPath',
        displayName: 'Category',
        position: 1,
        id: 'categoryPathId',
        level: 2,
        breadcrumb: [{ field: 'categoryPath', level: 1, id: '10', name: 'Men' }],
        values: [{ id: '11', value: 'Shoes', count: 7 }],
      },
      {
        kind: 'range',
        name: 'price',
        field: 'price',
        displayName: 'Price',
        position: 2,
        id: undefined,
        start: 0,
        end: 40,
        gap: 20,
        values: [
          { value: '0', count: 5, from: 0, to: 20 },
          { value: '20', count: 2, from: 20, to: 40 },
        ],
      },
      {
        kind: 'text',
        name: 'color_uFilter',
        field: 'color',
        displayName: 'Colour',
        position: 3,
        id: undefined,
        values: [
          { value: 'Red', count: 4 },
          { value: 'Blue', count: 3 },
        ],
      },
    ],
    selected: [
      {
        name: 'color_uFilter',
        field: 'color',
        displayName: 'Colour',
        position: 3,
        id: 'color',
        values: ['Red'],
      },
    ],
    breadcrumb: [crumb('10', 1), crumb('11', 2), crumb('111', 3)],
    banners: [
      { imageUrl: 'https://cdn.example/b.png', landingUrl: '/sale', html: undefined },
      { imageUrl: undefined, landingUrl: undefined, html: '<b>Sale</b>' },
    ],
    stats: { price: { count: 31, min: 1, max: 40 } },
    redirect: '/sale',
    relevantDocument: 'variant',
    requestId: 'r1',
    queryTime: 12,
    queryParams: { q: 'shoes', filter: ['color:"Red"', 'size:"9"'], rows: '2' },
    raw: whole,
  }
  expect(parseReply(whole, 'r1')).toEqual(reply)
})

test('what a response does not contain is empty in the reply', () => {
  const answer = { response: { numberOfProducts: 0, start: 0, products: [] } }
  expect(parseReply(answer, undefined)).toEqual({
    products: [],
    total: 0,
    start: 0,
    facets: [],
    selected: [],
    breadcrumb: [],
    banners: [],
    stats: {},
    redirect: undefined,
    relevantDocument: undefined,
    requestId: undefined,
    queryTime: 0,
    queryParams: {},
    raw: answer,
  })
})

const { response, selected } = whole
test.each([
  ['the facets', { response, facets: { selected } }],
  ['the text facets', { response, facets: { text: { list: [], selected } } }],
  ['a list of its own', { response, selected: { list: selected } }],
  ['the response', { response: { ...response, selected } }],
])('selected values are found in %s', (_, answer) => {
  expect(parseReply(answer, undefined)?.selected).toMatchObject([{ name: 'color_uFilter' }])
})

test('a product field of the same name is not mistaken for selected values', () => {
  const products = [{ uniqueId: 'a', selected: [{ facetName: 'no' }] }]
  expect(parseReply({ response: { products } }, undefined)?.selected).toEqual([])
})

test('a response that is only a redirect is a reply', () => {
  expect(parseReply({ redirect: 'https://shop.example/sale' }, undefined)).toMatchObject({
    products: [],
    redirect: 'https://shop.example/sale',
  })
})

test('a URL that would run as a script is left out', () => {
  const answer = {
    response,
    redirect: 'javascript:alert(1)',
    banner: { banners: [{ imageUrl: 'data:text/html,x', landingUrl: ' javascript:alert(1)' }] },
  }
  expect(parseReply(answer, undefined)).toMatchObject({
    redirect: undefined,
    banners: [{ imageUrl: undefined, landingUrl: undefined }],
  })
})

test.each([
  [404, 'not-found'],
  [500, 'server'],
  [200, undefined],
])('a response whose own status is %i has the fault %s', (status, fault) => {
  const parse = () => parseReply({ ...whole, searchMetaData: { status } }, undefined)
  if (fault) expect(parse).toThrow(expect.objectContaining({ name: 'BrowseError', fault }))
  else expect(parse()?.total).toBe(31)
})

test.each([
  [null],
  ['text'],
  [7],
  [[]],
  [{}],
  [{ response: {} }],
  [{ response: { products: {} } }],
])('%j is not a reply', (answer) => expect(parseReply(answer, undefined)).toBeUndefined())

test('members of the wrong type still give a reply', () => {
  const names = [...Object.keys(whole), 'list', 'values', 'counts', 'child', 'banners', 'status']
  const part = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, -1, '', 'text', '12'),
      fc.array(tie('value')),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { noNullPrototype: true }),
    ),
  })).value
  fc.assert(
    fc.property(
      fc.record({ facets: part, selected: part, breadcrumb: part, banner: part, stats: part }),
      (others) => {
        expect(parseReply({ ...whole, ...others }, undefined)).toMatchObject({ total: 31 })
      },
    ),
  )
})
