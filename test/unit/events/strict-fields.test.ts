import { expect, test } from 'vitest'
import { strictFields } from '../../../src/parts/filters/event-filters.ts'
import type { Action } from '../../../src/wire/tracker-event.ts'

/** The contract's table, action by action. */
const table: Record<Action, string[]> = {
  visitor: ['url', 'referrer', 'visit_type', 'visitId'],
  search: ['query', 'url', 'referrer'],
  PRODUCT_IMPRESSIONS: ['query', 'pids_list', 'url', 'referrer', 'visit_type', 'visitId'],
  click: ['pid', 'url', 'referrer', 'visit_type', 'visitId'],
  facets: ['query', 'facets', 'url', 'referrer', 'requestId', 'visit_type', 'visitId'],
  cart: ['pid', 'qty', 'variantId', 'url', 'referrer', 'visit_type'],
  order: ['pid', 'qty', 'price', 'variantId', 'url', 'referrer', 'visit_type', 'visitId'],
}

for (const [action, fields] of Object.entries(table) as [Action, string[]][]) {
  test(`strict ${action} has the fields of the contract's table and no others`, () => {
    const common = ['url', 'referrer', 'visit_type', 'visitId', 'ver', 'seq']
    const extra = action === 'PRODUCT_IMPRESSIONS' || action === 'click' ? ['requestId'] : []
    const everything = [...new Set([...fields, ...common, ...extra])]
    const data = Object.fromEntries(everything.map((name) => [name, name]))
    expect(Object.keys(strictFields(action, data)).sort()).toEqual([...fields].sort())
  })
}

test('strict lines of an order have no variant', () => {
  const products = [{ pid: 'a', qty: '1', price: '2', variantId: 'v' }]
  expect(strictFields('order', { products })).toEqual({
    products: [{ pid: 'a', qty: '1', price: '2' }],
  })
})
