import { expect, test } from 'vitest'
import {
  type EventChanges,
  eventQuery,
  formNames,
} from '../../../test/support/fixtures/event-requests.ts'
import { demoKeys } from '../../http/keys.ts'
import { readEvent } from '../../tracker/judge-event.ts'

const reasonsOf = (form: string, changes?: EventChanges) =>
  readEvent(eventQuery(form, changes), demoKeys.siteKey).reasons

const COMMON = ['url', 'referrer', 'visit_type', 'visitId']
const IMPRESSIONS = ['pids_list', ...COMMON]
const required: Readonly<Record<string, readonly string[]>> = {
  visitor: COMMON,
  search: ['url', 'referrer'],
  'impressions of a search': IMPRESSIONS,
  'impressions of a browse page': ['page', 'page_type', ...IMPRESSIONS],
  click: ['pid', ...COMMON],
  'facets of a search': ['facets', ...COMMON],
  'facets of a browse page': ['page', 'page_type', 'facets', ...COMMON],
  cart: ['pid', 'qty', 'url', 'referrer', 'visit_type'],
  'order of one product': ['pid', 'qty', 'price', ...COMMON],
  'order of several products': COMMON,
}

test('the minimal form of each action is good, and each of its fields is required', () => {
  expect(Object.keys(required)).toEqual(formNames)
  for (const [form, fields] of Object.entries(required)) {
    expect(reasonsOf(form), form).toEqual([])
    expect(reasonsOf(form, { data: { ver: 'svc-tag/0.1.0' } }), form).toEqual([])
    const unknown = reasonsOf(form, { data: { orderId: '7' } })
    expect(unknown, form).toEqual(['orderId is not a field of this action.'])
    for (const field of fields) {
      const missing = reasonsOf(form, { data: { [field]: undefined } })
      expect(missing, form).toEqual([`${field} is missing.`])
      const [reason] = reasonsOf(form, { data: { [field]: null } })
      expect(reason, form).toMatch(new RegExp(`^${field} must be .*, but is null\\.$`))
    }
  }
})

const optional: readonly (readonly [form: string, field: string, value: unknown])[] = [
  ['visitor', '_uf', { any: ['thing'] }],
  ['search', 'visit_type', 'repeat'],
  ['search', 'visitId', 'visit-1'],
  ['impressions of a search', 'requestId', 'r1'],
  ['impressions of a search', 'pid', 'P1'],
  ['impressions of a search', 'variantId', 'P1_V1'],
  ['impressions of a browse page', 'requestId', 'r1'],
  ['impressions of a browse page', 'pid', 'P1'],
  ['impressions of a browse page', 'qty', '1'],
  ['impressions of a browse page', 'variantId', 'P1_V1'],
  ['click', 'variantId', 'P1_V1'],
  ['click', 'requestId', 'r1'],
  ['facets of a search', 'requestId', 'r1'],
  ['facets of a browse page', 'requestId', 'r1'],
  ['cart', 'variantId', 'P1_V1'],
  ['cart', 'visitId', 'visit-1'],
  ['cart', 'requestId', 'r1'],
  ['order of one product', 'variantId', 'P1_V1'],
]

test('optional fields may be given or omitted', () => {
  for (const [form, field, value] of optional)
    for (const given of [value, undefined])
      expect(reasonsOf(form, { data: { [field]: given } }), `${form} ${field}`).toEqual([])
})

const facet = (change: unknown) => ({ facets: { color: change } })
const line = (change: object) => ({
  products: [
    { pid: 'P1', qty: '1', price: '1' },
    { pid: 'P2', qty: '1', price: '2', ...change },
  ],
})

const SEARCHED = 'impressions of a search'
const BROWSED = 'impressions of a browse page'
const FACETS = 'facets of a search'
const ORDER = 'order of one product'
const ORDERS = 'order of several products'

const ADDRESS = 'url must be the whole address of a page (https://…), but is'
const VISIT = 'visit_type must be first_time or repeat, but is'
const QTY = 'qty must be a positive whole number as text, like "2", but is'
const PRICE = 'price must be a price as dot-decimal text, like "19.90", but is'
const RESET = 'facets clears all facets as {"unxFacetsReset":true},'

