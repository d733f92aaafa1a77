import { expect, test } from '@playwright/test'
import { createBrowser } from '../../fakes/browser'
import { openPage } from '../../fakes/page'

const element = () => ({}) as Element
const list = (key: string, on?: Element) => ({
  context: { query: 'shoes' },
  identity: `query:${key}`,
  key,
  element: on,
})
const createTally = () => openPage(createBrowser()).tag.impressions

test('an element that takes the place of a list takes over what was counted', () => {
  const tally = createTally()
  tally.countedIn(list('shoes', element())).add('P1')
  expect(tally.countedIn(list('shoes', element())).has('P1')).toBe(true)
})

test('a list that becomes another one starts afresh', () => {
  const tally = createTally()
  const same = element()
  tally.countedIn(list('shoes', same)).add('P1')
  expect(tally.countedIn(list('boots', same)).has('P1')).toBe(false)
})

test('on a new route a new list starts afresh, and one that stays goes on', () => {
  const tally = createTally()
  const stays = element()
  tally.countedIn(list('shoes', stays)).add('P1')
  tally.startRoute()
  expect(tally.countedIn(list('shoes', stays)).has('P1')).toBe(true)
  expect(tally.countedIn(list('shoes', element())).has('P1')).toBe(false)
})

test('on a restored page every list starts afresh', () => {
  const tally = createTally()
  const stays = element()
  tally.countedIn(list('shoes', stays)).add('P1')
  tally.restartLists()
  expect(tally.countedIn(list('shoes', stays)).has('P1')).toBe(false)
})
