import { expect, test } from 'vitest'
import { demoKeys } from '../../../../service/http/keys.ts'
import { readEvent } from '../../../../service/tracker/judge-event.ts'
import {
  type EventChanges,
  eventQuery,
  formNames,
} from '../../../support/fixtures/event-requests.ts'
import { titleText } from '../../../support/runner/title-text.ts'

const reasonsOf = (form: string, changes?: EventChanges) =>
  readEvent(eventQuery(form, changes), demoKeys.siteKey).reasons

for (const form of formNames) {
  test(`${form}: the least that the contract asks is good`, () => {
    expect(reasonsOf(form)).toEqual([])
  })

  test(`${form}: with the version of svc-tag it is good`, () => {
    expect(reasonsOf(form, { data: { ver: 'svc-tag/0.1.0' } })).toEqual([])
  })

  test(`${form}: a field that nobody knows is named`, () => {
    expect(reasonsOf(form, { data: { orderId: '7' } })).toEqual([
      'orderId is not a field of this action.',
    ])
  })
}

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
for (const [form, fields] of Object.entries(required)) {
  for (const field of fields) {
    test(`${form}: without ${field} it is bad`, () => {
      const reasons = reasonsOf(form, { data: { [field]: undefined } })
      expect(reasons).toEqual([`${field} is missing.`])
    })

    test(`${form}: a null ${field} is bad`, () => {
      const [reason] = reasonsOf(form, { data: { [field]: null } })
      expect(reason).toMatch(new RegExp(`^${field} must be .*, but is null\\.$`))
    })
  }
}

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
for (const [form, field, value] of optional) {
  test(`${form}: ${field} may be given, and may be left out`, () => {
    expect(reasonsOf(form, { data: { [field]: value } })).toEqual([])
    expect(reasonsOf(form, { data: { [field]: undefined } })).toEqual([])
  })
}

const facet = (change: unknown) => ({ facets: { color: change } })
const line = (change: object) => ({
  products: [
    { pid: 'P1', qty: '1', price: '1' },
    { pid: 'P2', qty: '1', price: '2', ...change },
  ],
})