const bad: readonly (readonly [form: string, data: EventChanges['data'], reason: string])[] = [
  ['visitor', { url: '/list' }, `${ADDRESS} "/list".`],
  ['visitor', { url: 'javascript:alert(1)' }, `${ADDRESS} "javascript:alert(1)".`],
  ['visitor', { url: 'https://' }, `${ADDRESS} "https://".`],
  ['visitor', { url: 7 }, `${ADDRESS} the number 7.`],
  ['visitor', { referrer: 7 }, 'referrer must be text, but is the number 7.'],
  ['visitor', { visit_type: 'first-time' }, `${VISIT} "first-time".`],
  ['visitor', { visitId: '' }, 'visitId is empty.'],
  [
    'visitor',
    { visitId: 'undefined' },
    'visitId is the word "undefined", which is nobody\'s name.',
  ],
  ['visitor', { ver: '' }, 'ver is empty.'],
  ['search', { query: ' ' }, 'query is empty.'],
  ['search', { query: ['red'] }, 'query must be text, but is a list.'],
  ['search', { query: 'a\u0000b' }, 'query has a control character or half a character.'],
  ['search', { query: 'a\ud800' }, 'query has a control character or half a character.'],
  ['search', { visit_type: 'new' }, `${VISIT} "new".`],
  [SEARCHED, { query: undefined }, 'query (of a search) or page (of a browse page) is missing.'],
  [SEARCHED, { page: 'Men' }, 'query and page exclude each other: which list was it?'],
  [SEARCHED, { page_type: 'BOOLEAN' }, 'query and page exclude each other: which list was it?'],
  [SEARCHED, { pids_list: 'P1' }, 'pids_list must be a list, but is "P1".'],
  [SEARCHED, { pids_list: ['P1', 2] }, 'pids_list[1] must be text, but is the number 2.'],
  [SEARCHED, { pids_list: ['P1', ''] }, 'pids_list[1] is empty.'],
  [BROWSED, { page: '' }, 'page is empty.'],
  [BROWSED, { page_type: 'boolean' }, 'page_type must be BOOLEAN, but is "boolean".'],
  [BROWSED, { page_type: true }, 'page_type must be BOOLEAN, but is true.'],
  ['click', { pid: 7 }, 'pid must be text, but is the number 7.'],
  ['click', { pid: 'null' }, 'pid is the word "null", which is nobody\'s name.'],
  ['click', { variantId: ' ' }, 'variantId is empty.'],
  ['click', { qty: '1' }, 'qty is not a field of this action.'],
  [FACETS, { facets: [] }, 'facets must be an object, but is a list.'],
  [FACETS, { facets: {} }, 'facets is empty: name what changed, or send unxFacetsReset.'],
  [FACETS, facet(7), 'facets.color must be an object, but is the number 7.'],
  [FACETS, facet({ prank: '1' }), 'facets.color has neither selected nor deselected values.'],
  ...[{ selected: [] }, { deselected: [] }, { selected: [], deselected: [] }].map(
    (lists) =>
      [
        FACETS,
        facet({ prank: '1', ...lists }),
        'facets.color has neither selected nor deselected values.',
      ] as const,
  ),
  [
    FACETS,
    facet({ prank: 1, selected: [{ prank: '1', val: 'Red' }] }),
    'facets.color.prank must be a position as text, like "1", but is the number 1.',
  ],
  [
    FACETS,
    facet({ prank: '1', selected: [{ prank: '1' }] }),
    'facets.color.selected[0].val is missing.',
  ],
  [
    FACETS,
    facet({ prank: '1', deselected: [{ val: 'Red' }] }),
    'facets.color.deselected[0].prank is missing.',
  ],
  [
    FACETS,
    facet({ prank: '1', deselected: 'Red' }),
    'facets.color.deselected must be a list, but is "Red".',
  ],
  [
    FACETS,
    facet({ prank: '1', selected: [{ prank: '1', val: 'Red' }], count: 3 }),
    'facets.color.count is not a field of this action.',
  ],
  [FACETS, { facets: { unxFacetsReset: 'true' } }, `${RESET} with nothing beside it.`],
  [FACETS, { facets: { unxFacetsReset: true, color: {} } }, `${RESET} with nothing beside it.`],
  ['cart', { qty: 2.5 }, `${QTY} the number 2.5.`],
  ['cart', { qty: '0' }, `${QTY} "0".`],
  ['cart', { qty: '1.5' }, `${QTY} "1.5".`],
  ['cart', { qty: '-1' }, `${QTY} "-1".`],
  ['cart', { price: '5' }, 'price is not a field of this action.'],
  [ORDER, { price: 19.9 }, `${PRICE} the number 19.9.`],
  [ORDER, { price: '19,90' }, `${PRICE} "19,90".`],
  [ORDER, { price: '$19.90' }, `${PRICE} "$19.90".`],
  [ORDER, { price: '-1' }, `${PRICE} "-1".`],
  [ORDERS, { products: [] }, 'products is empty.'],
  [ORDERS, { products: {} }, 'products must be a list, but is an object.'],
  [ORDERS, { products: ['P1'] }, 'products[0] must be an object, but is "P1".'],
  [ORDERS, { pid: 'P1' }, 'pid is not a field of this action.'],
  [ORDERS, line({ qty: 0 }), `products[1].${QTY} the number 0.`],
  [ORDERS, line({ pid: undefined }), 'products[1].pid is missing.'],
  [ORDERS, line({ price: undefined }), 'products[1].price is missing.'],
  [ORDERS, line({ name: 'Shoe' }), 'products[1].name is not a field of this action.'],
]

