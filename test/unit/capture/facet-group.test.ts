import { expect, test } from 'vitest'
import type { Pressed } from '../../../src/parts/facets/facet-group'
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
const list = {
  context: { query: 'shoes' },
  identity: 'query:shoes',
  key: 'shoes',
  element: undefined,
}

const elements = new Map<string, Element>()
function elementOf(value: string): Element {
  const element = elements.get(value) ?? ({} as Element)
  elements.set(value, element)
  return element
}

/** The facets of a page: the shopper's presses, what the page then shows, and what was reported. */
function page(offered: Record<string, readonly string[]>) {
  const browser = createBrowser()
  const clock = browser.timeline
  const reported: FacetChanges[] = []
  let chosen: Record<string, readonly string[]> = {}
  let isLoading = false
  const options = () =>
    Object.entries(isLoading ? {} : offered).flatMap(([facet, values], place) =>
      values.map((value, index) => ({
        element: elementOf(value),
        isChosen: chosen[facet]?.includes(value) ?? false,
        choice: { facet, facetRank: `${place + 1}`, value, rank: `${index + 1}` },
      })),
    )
  const context = { at: noon, page: { url: '', referrer: '' } }
  const group = openPage(browser).tag.facetGroup.createFacetGroup(
    options,
    (changes) => reported.push(changes),
    new Map(),
  )
  const bar = {
    look: () => group.readPage(options()),
    touch(pressed?: Pressed) {
      group.markChanged({ list, group: element, context, isNow: true, ...pressed })
    },
    gather: group.scheduleReport,
    flush: group.flush,
    clear: group.clear,
  }
  return {
    bar,
    clock,
    reported: reported,
    show: (state: typeof chosen) => {
      chosen = state
    },
    load: (isOn: boolean) => {
      isLoading = isOn
    },
    press(value?: string, isOnlyOne = false) {
      bar.look()
      bar.touch(value === undefined ? undefined : { option: elementOf(value), isOnlyOne })
      bar.gather()
    },
  }
}

const color = { color: ['Red', 'Blue', 'Green'] }
const selected = (...values: [string, string][]) => ({
  prank: '1',
  selected: values.map(([prank, val]) => ({ prank, val })),
})

test('changes within 300 ms are one event, and a reverted change is none', () => {
  const { show, press, clock, reported } = page(color)
  press()
  show({ color: ['Red'] })
  clock.advance(299)
  press()
  show({ color: ['Red', 'Green'] })
  clock.advance(1)
  expect(reported).toEqual([{ color: selected(['1', 'Red'], ['3', 'Green']) }])
  press()
  show({ color: ['Red'] })
  clock.advance(100)
  press()
  show({ color: ['Red', 'Green'] })
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
