import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEvent, parseList } from '../../../src/track/parse-event'
import { pixelUrl } from '../../../src/wire/pixel-url.ts'
import type { TrackerEvent } from '../../../src/wire/tracker-event.ts'
import { titleText } from '../../support/runner/title-text.ts'

const accepted: [action: string, given: unknown, data: unknown][] = [
  ['visitor', undefined, {}],
  ['search', { query: ' red shoes ' }, { query: 'red shoes' }],
  [
    'PRODUCT_IMPRESSIONS',
    { query: 'shoes', pids_list: ['a', 7] },
    { query: 'shoes', pids_list: ['a', '7'] },
  ],
  [
    'PRODUCT_IMPRESSIONS',
    { page: 'categoryPath:"Men>Shoes"', pids_list: [], requestId: 'r1' },
    { page: 'categoryPath:"Men>Shoes"', page_type: 'BOOLEAN', pids_list: [], requestId: 'r1' },
  ],
  [
    'PRODUCT_IMPRESSIONS',
    { page: ' Men > Shoes ', pids_list: [], requestId: null },
    { page: ' Men > Shoes ', page_type: 'BOOLEAN', pids_list: [] },
  ],
  ['click', { pid: 'a', variantId: 'a_1', url: 'ignored' }, { pid: 'a', variantId: 'a_1' }],
  [
    'facets',
    { query: 'q', facets: { color: { prank: 1, selected: [{ prank: '2', val: 'Red' }] } } },
    { query: 'q', facets: { color: { prank: '1', selected: [{ prank: '2', val: 'Red' }] } } },
  ],
  [
    'facets',
    { query: 'q', facets: { unxFacetsReset: true } },
    { query: 'q', facets: { unxFacetsReset: true } },
  ],
  ['cart', { pid: 'a', qty: 2 }, { pid: 'a', qty: '2' }],
  ['cart', { pid: 'a', variantId: null }, { pid: 'a', qty: '1' }],
  ['cart', { pid: 'a', variantId: '', requestId: '' }, { pid: 'a', qty: '1' }],
  ['cart', { pid: 'a', variantId: ' ', requestId: ' ' }, { pid: 'a', qty: '1' }],
  ['cart', { pid: 'a', variantId: '0' }, { pid: 'a', qty: '1' }],
  ['cart', { pid: 'a', variantId: 0 }, { pid: 'a', qty: '1' }],
  ['click', { pid: 'a', variantId: '0', requestId: '' }, { pid: 'a' }],
  [
    'PRODUCT_IMPRESSIONS',
    { query: 'q', pids_list: [], requestId: ' ' },
    { query: 'q', pids_list: [] },
  ],
  ['search', { query: 'q', requestId: '', autosuggest_data: null }, { query: 'q' }],
  [
    'search',
    {
      query: 'boots',
      requestId: 'r1',
      autosuggest_data: { autosuggest_type: 'KEYWORD', prank: 2 },
    },
    {
      query: 'boots',
      requestId: 'r1',
      autosuggest_data: { autosuggest_type: 'KEYWORD', prank: '2' },
    },
  ],
  [
    'order',
    { pid: 'a', price: 1, requestId: 'r1', variantId: '' },
    { pid: 'a', qty: '1', price: '1', requestId: 'r1' },
  ],
  [
    'facets',
    {
      query: 'q',
      facets: { color: { prank: 1, selected: [], deselected: [{ prank: 1, val: 'Red' }] } },
    },
    { query: 'q', facets: { color: { prank: '1', deselected: [{ prank: '1', val: 'Red' }] } } },
  ],
  [
    'facets',
    {
      query: 'q',
      facets: { color: { prank: 1, selected: [{ prank: 1, val: 'Red' }], deselected: null } },
    },
    { query: 'q', facets: { color: { prank: '1', selected: [{ prank: '1', val: 'Red' }] } } },
  ],
  ['order', { pid: 'a', qty: '2', price: '$9.50' }, { pid: 'a', qty: '2', price: '9.50' }],
  ['order', { products: [{ pid: 'a', price: 1 }] }, { pid: 'a', qty: '1', price: '1' }],
  [
    'order',
    {
      products: [
        { pid: 'a', price: 1, variantId: '0' },
        { pid: 'b', qty: 2, price: 3, variantId: 'b_1' },
        { pid: 'c', price: 1, variantId: ' ' },
      ],
      requestId: '',
    },
    {
      products: [
        { pid: 'a', qty: '1', price: '1' },
        { pid: 'b', qty: '2', price: '3', variantId: 'b_1' },
        { pid: 'c', qty: '1', price: '1' },
      ],
    },
  ],
]
for (const [action, given, data] of accepted) {
  test(`${action} accepts ${titleText(given, 50)}`, () => {
    expect(parseEvent(action, given, undefined)).toStrictEqual({ action, data })
  })
}