test('each mistake in a field is described in one sentence', () => {
  for (const [form, data, reason] of bad)
    expect(reasonsOf(form, { data: data ?? {} }), form).toEqual([reason])
})

const good: readonly (readonly [form: string, data: EventChanges['data']])[] = [
  ['visitor', { referrer: 'android-app://com.example' }],
  ['visitor', { visit_type: 'repeat' }],
  ['search', { query: 'null' }],
  ['search', { query: 'größe 42 👟 "50%"' }],
  [SEARCHED, { pids_list: [] }],
  [BROWSED, { page: 'Men>Shoes' }],
  [BROWSED, { page: 'categoryPathId:"10>11"' }],
  [FACETS, facet({ prank: '0', deselected: [{ prank: '1', val: '0 TO 40' }] })],
  [
    FACETS,
    { facets: JSON.parse('{"constructor":{"prank":"1","selected":[{"prank":"1","val":"x"}]}}') },
  ],
  [
    'facets of a browse page',
    facet({
      prank: '1',
      selected: [{ prank: '1', val: 'Red' }],
      deselected: [{ prank: '2', val: 'Blue' }],
    }),
  ],
  [ORDER, { price: '0' }],
  [ORDERS, line({ variantId: 'P2_V1' })],
  [ORDERS, line({ variantId: '' })],
  ['click', { variantId: '' }],
  ['cart', { variantId: '0' }],
]
test('all other forms that the contract allows are good', () => {
  for (const [form, data] of good)
    expect(reasonsOf(form, { data: data ?? {} }), `${form} ${JSON.stringify(data)}`).toEqual([])
})

test('an empty list beside a filled one is noted', () => {
  const red = [{ prank: '1', val: 'Red' }]
  const notesOf = (facets: object) =>
    readEvent(eventQuery(FACETS, { data: { facets } }), 'demo-site').notes
  expect(notesOf({ color: { prank: '1', selected: [], deselected: red } })).toEqual([
    'facets.color.selected is empty; leave it out.',
  ])
  expect(notesOf({ color: { prank: '1', selected: red, deselected: [] } })).toEqual([
    'facets.color.deselected is empty; leave it out.',
  ])
  const both = {
    color: { prank: '1', selected: red },
    size: { prank: '2', selected: red, deselected: [] },
  }
  expect(notesOf(both)).toEqual(['facets.size.deselected is empty; leave it out.'])
})

test('an event has all its reasons, up to a readable number', () => {
  const [first, ...others] = reasonsOf(SEARCHED, {
    data: { pids_list: Array.from({ length: 100 }, () => 1) },
  })
  expect(first).toBe('pids_list[0] must be text, but is the number 1.')
  expect(others).toHaveLength(12)
  expect(others.at(-1)).toBe('And 88 reasons more.')
})
