import { expect, test } from 'vitest'
import { contractRows } from '../../../../service/console/pages/contract-rows'
import { readEvent } from '../../../../service/tracker/judge-event.ts'
import { eventQuery, formNames } from '../../../support/fixtures/event-requests.ts'
import { storedEvent } from '../../../support/fixtures/example-event.ts'

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
