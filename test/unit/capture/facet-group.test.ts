import { expect, test } from 'vitest'
import type { Pressed } from '../../../src/parts/facets/facet-group'
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

/** The facets of a page: a shopper's press, what the page shows after it, what was reported. */
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
      group.markChanged({ list, group: element, context, ...pressed })
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

test('what was chosen when the page came is not reported', () => {
  const { bar, show, press, clock, reported } = page(color)
  show({ color: ['Red'] })
  bar.look()
  press()
  show({ color: ['Red', 'Blue'] })
  clock.advance(300)
  expect(reported).toEqual([{ color: selected(['2', 'Blue']) }])
})

test('changes within 300 ms are one event, and one taken back is none', () => {
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

test('what one choice replaces is reported with it', () => {
  const { show, press, clock, reported } = page(color)
  press()
  show({ color: ['Red'] })
  clock.advance(300)
  press()
  show({ color: ['Blue'] })
  clock.advance(300)
  expect(reported[1]).toEqual({
    color: { ...selected(['2', 'Blue']), deselected: [{ prank: '1', val: 'Red' }] },
  })
})

test('a press that the page shows late is reported once', () => {
  const { bar, show, press, clock, reported } = page(color)
  press('Red')
  clock.advance(300)
  expect(reported).toEqual([{ color: selected(['1', 'Red']) }])
  show({ color: ['Red'] })
  bar.look()
  press('Blue')
  show({ color: ['Red', 'Blue'] })
  clock.advance(300)
  expect(reported[1]).toEqual({ color: selected(['2', 'Blue']) })
})

test('a press that is shown late does not take an earlier, later shown one with it', () => {
  const { show, press, clock, reported } = page(color)
  press('Red')
  clock.advance(300)
  press('Blue')
  show({ color: ['Red'] })
  clock.advance(300)
  show({ color: ['Red', 'Blue'] })
  press('Green')
  press('Green')
  clock.advance(300)
  expect(reported).toEqual([{ color: selected(['1', 'Red']) }, { color: selected(['2', 'Blue']) }])
})

test('facets that the page takes away to load have not been deselected', () => {
  const { show, load, press, clock, reported } = page(color)
  show({ color: ['Red'] })
  press()
  show({ color: ['Red', 'Blue'] })
  press()
  load(true)
  clock.advance(300)
  expect(reported).toEqual([{ color: selected(['2', 'Blue']) }])
})

test('what is being gathered is reported at once when the page goes, and only then', () => {
  const { bar, press, clock, reported } = page(color)
  press('Green')
  bar.flush()
  bar.flush()
  clock.advance(300)
  expect(reported).toEqual([{ color: selected(['3', 'Green']) }])
})

test('after clearing all nothing is known to be chosen, though the page still shows it', () => {
  const { bar, show, press, clock, reported } = page(color)
  show({ color: ['Red'] })
  bar.look()
  bar.clear()
  show({})
  press()
  show({ color: ['Red'] })
  clock.advance(300)
  expect(reported).toEqual([{ color: selected(['1', 'Red']) }])
})

test('a press on a radio that the page shows late replaces the earlier choice', () => {
  const { bar, show, press, clock, reported } = page(color)
  show({ color: ['Red'] })
  bar.look()
  press('Red', true)
  clock.advance(300)
  expect(reported).toEqual([])

  press('Blue', true)
  clock.advance(300)
  const blueForRed = { ...selected(['2', 'Blue']), deselected: [{ prank: '1', val: 'Red' }] }
  expect(reported).toEqual([{ color: blueForRed }])
  show({ color: ['Blue'] })
  press('Blue', true)
  clock.advance(300)
  expect(reported).toHaveLength(1)

  press('Green', true)
  press('Red', true)
  clock.advance(300)
  expect(reported[1]).toEqual({
    color: { ...selected(['1', 'Red']), deselected: [{ prank: '2', val: 'Blue' }] },
  })
})

test('the state that the page shows after a press on a radio counts, also for others', () => {
  const { show, press, clock, reported } = page(color)
  press('Red', true)
  show({ color: ['Red'] })
  clock.advance(300)
  press('Blue', true)
  show({ color: ['Red', 'Blue'] })
  clock.advance(300)
  press('Blue', true)
  show({ color: ['Red'] })
  clock.advance(300)
  expect(reported).toEqual([
    { color: selected(['1', 'Red']) },
    { color: selected(['2', 'Blue']) },
    { color: { prank: '1', deselected: [{ prank: '2', val: 'Blue' }] } },
  ])
})

test('the state that the page shows between two presses counts, without an event', () => {
  const { bar, show, press, clock, reported } = page(color)
  show({ color: ['Red'] })
  bar.look()
  press('Blue', true)
  clock.advance(300)
  press()
  show({ color: ['Blue'] })
  press('Green', true)
  show({ color: ['Green'] })
  clock.advance(300)
  expect(reported[1]).toEqual({
    color: { ...selected(['3', 'Green']), deselected: [{ prank: '2', val: 'Blue' }] },
  })
})

test('a replaced choice that the page never showed is not waited for', () => {
  const { show, press, clock, reported } = page(color)
  press('Blue', true)
  press('Green', true)
  clock.advance(300)
  show({ color: ['Green'] })
  press()
  clock.advance(300)
  expect(reported).toEqual([{ color: selected(['3', 'Green']) }])

  press('Blue', true)
  show({ color: ['Blue'] })
  clock.advance(300)
  expect(reported[1]).toEqual({
    color: { ...selected(['2', 'Blue']), deselected: [{ prank: '3', val: 'Green' }] },
  })
})

test('a page that shows the choice before the press is over has answered it', () => {
  const { bar, show, clock, reported } = page(color)
  bar.look()
  show({ color: ['Red'] })
  bar.touch({ option: elementOf('Red'), isOnlyOne: false })
  bar.gather()
  clock.advance(300)
  expect(reported).toEqual([{ color: selected(['1', 'Red']) }])
})
