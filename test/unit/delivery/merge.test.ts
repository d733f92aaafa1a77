import { expect, test } from '@playwright/test'
import { batchOf, isGathered, merged } from '../../../src/delivery/merge.ts'
import { eventOf, seen } from './events.ts'

const impressions = (pids: readonly string[], list?: object) => {
  const event = seen(pids, list)
  if (!isGathered(event)) throw new Error('not gathered')
  return event
}

test('only impressions with products are gathered', () => {
  expect(isGathered(eventOf('click'))).toBe(false)
  expect(isGathered(seen([]))).toBe(false)
  expect(isGathered(seen(['P1']))).toBe(true)
})

test('impressions of one list on one page are one batch', () => {
  expect(batchOf(impressions(['P1']))).toBe(batchOf(impressions(['P2'])))
})

for (const [difference, list] of Object.entries({
  'another search': { query: 'boots' },
  'a browse page': { page: 'shoes', page_type: 'BOOLEAN' },
  'another result of the same search': { query: 'shoes', requestId: 'r2' },
  'another address': { query: 'shoes', url: 'https://shop.example/shoes?page=2' },
  'another visit': { query: 'shoes', visitId: 'visitId-2' },
})) {
  test(`${difference} is another batch`, () => {
    expect(batchOf(impressions(['P1'], list))).not.toBe(batchOf(impressions(['P1'])))
  })
}

test('a batch keeps the time of its first products, and the order of all', () => {
  const first = impressions(['P1'])
  const both = merged(first, impressions(['P2', 'P3']))
  expect(both).toEqual({ ...first, data: { ...first.data, pids_list: ['P1', 'P2', 'P3'] } })
})
