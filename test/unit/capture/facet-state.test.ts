import { expect, test } from 'vitest'
import {
  changesBetween,
  type FacetState,
  type Option,
  stateFrom,
} from '../../../src/parts/facets/facet-state'

const choice = (facet: string, value: string, rank = '1', facetRank = '1') => ({
  facet,
  facetRank,
  value,
  rank,
})

const option = (facet: string, value: string, isChosen: boolean): Option => ({
  isChosen,
  choice: choice(facet, value),
})

const none: FacetState = new Map()

/** A state of choices that the page shows as chosen. */
const stateOf = (...choices: readonly ReturnType<typeof choice>[]) =>
  stateFrom(
    choices.map((one) => ({ isChosen: true, choice: one })),
    none,
  )

const valuesIn = (state: FacetState) =>
  [...state.values()].map(({ facet, value }) => [facet, value])

test('a state has the chosen options, and no others', () => {
  const state = stateFrom([option('size', 'M', true), option('size', 'L', false)], none)
  expect(valuesIn(state)).toEqual([['size', 'M']])
})

test('a facet that offers nothing just now keeps what it had', () => {
  const before = stateOf(choice('size', 'M'), choice('colour', 'red'))
  const state = stateFrom([option('size', 'L', true)], before)
  expect(valuesIn(state)).toEqual([
    ['colour', 'red'],
    ['size', 'L'],
  ])
})

test('a facet that offers options of which none is chosen has nothing', () => {
  expect(valuesIn(stateFrom([option('size', 'M', false)], stateOf(choice('size', 'M'))))).toEqual(
    [],
  )
})

test('one value of two facets is two choices', () => {
  expect(stateOf(choice('size', 'M'), choice('fit', 'M')).size).toBe(2)
})

test('two states with the same choices have no changes', () => {
  const state = stateOf(choice('size', 'M'), choice('colour', 'red'))
  expect(changesBetween(state, stateOf(choice('colour', 'red'), choice('size', 'M')))).toBe(
    undefined,
  )
  expect(changesBetween(none, none)).toBe(undefined)
})

test('a choice with another rank is the same choice', () => {
  expect(changesBetween(stateOf(choice('size', 'M', '1')), stateOf(choice('size', 'M', '2')))).toBe(
    undefined,
  )
})

test('what came is selected, and what went is deselected, each with its ranks', () => {
  const before = stateOf(choice('size', 'M', '2', '1'), choice('colour', 'red', '1', '3'))
  const after = stateOf(choice('size', 'L', '3', '1'), choice('size', 'XL', '4', '1'))
  expect(changesBetween(before, after)).toEqual({
    size: {
      prank: '1',
      selected: [
        { prank: '3', val: 'L' },
        { prank: '4', val: 'XL' },
      ],
      deselected: [{ prank: '2', val: 'M' }],
    },
    colour: { prank: '3', deselected: [{ prank: '1', val: 'red' }] },
  })
})