const bad: readonly (readonly [form: string, data: EventChanges['data'], reason: string])[] = [
  [
    'visitor',
    { url: '/list' },
    'url must be the whole address of a page (https://…), but is "/list".',
  ],
  [
    'visitor',
    { url: 'javascript:alert(1)' },
    'url must be the whole address of a page (https://…), but is "javascript:alert(1)".',
  ],
  [
    'visitor',
    { url: 'https://' },
    'url must be the whole address of a page (https://…), but is "https://".',
  ],
  [
    'visitor',
    { url: 7 },
    'url must be the whole address of a page (https://…), but is the number 7.',
  ],
  ['visitor', { referrer: 7 }, 'referrer must be text, but is the number 7.'],
  [
    'visitor',
    { visit_type: 'first-time' },
    'visit_type must be first_time or repeat, but is "first-time".',
  ],
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
  ['search', { visit_type: 'new' }, 'visit_type must be first_time or repeat, but is "new".'],
  [
    'impressions of a search',
    { query: undefined },
    'query (of a search) or page (of a browse page) is missing.',
  ],
  [
    'impressions of a search',
    { page: 'Men' },
    'query and page exclude each other: which list was it?',
  ],
  [
    'impressions of a search',
    { page_type: 'BOOLEAN' },
    'query and page exclude each other: which list was it?',
  ],
  ['impressions of a search', { pids_list: 'P1' }, 'pids_list must be a list, but is "P1".'],
  [
    'impressions of a search',
    { pids_list: ['P1', 2] },
    'pids_list[1] must be text, but is the number 2.',
  ],
  ['impressions of a search', { pids_list: ['P1', ''] }, 'pids_list[1] is empty.'],
  ['impressions of a browse page', { page: '' }, 'page is empty.'],
  [
    'impressions of a browse page',
    { page_type: 'boolean' },
    'page_type must be BOOLEAN, but is "boolean".',
  ],
  ['impressions of a browse page', { page_type: true }, 'page_type must be BOOLEAN, but is true.'],
  ['click', { pid: 7 }, 'pid must be text, but is the number 7.'],
  ['click', { pid: 'null' }, 'pid is the word "null", which is nobody\'s name.'],
  ['click', { variantId: ' ' }, 'variantId is empty.'],
  ['click', { qty: '1' }, 'qty is not a field of this action.'],
  ['facets of a search', { facets: [] }, 'facets must be an object, but is a list.'],
  [
    'facets of a search',
    { facets: {} },
    'facets is empty: name what changed, or send unxFacetsReset.',
  ],
  ['facets of a search', facet(7), 'facets.color must be an object, but is the number 7.'],
  [
    'facets of a search',
    facet({ prank: '1' }),
    'facets.color has neither selected nor deselected values.',
  ],
  ['facets of a search', facet({ prank: '1', selected: [] }), 'facets.color.selected is empty.'],
  [
    'facets of a search',
    facet({ prank: 1, selected: [{ prank: '1', val: 'Red' }] }),
    'facets.color.prank must be a position as text, like "1", but is the number 1.',
  ],
  [
    'facets of a search',
    facet({ prank: '1', selected: [{ prank: '1' }] }),
    'facets.color.selected[0].val is missing.',
  ],
  [
    'facets of a search',
    facet({ prank: '1', deselected: [{ val: 'Red' }] }),
    'facets.color.deselected[0].prank is missing.',
  ],
  [
    'facets of a search',
    facet({ prank: '1', deselected: 'Red' }),
    'facets.color.deselected must be a list, but is "Red".',
  ],
  [
    'facets of a search',
    facet({ prank: '1', selected: [{ prank: '1', val: 'Red' }], count: 3 }),
    'facets.color.count is not a field of this action.',
  ],
  [
    'facets of a search',
    { facets: { unxFacetsReset: 'true' } },
    'facets clears all facets as {"unxFacetsReset":true}, with nothing beside it.',
  ],
  [
    'facets of a search',
    { facets: { unxFacetsReset: true, color: {} } },
    'facets clears all facets as {"unxFacetsReset":true}, with nothing beside it.',
  ],
  [
    'cart',
    { qty: 2.5 },
    'qty must be a positive whole number as text, like "2", but is the number 2.5.',
  ],
  ['cart', { qty: '0' }, 'qty must be a positive whole number as text, like "2", but is "0".'],
  ['cart', { qty: '1.5' }, 'qty must be a positive whole number as text, like "2", but is "1.5".'],
  ['cart', { qty: '-1' }, 'qty must be a positive whole number as text, like "2", but is "-1".'],
  ['cart', { price: '5' }, 'price is not a field of this action.'],
  [
    'order of one product',
    { price: 19.9 },
    'price must be a price as dot-decimal text, like "19.90", but is the number 19.9.',
  ],
  [
    'order of one product',
    { price: '19,90' },
    'price must be a price as dot-decimal text, like "19.90", but is "19,90".',
  ],
  [
    'order of one product',
    { price: '$19.90' },
    'price must be a price as dot-decimal text, like "19.90", but is "$19.90".',
  ],
  [
    'order of one product',
    { price: '-1' },
    'price must be a price as dot-decimal text, like "19.90", but is "-1".',
  ],
  ['order of several products', { products: [] }, 'products is empty.'],
  ['order of several products', { products: {} }, 'products must be a list, but is an object.'],
  [
    'order of several products',
    { products: ['P1'] },
    'products[0] must be an object, but is "P1".',
  ],
  ['order of several products', { pid: 'P1' }, 'pid is not a field of this action.'],
  [
    'order of several products',
    line({ qty: 0 }),
    'products[1].qty must be a positive whole number as text, like "2", but is the number 0.',
  ],
  ['order of several products', line({ pid: undefined }), 'products[1].pid is missing.'],
  ['order of several products', line({ price: undefined }), 'products[1].price is missing.'],
  [
    'order of several products',
    line({ name: 'Shoe' }),
    'products[1].name is not a field of this action.',
  ],
]
for (const [form, data, reason] of bad) {
  test(`${form}: ${titleText(data, 46)} is bad`, () => {
    expect(reasonsOf(form, { data: data ?? {} })).toEqual([reason])
  })
}

const good: readonly (readonly [form: string, data: EventChanges['data']])[] = [
  ['visitor', { referrer: 'android-app://com.example' }],
  ['visitor', { visit_type: 'repeat' }],
  ['search', { query: 'null' }],
  ['search', { query: 'größe 42 👟 "50%"' }],
  ['impressions of a search', { pids_list: [] }],
  ['impressions of a browse page', { page: 'Men>Shoes' }],
  ['impressions of a browse page', { page: 'categoryPathId:"10>11"' }],
  ['facets of a search', facet({ prank: '0', deselected: [{ prank: '1', val: '0 TO 40' }] })],
  [
    'facets of a search',
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
  ['order of one product', { price: '0' }],
  ['order of several products', line({ variantId: 'P2_V1' })],
  ['order of several products', line({ variantId: '' })],
  ['click', { variantId: '' }],
  ['cart', { variantId: '0' }],
]
for (const [form, data] of good) {
  test(`${form}: ${titleText(data, 42)} is good`, () => {
    expect(reasonsOf(form, { data: data ?? {} })).toEqual([])
  })
}

test('an event has all its reasons, but never more than a person reads', () => {
  const [first, ...others] = reasonsOf('impressions of a search', {
    data: { pids_list: Array.from({ length: 100 }, () => 1) },
  })
  expect(first).toBe('pids_list[0] must be text, but is the number 1.')
  expect(others).toHaveLength(12)
  expect(others.at(-1)).toBe('And 88 reasons more.')
})
