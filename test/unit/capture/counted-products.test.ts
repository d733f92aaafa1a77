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

test('on a restored page, every list starts over', () => {
  const counts = createDedupe()
  const stays = element()
  counts.countedIn(list('shoes', stays)).add('P1')
  counts.restartLists()
  expect(counts.countedIn(list('shoes', stays)).has('P1')).toBe(false)
})