const refused: [action: unknown, given: unknown, problem: string][] = [
  ['buy', {}, 'there is no action "buy"'],
  ['toString', {}, 'there is no action "toString"'],
  [undefined, {}, 'there is no action "undefined"'],
  ['search', { query: '  ' }, 'search: query needs a text'],
  ['search', 'shoes', 'search: query is missing'],
  ['click', {}, 'click: pid is missing'],
  ['click', { pid: {} }, 'click: pid needs a text'],
  ['PRODUCT_IMPRESSIONS', { pids_list: ['a'] }, 'PRODUCT_IMPRESSIONS: query or page is missing'],
  ['PRODUCT_IMPRESSIONS', { query: 'q', pids_list: 'a' }, 'pids_list needs a list'],
  ['PRODUCT_IMPRESSIONS', { query: 'q', pids_list: ['a', {}] }, 'pids_list[1] needs a text'],
  ['facets', { query: 'q' }, 'facets needs a map'],
  [
    'facets',
    { query: 'q', facets: { color: { prank: 1 } } },
    'color needs values in selected or deselected',
  ],
  [
    'facets',
    { query: 'q', facets: { color: { prank: 1, selected: [] } } },
    'color needs values in selected or deselected',
  ],
  [
    'search',
    { query: 'q', autosuggest_data: 'boots' },
    'autosuggest_data needs an object of texts',
  ],
  ['facets', { query: 'q', facets: 'color' }, 'facets needs a map'],
  ['facets', { query: 'q', facets: { c: {} } }, 'prank is missing'],
  ['facets', { query: 'q', facets: { c: { prank: 1, selected: [{}] } } }, 'prank is missing'],
  ['cart', { pid: 'a', qty: 0 }, 'qty needs a positive whole number'],
  ['order', { pid: 'a', price: '1,234' }, 'price needs a number with a dot'],
  ['order', { products: [] }, 'products needs at least one line'],
]

for (const [action, given, problem] of refused) {
  test(`${action} refuses ${titleText(given, 25)}: ${problem.replace(/^\w+: /, '')}`, () => {
    expect(parseEvent(action, given, undefined)).toContain(problem)
  })
}

test('data without a list name belongs to the current list', () => {
  const list = { page: 'brand:"Acme"', requestId: 'r9' }
  expect(parseEvent('PRODUCT_IMPRESSIONS', { pids_list: ['a'] }, list)).toEqual({
    action: 'PRODUCT_IMPRESSIONS',
    data: { page: 'brand:"Acme"', page_type: 'BOOLEAN', requestId: 'r9', pids_list: ['a'] },
  })
})

test('data with only a request id belongs to the current list with this request id', () => {
  expect(
    parseEvent(
      'PRODUCT_IMPRESSIONS',
      { pids_list: ['a'], requestId: 'r2' },
      { query: 'q', requestId: 'r1' },
    ),
  ).toStrictEqual({
    action: 'PRODUCT_IMPRESSIONS',
    data: { query: 'q', requestId: 'r2', pids_list: ['a'] },
  })
})

const named: [given: unknown, list: unknown][] = [
  [
    { query: ' red shoes ', page: 'p', requestId: 'r1' },
    { query: 'red shoes', requestId: 'r1' },
  ],
  [{ query: ' ', page: ' Men > Shoes ' }, { page: ' Men > Shoes ' }],
  [{ query: {} }, undefined],
  [{ requestId: 'r1' }, undefined],
  ['shoes', undefined],
  [null, undefined],
]
for (const [given, list] of named) {
  test(`${titleText(given, 36)} names ${list ? titleText(list, 36) : 'no list'}`, () => {
    expect(parseList(given)).toStrictEqual(list)
  })
}

test('members on a prototype are not read', () => {
  expect(parseEvent('click', Object.create({ pid: 'a' }), undefined)).toBe('click: pid is missing')
})

test('any input gives a serializable fact or an error sentence', () => {
  const actions = fc.constantFrom(
    'search',
    'click',
    'facets',
    'cart',
    'order',
    'PRODUCT_IMPRESSIONS',
  )
  const names = ['pid', 'qty', 'price', 'query', 'page', 'facets', 'products', 'pids_list', '0']
  const data = fc.dictionary(fc.constantFrom(...names), fc.anything({ withNullPrototype: true }))
  fc.assert(
    fc.property(fc.oneof(actions, fc.string()), fc.oneof(data, fc.anything()), (action, given) => {
      const fact = parseEvent(action, given, undefined)
      if (typeof fact === 'string') return
      const event = { ...fact, uid: 'u', t: '1|0' } as unknown as TrackerEvent
      expect(
        () => new URL(pixelUrl({ trackerUrl: 'https://t', siteKey: 's' }, event)),
      ).not.toThrow()
    }),
    { numRuns: 2_000 },
  )
})

test('an invalid action is refused, even if it cannot be converted to a string', () => {
  expect(parseEvent({ toString: 1 }, {}, undefined)).toContain('there is no action "object"')
})

test('a hole in a list counts as a missing value', () => {
  const pids_list = Object.assign(new Array(2), ['a'])
  expect(parseEvent('PRODUCT_IMPRESSIONS', { query: 'q', pids_list }, undefined)).toBe(
    'PRODUCT_IMPRESSIONS: pids_list[1] is missing',
  )
})
