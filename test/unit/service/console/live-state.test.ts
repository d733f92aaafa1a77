import { expect, test } from '@playwright/test'
import {
  cleared,
  firstState,
  type LiveState,
  PAGE_SIZE,
  withList,
  withNews,
  withOlder,
} from '../../../../service/console/pages/live-state'
import { storedEvent } from '../../../support/stored-event.ts'

const start = firstState({ action: '', who: '', state: '' })
const numbered = (...ids: number[]) => ids.map((id) => storedEvent({ id }))
const news = (...ids: number[]) => ({ events: numbered(...ids), totals: [] })
const list = (...ids: number[]) => ({ events: numbered(...ids), totals: [] })
const ids = ({ events }: LiveState) => events.map(({ id }) => id)
const down = (from: number, count: number) => Array.from({ length: count }, (_, n) => from - n)

test('new events are put in front, newest first', () => {
  expect(ids(withNews(withList(start, list(2, 1)), news(3, 4)))).toEqual([4, 3, 2, 1])
})

test('an event that came both ways is shown once', () => {
  expect(ids(withNews(withList(start, list(2, 1)), news(1, 2, 3)))).toEqual([3, 2, 1])
})

test('a repeat changes the event where it stands', () => {
  const repeated = { events: [storedEvent({ id: 1, repeats: 1 })], totals: [] }
  const state = withNews(withList(start, list(2, 1)), repeated)
  expect(state.events.map(({ repeats }) => repeats)).toEqual([0, 1])
})

test('a repeat of an event out of view is no news', () => {
  expect(ids(withNews(withList(start, list(9, 8)), news(3)))).toEqual([9, 8])
})

test('while it is paused the view stays, and new events are counted', () => {
  const paused = { ...withList(start, list(1)), isPaused: true }
  const after = withNews(withNews(paused, news(2, 3)), news(4))
  expect([ids(after), after.missed]).toEqual([[1], 3])
})

test('the view holds a page, and says that there is more', () => {
  const full = withList(start, list(...down(PAGE_SIZE, PAGE_SIZE)))
  const after = withNews(full, news(PAGE_SIZE + 1))
  expect([after.events.length, ids(after)[0], after.hasOlder]).toEqual([
    PAGE_SIZE,
    PAGE_SIZE + 1,
    true,
  ])
  expect(withNews(withList(start, list(1)), news(2)).hasOlder).toBe(false)
})

test('older events go behind, until there are none', () => {
  const full = withList(start, list(...down(1_000, PAGE_SIZE)))
  expect(full.hasOlder).toBe(true)
  const older = withOlder(full, list(...down(800, 3)))
  expect([older.events.length, ids(older).at(-1), older.hasOlder]).toEqual([
    PAGE_SIZE + 3,
    798,
    false,
  ])
})

test('a cleared view shows only what comes after, also from the list', () => {
  const empty = cleared(withList(start, list(2, 1)))
  expect(ids(empty)).toEqual([])
  expect(ids(withNews(empty, news(2, 3)))).toEqual([3])
  expect(ids(withList(empty, list(3, 2, 1)))).toEqual([3])
})

test('when the service forgets everything, so does the view', () => {
  const state = cleared(withList(start, list(7, 6)))
  const after = withNews(state, { ...news(8), isReset: true })
  expect([ids(after), after.clearedUpTo]).toEqual([[8], 0])
})
