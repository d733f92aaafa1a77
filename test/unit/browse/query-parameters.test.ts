import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parametersOf, type Query } from '../../../src/parts/clients/browse/query-parameters'
import { queryString } from '../../../src/wire/pixel-url.ts'
import { awkwardTexts } from '../../support/fakes/awkward-texts'

const written: [query: object, ...parameters: [wire: string, value: string][]][] = [
  [{ page: 'brand:"Akira"' }, ['p', 'brand:"Akira"']],
  [{ page: { path: ['Men', 'Shoes'] } }, ['p', 'categoryPath:"Men>Shoes"']],
  [{ page: { path: 'Men>Shoes' } }, ['p', 'categoryPath:"Men>Shoes"']],
  [{ page: { field: 'brand', path: 'A "B" \\C' } }, ['p', 'brand:"A \\"B\\" \\\\C"']],
  [{ pageId: 'categoryPathId:"10>11"' }, ['p-id', 'categoryPathId:"10>11"']],
  [{ pageId: { path: ['10', '11'] } }, ['p-id', 'categoryPathId:"10>11"']],
  [{ pageId: { field: 'brandId', path: 'b1' } }, ['p-id', 'brandId:"b1"']],
  [{ query: ' red shoes ' }, ['q', 'red shoes']],
  [{ filter: { color: 'Red' } }, ['filter', 'color:"Red"']],
  [
    { filter: { color: ['Red', 'Sky "Blue"'] } },
    ['filter', 'color:"Red" OR color:"Sky \\"Blue\\""'],
  ],
  [{ filter: { isNew: true, rating: 5 } }, ['filter', 'isNew:"true"'], ['filter', 'rating:"5"']],
  [{ filter: { price: { from: 0, to: 40.5 } } }, ['filter', 'price:[0 TO 40.5]']],
  [
    { filter: { price: [0, 30].map((from) => ({ from, to: from + 10 })) } },
    ['filter', 'price:[0 TO 10] OR price:[30 TO 40]'],
  ],
  [{ filter: { price: { from: 50 } } }, ['filter', 'price:[50 TO *]']],
  [{ filter: { price: { to: 0 } } }, ['filter', 'price:[* TO 0]']],
  [{ filter: { price: { from: -5, to: -5 } } }, ['filter', 'price:[-5 TO -5]']],
  [{ filter: { price: { from: '20', to: null } } }, ['filter', 'price:[20 TO *]']],
  [{ filter: { color: [], size: undefined } }],
  [{ filterId: { colorId: ['c-1', 'c 2'] } }, ['filter-id', 'colorId:c-1 OR colorId:"c 2"']],
  [{ categoryFilter: ['Men', 'Shoes'] }, ['category-filter', 'Men>Shoes']],
  [{ categoryFilterId: ['10', '11'] }, ['category-filter-id', '10>11']],
  [{ sort: 'price asc' }, ['sort', 'price asc']],
  [{ sort: ['price desc', 'title asc'] }, ['sort', 'price desc,title asc']],
  [{ start: 0 }, ['start', '0']],
  [{ rows: 0 }, ['rows', '0']],
  [{ rows: 100 }, ['rows', '100']],
  [{ pageIndex: 0 }, ['start', '0']],
  [{ pageIndex: 2 }, ['start', '20']],
  [{ rows: 24, pageIndex: 2 }, ['rows', '24'], ['start', '48']],
  [{ rows: 24, pageIndex: 2, start: 7 }, ['rows', '24'], ['start', '7']],
  [{ fields: ['title', 'price'] }, ['fields', 'title,price']],
  [{ variants: true }, ['variants', 'True']],
  [{ variants: false }, ['variants', 'False']],
  [{ variantsCount: 3 }, ['variants.count', '3']],
  [{ variantsFields: ['vColor', 'vPrice'] }, ['variants.fields', 'vColor,vPrice']],
  [{ facet: true }, ['facet', 'true']],
  [{ facetMultilevel: true }, ['facet.multilevel', 'categoryPath']],
  [{ facetMultilevel: false }],
  [{ facetMultiselect: true }, ['facet.multiselect', 'true']],
  [{ selectedFacet: false }, ['selectedfacet', 'false']],
  [{ banner: false }, ['banner', 'false']],
  [{ analytics: false }, ['analytics', 'false']],
  [{ stats: 'price' }, ['stats', 'price']],
  [{ campaign: 'spring sale' }, ['uc_param', 'spring sale']],
  [{ version: 'V1' }, ['version', 'V1']],
  [{ format: 'xml' }, ['format', 'XML']],
  [{ sort: [], fields: [], stats: '', start: undefined }],
  [{ rows: null, filter: { color: null, size: [null] } }],
  [{ rows: '', pageIndex: 2, start: '' }, ['start', '20']],
  // Empty fields of a form.
  [{ filter: { color: '', size: ['', ' '], price: { from: '', to: '' } }, rows: '' }],
  [{ filter: { price: {} } }],
  [{ filter: { price: [{}], color: 'Navy' } }, ['filter', 'color:"Navy"']],
  [{ filter: { price: [{}, { from: 5 }] } }, ['filter', 'price:[5 TO *]']],
  [{ filter: { color: ['', 'Navy'] } }, ['filter', 'color:"Navy"']],
  [{ filterId: { brandId: ['', 'b1'] } }, ['filter-id', 'brandId:b1']],
  [{ filter: { price: { from: '', to: 9 } } }, ['filter', 'price:[* TO 9]']],
  [{ filter: { price: { from: '20', to: ' ' } } }, ['filter', 'price:[20 TO *]']],
  [
    { categoryFilter: ['Men', ''], fields: ['', 'title'] },
    ['category-filter', 'Men'],
    ['fields', 'title'],
  ],
  // The contract's own values, as a form or an attribute gives them.
  [{ variants: 'False' }, ['variants', 'False']],
  [{ variants: 'true' }, ['variants', 'True']],
  [{ facet: 'False', banner: 'TRUE' }, ['facet', 'false'], ['banner', 'true']],
  [{ facetMultilevel: 'false' }],
  [{ facetMultilevel: 'categoryPath' }, ['facet.multilevel', 'categoryPath']],
]
for (const [query, ...parameters] of written) {
  test(`the parameters of ${JSON.stringify(query)}`, () => {
    expect(parametersOf(query as Query)).toEqual(parameters)
  })
}

