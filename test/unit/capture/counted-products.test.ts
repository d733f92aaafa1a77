import { expect, test } from 'vitest'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

const element = () => ({}) as Element
const list = (key: string, on?: Element) => ({
  context: { query: 'shoes' },
  identity: `query:${key}`,
  key,
  element: on,
})
const createDedupe = () => openPage(createBrowser()).tag.impressions

test('an element that replaces a list takes over its counted products', () => {
  const counts = createDedupe()
  counts.countedIn(list('shoes', element())).add('P1')
  expect(counts.countedIn(list('shoes', element())).has('P1')).toBe(true)
})

test('a list that becomes another one starts over', () => {
  const counts = createDedupe()
  const same = element()
  counts.countedIn(list('shoes', same)).add('P1')
  expect(counts.countedIn(list('boots', same)).has('P1')).toBe(false)
})

test('on a new route, a new list starts over and a remaining one continues', () => {
  const counts = createDedupe()
  const stays = element()
  counts.countedIn(list('shoes', stays)).add('P1')
  counts.startRoute()
  expect(counts.countedIn(list('shoes', stays)).has('P1')).toBe(true)
  expect(counts.countedIn(list('shoes', element())).has('P1')).toBe(false)
})

test('on a restored page, every list starts over', () => {
  const counts = createDedupe()
  const stays = element()
  counts.countedIn(list('shoes', stays)).add('P1')
  counts.restartLists()
  expect(counts.countedIn(list('shoes', stays)).has('P1')).toBe(false)
})
