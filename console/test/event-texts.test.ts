import fc from 'fast-check'
import { readEvent } from 'svc-tag-service'
import { expect, test } from 'vitest'
import { eventQuery, formNames } from '../../test/support/fixtures/event-requests.ts'
import { storedEvent } from '../../test/support/fixtures/example-event.ts'
import { contractRows } from '../pages/contract-rows'
import { summaryOf } from '../pages/event-summary'

test('every payload has a summary', () => {
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
  test(`${form} in the contract's form has no differences`, () => {
    const rows = rowsOf(form)
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.filter(({ difference }) => difference !== '')).toEqual([])
  })
}

test('a missing, a wrong, an unknown and a misplaced field are marked', () => {
  const rows = rowsOf('cart', { qty: 0, url: undefined, colour: 'red', _uf: 'x' })
  const marked = rows.flatMap(({ field, difference }) => (difference ? [[field, difference]] : []))
  expect(marked).toEqual([
    ['qty', 'wrong'],
    ['url', 'missing'],
    ['colour', 'unknown'],
    ['_uf', 'noted'],
  ])
})

test('a reason inside a field marks the field, but one for a longer name does not', () => {
  const reasons = ['products[1].qty is missing.', 'priceless is not a field.']
  const data = { products: [], price: '1' }
  const rows = contractRows(storedEvent({ action: 'order', data, reasons }))
  const differenceOf = (name: string) => rows.find(({ field }) => field === name)?.difference
  expect([differenceOf('products'), differenceOf('price')]).toEqual(['wrong', ''])
})

test('an action that the contract does not know has no rows', () => {
  expect(contractRows(storedEvent({ action: 'constructor' }))).toEqual([])
})