const refused: [query: object, problem: RegExp][] = [
  [{ rows: 101 }, /^bad-request: rows 101: .* 0 to 100$/],
  [{ rows: -1 }, /rows -1/],
  [{ rows: 2.5 }, /rows 2.5/],
  [{ rows: 'many' }, /rows many/],
  [{ start: -1 }, /start -1/],
  [{ pageIndex: -1 }, /start -10/],
  [{ variantsCount: 0.5 }, /variantsCount 0.5/],
  [{ filter: { price: { from: 40, to: 0 } } }, /price.* 40 .* 0/],
  [{ filter: { price: { from: Number.NaN, to: 9 } } }, /price.* NaN .* 9/],
  [
    { filter: { price: { from: 1, to: Number.POSITIVE_INFINITY } } },
    /Infinity; write { from: 20, to: 40 }, or one of them$/,
  ],
  [{ filter: { price: { from: Number.NEGATIVE_INFINITY, to: 1 } } }, /-Infinity to 1; write/],
  [{ variants: 'yes' }, /^bad-request: variants yes: write true or false$/],
  [{ facetMultilevel: 1 }, /facetMultilevel 1: write true or false/],
  [{ query: 5 }, /^bad-request: query 5: write the words as a text$/],
  [{ query: ['red'] }, /query \[red\]: write the words/],
  [{ page: ['Men', 'Shoes'] }, /^bad-request: page \[Men,Shoes\]: write "Men>Shoes" or/],
  [{ page: 5 }, /page 5: write "Men>Shoes"/],
  [{ page: { path: ['', 'Shoes'] } }, /page \[,Shoes\]: write the names from the top/],
  [{ categoryFilter: [{}] }, /categoryFilter .*: write the names/],
  [{ stats: {} }, /stats object: write a text/],
  [{ filter: { color: Symbol('x') } }, /color Symbol\(x\): write a text/],
  [{ filter: { rating: Number.NaN } }, /rating NaN: write a text, a number/],
  [{ filter: { price: { from: 'cheap' } } }, /cheap to undefined; write/],
  [{ filter: { price: { min: 20 } } }, /no range of price/],
  [{ filter: 'color:"Red"' }, /filter/],
  [{ sort: 'price up' }, /^bad-request: sort price up: write price asc or price desc$/],
  [{ sort: 'price' }, /sort price: write/],
  [{ sort: 'price ASC' }, /sort price ASC: write/],
  [{ sort: ['price asc', 'title'] }, /sort price asc,title: write/],
  [{ version: 'V3' }, /^bad-request: version V3: write V1 or V2$/],
  [{ version: 2 }, /version 2: write/],
  [{ format: 'yaml' }, /format YAML: write json or xml/],
  [{ row: 10 }, /row: there is no such parameter/],
  [{ constructor: 1 }, /constructor: there is no such parameter/],
]
for (const [query, problem] of refused) {
  test(`${JSON.stringify(query)} is refused before any request`, () => {
    expect(() => parametersOf(query as Query)).toThrow(problem)
  })
}

/** How a service reads a query string, by the contract's "URL-encoded". */
const received = (query: Query) =>
  queryString(parametersOf(query))
    .split('&')
    .map((pair) => decodeURIComponent(pair.slice(pair.indexOf('=') + 1)))

const text = fc
  .oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom(...awkwardTexts))
  .filter((value) => value.trim() !== '')

test('any page, query and category path can be read back unchanged', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(received({ page: value, pageId: value, categoryFilter: [value] })).toEqual([
        value,
        value,
        value,
      ])
      expect(received({ query: `x${value}x` })).toEqual([`x${value}x`])
    }),
  )
})

test('any filter value can be read back unchanged from its quotes', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (values) => {
      const [filter = ''] = received({ filter: { color: values } })
      const quotedTexts = [...filter.matchAll(/color:"((?:[^"\\]|\\.)*)"(?: OR |$)/gs)]
      expect(quotedTexts.map(([, quoted = '']) => quoted.replace(/\\(.)/gs, '$1'))).toEqual(values)
    }),
  )
})
