import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contractRows } from '../../../../service/console/pages/contract-rows'
import { summaryOf } from '../../../../service/console/pages/event-summary'
import { readEvent } from '../../../../service/tracker/judge-event.ts'
import { eventQuery, formNames } from '../../../support/fixtures/event-requests.ts'
import { storedEvent } from '../../../support/fixtures/example-event.ts'
import { titleText } from '../../../support/runner/title-text.ts'

const summaries: readonly (readonly [action: string, data: unknown, summary: string])[] = [
  ['visitor', { visit_type: 'first_time' }, 'A new visitor'],
  ['visitor', { visit_type: 'repeat' }, 'Came back'],
  ['search', { query: 'red shoes' }, '“red shoes”'],
  ['PRODUCT_IMPRESSIONS', { query: 'red', pids_list: ['P1'] }, '1 product of “red”'],
  ['PRODUCT_IMPRESSIONS', { page: 'Men>Shoes', pids_list: [] }, '0 products of Men › Shoes'],
  [
    'PRODUCT_IMPRESSIONS',
    { page: 'brand:"Akira"', pids_list: ['P1', 'P2'] },
    '2 products of brand: Akira',
  ],
  ['click', { pid: 'P1' }, 'P1'],
  ['facets', { facets: { unxFacetsReset: true } }, 'All facets cleared'],
  [
    'facets',
    { facets: { color: { selected: [{ val: 'Red' }], deselected: [{ val: 'Blue' }] } } },
    'color: +Red −Blue',
  ],
  ['cart', { pid: 'P1', qty: '2' }, 'P1 × 2'],
  ['order', { pid: 'P1', qty: '2', price: '19.90' }, 'P1 × 2, 39.80 in all'],
  [
    'order',
    {
      products: [
        { pid: 'P1', qty: '1', price: '10' },
        { pid: 'P2', qty: '2', price: '5' },
      ],
    },
    '2 products, 20.00 in all',
  ],
  ['order', { pid: 'P1', qty: '2', price: '19,90 €' }, 'P1 × 2'],
  ['constructor', { pid: 'P1' }, ''],
]
for (const [action, data, summary] of summaries) {
  test(`${action} ${titleText(data, 24)} is ${summary || 'nothing'}`, () => {
    expect(summaryOf({ action, data })).toBe(summary)
  })
}

test('whatever the payload is, there is a text', () => {
  const action = fc.constantFrom(
    'visitor',
    'search',
    'PRODUCT_IMPRESSIONS',
    'click',
    'facets',
    'cart',
    'order',
  )
  fc.assert(
    fc.property(action, fc.jsonValue(), (name, data) => {
      expect(typeof summaryOf({ action: name, data })).toBe('string')
    }),
  )
})

const rowsOf = (form: string, data: Record<string, unknown> = {}) => {
  const { action, data: sent, reasons, notes } = readEvent(eventQuery(form, { data }), 'demo-site')
  return contractRows(storedEvent({ action, data: sent, reasons, notes }))
}

for (const form of formNames) {
  test(`${form} as the contract has it differs in nothing`, () => {
    const rows = rowsOf(form)
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.filter(({ difference }) => difference !== '')).toEqual([])
  })
}

test('a missing, a wrong and an unknown field are marked', () => {
  const rows = rowsOf('cart', { qty: 0, url: undefined, colour: 'red' })
  const marked = rows.flatMap(({ field, difference }) => (difference ? [[field, difference]] : []))
  expect(marked).toEqual([
    ['qty', 'wrong'],
    ['url', 'missing'],
    ['colour', 'unknown'],
  ])
})

test('a field that is known elsewhere is marked as that', () => {
  const rows = rowsOf('search', { _uf: 'x', requestId: 'r1' })
  const marked = rows.flatMap(({ field, difference }) => (difference ? [[field, difference]] : []))
  expect(marked).toEqual([
    ['_uf', 'elsewhere'],
    ['requestId', 'elsewhere'],
  ])
})

test('a reason inside a field marks the field, one of a longer name does not', () => {
  const reasons = ['products[1].qty is missing.', 'priceless is not a field.']
  const data = { products: [], price: '1' }
  const rows = contractRows(storedEvent({ action: 'order', data, reasons }))
  const differenceOf = (name: string) => rows.find(({ field }) => field === name)?.difference
  expect([differenceOf('products'), differenceOf('price')]).toEqual(['wrong', ''])
})

test('an action that the contract does not know has no rows', () => {
  expect(contractRows(storedEvent({ action: 'constructor' }))).toEqual([])
})
