import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ListState,
  listStateQuery,
  readListState,
  sorts,
  untouched,
  withToggled,
} from '../../../demo-site/shop/listing/list-state'

const value = fc.string({ minLength: 1, unit: 'binary' })
const listState: fc.Arbitrary<ListState> = fc.record({
  filters: fc.dictionary(
    fc.constantFrom('color_uFilter', 'brand_uFilter', 'size_uFilter'),
    fc.uniqueArray(value, { minLength: 1, maxLength: 3 }),
  ),
  price: fc.option(
    fc.tuple(fc.nat(999), fc.nat(999)).map(([from, more]) => ({ from, to: from + more })),
    { nil: undefined },
  ),
  sort: fc.constantFrom(...(Object.keys(sorts) as ListState['sort'][])),
  page: fc.integer({ min: 1, max: 500 }),
})

test('an address gives back exactly the choice that it was made from', () => {
  fc.assert(
    fc.property(listState, (state) => {
      expect({ ...readListState(listStateQuery(state)) }).toEqual({ ...state })
    }),
    { numRuns: 200 },
  )
})

test('an untouched list has a bare address, a search keeps its words', () => {
  expect(listStateQuery(untouched)).toBe('')
  expect(listStateQuery(untouched, 'rock & roll + "more"')).toBe('?q=rock+%26+roll+%2B+%22more%22')
})

test('what makes no sense in an address is left out', () => {
  expect(readListState('?page=-3&sort=fastest&price=cheap&color=Red')).toEqual(untouched)
  expect(readListState('?page=abc&sort=constructor&utm_source=mail&gclid=x')).toEqual(untouched)
})

test('a range given backwards is turned round', () => {
  expect(readListState('?price=80-20').price).toEqual({ from: 20, to: 80 })
})

test('choosing a value twice takes it back, and every choice begins at the first page', () => {
  const third = { ...untouched, page: 3 }
  const red = withToggled(third, 'color_uFilter', 'Red')
  expect(red).toEqual({ ...untouched, filters: { color_uFilter: ['Red'] } })
  const both = withToggled(red, 'color_uFilter', 'Blue')
  expect(both.filters).toEqual({ color_uFilter: ['Red', 'Blue'] })
  expect(withToggled(both, 'color_uFilter', 'Red').filters).toEqual({ color_uFilter: ['Blue'] })
  expect(withToggled(red, 'color_uFilter', 'Red')).toEqual(untouched)
})
