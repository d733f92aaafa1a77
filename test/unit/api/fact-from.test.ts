import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEvent, parseList } from '../../../src/track/parse-event'
import { pixelUrl } from '../../../src/wire/pixel-url.ts'
import type { TrackerEvent } from '../../../src/wire/tracker-event.ts'

/** A value as a test's title: the middle of a long text is replaced by "…". */
function titleText(value: unknown, length: number): string {
  const text = typeof value === 'string' ? value : String(JSON.stringify(value))
  if (text.length <= length) return text
  const half = Math.floor((length - 1) / 2)
  return `${text.slice(0, length - 1 - half)}…${text.slice(-half)}`
}

const lineA = { pid: 'a', qty: '1', price: '1' }
const red = { prank: '1', val: 'Red' }

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
    { query: 'q', facets: { color: { prank: 1, selected: [{ prank: 2, val: 'Red' }] } } },
    { query: 'q', facets: { color: { prank: '1', selected: [{ prank: '2', val: 'Red' }] } } },
  ],
  [
    'facets',
    { query: 'q', facets: { unxFacetsReset: true } },
    { query: 'q', facets: { unxFacetsReset: true } },
  ],
  ['cart', { pid: 'a', qty: 2 }, { pid: 'a', qty: '2' }],
  [
    'search',
    { query: 'q', requestId: 'r1', autosuggest_data: { autosuggest_type: 'KEYWORD', prank: 2 } },
    { query: 'q', requestId: 'r1', autosuggest_data: { autosuggest_type: 'KEYWORD', prank: '2' } },
  ],
  ['search', { query: 'q', autosuggest_data: null }, { query: 'q' }],
  [
    'facets',
    { query: 'q', facets: { color: { prank: 1, selected: [], deselected: [red] } } },
    { query: 'q', facets: { color: { prank: '1', deselected: [red] } } },
  ],
  [
    'facets',
    { query: 'q', facets: { color: { prank: 1, selected: [red], deselected: null } } },
    { query: 'q', facets: { color: { prank: '1', selected: [red] } } },
  ],
  ['order', { pid: 'a', price: 1, requestId: 'r1' }, { ...lineA, requestId: 'r1' }],
  ['order', { pid: 'a', qty: '2', price: '$9.50' }, { pid: 'a', qty: '2', price: '9.50' }],
  ['order', { products: [{ pid: 'a', price: 1 }] }, lineA],
  [
    'order',
    {
      products: [
        { pid: 'a', price: 1 },
        { pid: 'b', qty: 2, price: 3, variantId: 'b_1' },
      ],
    },
    { products: [lineA, { pid: 'b', qty: '2', price: '3', variantId: 'b_1' }] },
  ],
]
for (const [action, given, data] of accepted) {
  test(`${action} accepts ${titleText(given, 50)}`, () => {
    expect(parseEvent(action, given, undefined)).toStrictEqual({ action, data })
  })
}

test.each([null, '', ' ', '0', 0])('%j is no variant, alone and in a line', (variantId) => {
  const none = { ...lineA, variantId }
  expect(parseEvent('click', { pid: 'a', variantId }, undefined)).toStrictEqual({
    action: 'click',
    data: { pid: 'a' },
  })
  expect(parseEvent('order', none, undefined)).toStrictEqual({ action: 'order', data: lineA })
  expect(parseEvent('order', { products: [none, none] }, undefined)).toStrictEqual({
    action: 'order',
    data: { products: [lineA, lineA] },
  })
})

test.each([null, '', ' '])('%j is no request id', (requestId) => {
  for (const [action, data] of [
    ['search', { query: 'q' }],
    ['PRODUCT_IMPRESSIONS', { query: 'q', pids_list: [] }],
    ['cart', { pid: 'a', qty: '1' }],
    ['order', { products: [lineA, lineA] }],
  ] as const)
    expect(parseEvent(action, { ...data, requestId }, undefined)).toStrictEqual({ action, data })
})

const refused: [action: unknown, given: unknown, problem: string][] = [
  ['buy', {}, 'there is no action "buy"'],
  ['toString', {}, 'there is no action "toString"'],
  [undefined, {}, 'there is no action "undefined"'],
  [{ toString: 1 }, {}, 'there is no action "object"'],
  ['search', { query: '  ' }, 'search: query needs a text'],
  ['search', 'shoes', 'search: query is missing'],
  ['click', {}, 'click: pid is missing'],
  ['click', Object.create({ pid: 'a' }), 'click: pid is missing'],
  ['click', { pid: {} }, 'click: pid needs a text'],
  ['PRODUCT_IMPRESSIONS', { pids_list: ['a'] }, 'PRODUCT_IMPRESSIONS: query or page is missing'],
  ['PRODUCT_IMPRESSIONS', { query: 'q', pids_list: 'a' }, 'pids_list needs a list'],
  ['PRODUCT_IMPRESSIONS', { query: 'q', pids_list: ['a', {}] }, 'pids_list[1] needs a text'],
  // A hole counts as a missing value.
  ['PRODUCT_IMPRESSIONS', { query: 'q', pids_list: new Array(1) }, 'pids_list[0] is missing'],
  ['facets', { query: 'q' }, 'facets needs a map'],
  ['facets', { query: 'q', facets: { c: { prank: 1 } } }, 'needs values in selected or deselected'],
  ['facets', { query: 'q', facets: { c: { prank: 1, selected: [] } } }, 'c needs values in'],
  ['search', { query: 'q', autosuggest_data: 'boots' }, 'needs an object of texts'],
  ['facets', { query: 'q', facets: 'color' }, 'facets needs a map'],
  ['facets', { query: 'q', facets: { c: {} } }, 'prank is missing'],
  ['facets', { query: 'q', facets: { c: { prank: 1, selected: [{}] } } }, 'prank is missing'],
  ['cart', { pid: 'a', qty: 0 }, 'qty needs a positive whole number'],
  ['order', { pid: 'a', price: '1,234' }, 'price needs a number with a dot'],
  ['order', { products: [] }, 'products needs at least one line'],
]

for (const [action, given, problem] of refused) {
  test(`${titleText(action, 20)} refuses ${titleText(given, 25)}: ${problem.replace(/^\w+: /, '')}`, () => {
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
  const data = { pids_list: ['a'], requestId: 'r2' }
  const event = parseEvent('PRODUCT_IMPRESSIONS', data, { query: 'q', requestId: 'r1' })
  expect(event).toStrictEqual({ action: 'PRODUCT_IMPRESSIONS', data: { query: 'q', ...data } })
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

test('any input gives a serializable fact or an error sentence', () => {
  const actions = fc.constantFrom(...accepted.map(([action]) => action))
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
