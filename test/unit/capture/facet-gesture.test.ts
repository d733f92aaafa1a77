import { expect, test } from 'vitest'
import {
  changesBetween,
  type FacetState,
  type Option,
  stateFrom,
} from '../../../src/parts/facets/facet-state'
import type { FacetChanges } from '../../../src/wire/tracker-event.ts'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { noon } from '../../support/fixtures/builders'

const element = {} as Element
const list = { query: 'shoes' }

/** A page with a facet of three colors. */
function page() {
  const browser = createBrowser()
  const reported: FacetChanges[] = []
  let chosen: readonly string[] = []
  const options = () =>
    ['Red', 'Blue', 'Green'].map((value, index) => ({
      element,
      isChosen: chosen.includes(value),
      choice: { facet: 'color', facetRank: '1', value, rank: `${index + 1}` },
    }))
  const context = { at: noon, page: { url: '', referrer: '' } }
  const { facetGroup } = openPage(browser).tag
  const onReport = (changes: FacetChanges) => reported.push(changes)
  const group = facetGroup.createFacetGroup(options, onReport, () => false, options())
  return {
    clock: browser.timeline,
    reported,
    /** The shopper presses an option, and the page then shows these colors as chosen. */
    press(...colors: readonly string[]) {
      const press = { list, group: element, context, options: options(), late: undefined }
      group.press({ ...press, isBefore: true })
      group.scheduleReport()
      chosen = colors
    },
  }
}

test('changes within 300 ms are one event, and a reverted change is none', () => {
  const { press, clock, reported } = page()
  press('Red')
  clock.advance(299)
  press('Red', 'Green')
  clock.advance(300)
  const selected = [
    { prank: '1', val: 'Red' },
    { prank: '3', val: 'Green' },
  ]
  expect(reported).toEqual([{ color: { prank: '1', selected } }])
  press('Red')
  clock.advance(100)
  press('Red', 'Green')
  clock.advance(300)
  expect(reported).toHaveLength(1)
})

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

/** A state of values that the page shows as selected. */
const stateOf = (...choices: readonly ReturnType<typeof choice>[]) =>
  stateFrom(
    choices.map((one) => ({ isChosen: true, choice: one })),
    none,
  )

const valuesIn = (state: FacetState) =>
  [...state.values()].map(({ facet, value }) => [facet, value])

test('a facet that currently offers nothing keeps its selection', () => {
  const before = stateOf(choice('size', 'M'), choice('colour', 'red'))
  const state = stateFrom([option('size', 'L', true)], before)
  expect(valuesIn(state)).toEqual([
    ['colour', 'red'],
    ['size', 'L'],
  ])
})

test('a selected value with another rank is the same selection', () => {
  expect(changesBetween(stateOf(choice('size', 'M', '1')), stateOf(choice('size', 'M', '2')))).toBe(
    undefined,
  )
})

test('new values are reported as selected and removed ones as deselected, each with its ranks', () => {
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
