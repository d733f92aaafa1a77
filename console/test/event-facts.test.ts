import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FactSource, factsOf } from '../columns/event-facts.ts'

const source = (fields: Partial<FactSource>): FactSource => ({
  id: 1,
  action: 'click',
  uid: 'uid-1',
  visitId: 'visit-1',
  t: '1793786400000|0.25',
  data: { pid: 'P1' },
  isGood: true,
  reasons: [],
  receivedAt: 5,
  ...fields,
})

test('long texts are cut, and long lists too', () => {
  const query = 'x'.repeat(60_000)
  const pids_list = Array.from({ length: 5_000 }, (_, n) => `P${n}`)
  const facts = factsOf(source({ action: 'PRODUCT_IMPRESSIONS', data: { query, pids_list } }))
  expect(facts.products).toHaveLength(500)
  expect(facts.event.list).toHaveLength('query:'.length + 200)
  expect(JSON.stringify(facts).length).toBeLessThan(40_000)
})

test('an event whose t cannot be parsed has its time of arrival', () => {
  expect(factsOf(source({ t: 'soon' })).event.at).toBe(5)
})

test('reasons that differ only in the value are one kind', () => {
  const kinds = ['P1 is the number 7', 'pids_list[3] must be text, but is the number 7.'].map(
    (reason) => factsOf(source({ isGood: false, reasons: [reason] })).event.reason,
  )
  expect(kinds).toEqual(['P1 is the number 7', 'pids_list[…] must be text.'])
})

test('a bad event has no facts about products or facets', () => {
  const data = { pid: 'P1', url: 'https://shop.example/p/1?secret=2' }
  const facts = factsOf(source({ isGood: false, reasons: ['Bad.'], data }))
  expect(facts.products).toEqual([])
  expect(facts.event).toMatchObject({ page: '/p/1', reason: 'Bad.' })
})

test('with any payload, the facts are small and can be stored', () => {
  const action = fc.constantFrom('PRODUCT_IMPRESSIONS', 'click', 'facets', 'cart', 'order', '')
  fc.assert(
    fc.property(action, fc.jsonValue(), fc.boolean(), (name, data, isGood) => {
      const facts = factsOf(source({ action: name, data, isGood }))
      for (const { units, micros } of facts.products) {
        expect([Number.isFinite(units), Number.isFinite(micros)]).toEqual([true, true])
      }
    }),
  )
})
