import { expect, test } from '@playwright/test'
import { createTally } from '../../../src/capture/tally'

const element = () => ({}) as Element
const list = (key: string, on?: Element) => ({ context: { query: 'shoes' }, key, element: on })

test('an element that takes the place of a list takes over what was counted', () => {
  const tally = createTally()
  tally.of(list('shoes', element())).add('P1')
  expect(tally.of(list('shoes', element())).has('P1')).toBe(true)
})

test('a list that becomes another one starts afresh', () => {
  const tally = createTally()
  const same = element()
  tally.of(list('shoes', same)).add('P1')
  expect(tally.of(list('boots', same)).has('P1')).toBe(false)
})

test('on a new route a new list starts afresh, and one that stays goes on', () => {
  const tally = createTally()
  const stays = element()
  tally.of(list('shoes', stays)).add('P1')
  tally.newRoute()
  expect(tally.of(list('shoes', stays)).has('P1')).toBe(true)
  expect(tally.of(list('shoes', element())).has('P1')).toBe(false)
})

test('on a restored page every list starts afresh', () => {
  const tally = createTally()
  const stays = element()
  tally.of(list('shoes', stays)).add('P1')
  tally.newPage()
  expect(tally.of(list('shoes', stays)).has('P1')).toBe(false)
})
