import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summaryOf } from '../../../../service/console/pages/event-summary'
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
