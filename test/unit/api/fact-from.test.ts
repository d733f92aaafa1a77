import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { factFrom } from '../../../src/api/fact-from'
import { jsonText, pixelUrl, type TrackerEvent } from '../../../src/events'

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
  ['order', { pid: 'a', qty: '2', price: '$9.50' }, { pid: 'a', qty: '2', price: '9.50' }],
  ['order', { products: [{ pid: 'a', price: 1 }] }, { pid: 'a', qty: '1', price: '1' }],
  [
    'order',
    {
      products: [
        { pid: 'a', price: 1 },
        { pid: 'b', qty: 2, price: 3, variantId: 'b_1' },
      ],
    },
    {
      products: [
        { pid: 'a', qty: '1', price: '1' },
        { pid: 'b', qty: '2', price: '3', variantId: 'b_1' },
      ],
    },
  ],
]
for (const [action, given, data] of accepted) {
  test(`${action} takes ${jsonText(given)}`, () => {
    expect(factFrom(action, given, undefined)).toEqual({ action, data })
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
  ['facets', { query: 'q' }, 'facets needs a map'],
  ['facets', { query: 'q', facets: { c: {} } }, 'prank is missing'],
  ['facets', { query: 'q', facets: { c: { prank: 1, selected: [{}] } } }, 'prank is missing'],
  ['cart', { pid: 'a', qty: 0 }, 'qty needs a positive whole number'],
  ['order', { pid: 'a', price: '1,234' }, 'price needs a number with a dot'],
  ['order', { products: [] }, 'products needs at least one line'],
]
for (const [action, given, problem] of refused) {
  test(`${action} refuses ${jsonText(given)}: ${problem}`, () => {
    expect(factFrom(action, given, undefined)).toContain(problem)
  })
}

test('a list without a name is the current one', () => {
  const list = { page: 'brand:"Acme"', requestId: 'r9' }
  expect(factFrom('PRODUCT_IMPRESSIONS', { pids_list: ['a'] }, list)).toEqual({
    action: 'PRODUCT_IMPRESSIONS',
    data: { page: 'brand:"Acme"', page_type: 'BOOLEAN', requestId: 'r9', pids_list: ['a'] },
  })
})

test('members on a prototype are not looked at', () => {
  expect(factFrom('click', Object.create({ pid: 'a' }), undefined)).toBe('click: pid is missing')
})

test('whatever is handed over is a fact that can be written, or a sentence', () => {
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
      const fact = factFrom(action, given, undefined)
      if (typeof fact === 'string') return
      const event = { ...fact, uid: 'u', t: '1|0' } as unknown as TrackerEvent
      expect(
        () => new URL(pixelUrl({ trackerUrl: 'https://t', siteKey: 's' }, event)),
      ).not.toThrow()
    }),
    { numRuns: 2_000 },
  )
})
