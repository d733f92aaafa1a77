import { expect, test } from 'vitest'
import {
  firstState,
  type LiveState,
  noFilter,
  PAGE_SIZE,
  withList,
  withNews,
  withOlder,
  withOlderHidden,
} from '../../../../service/console/pages/live-state'
import { storedEvent } from '../../../support/fixtures/example-event.ts'

const start = firstState(noFilter)
const numbered = (...ids: number[]) => ids.map((id) => storedEvent({ id }))
const counts = { totals: [], isWhole: true, refused: [] }
const news = (...ids: number[]) => ({ totals: [], isWhole: true, events: numbered(...ids) })
const list = (...ids: number[]) => ({ ...counts, events: numbered(...ids) })
const full = (...ids: number[]) => ({ ...list(...ids), nextBefore: ids.at(-1) as number })
const ids = ({ events }: LiveState) => events.map(({ id }) => id)
const down = (from: number, count: number) => Array.from({ length: count }, (_, n) => from - n)

test('new events are put in front, newest first', () => {
  expect(ids(withNews(withList(start, list(2, 1)), news(3, 4)))).toEqual([4, 3, 2, 1])
})

test('a late event of one shopper is put where it happened', () => {
  const followed = firstState({ ...noFilter, shopper: 'u' })
  const events = [30, 20].map((at, index) => storedEvent({ id: 2 - index, at }))
  const late = { totals: [], isWhole: true, events: [storedEvent({ id: 3, at: 25 })] }
  const state = withNews(withList(followed, { ...counts, events }), late)
  expect(ids(state)).toEqual([2, 3, 1])
  const another = { ...late, events: [storedEvent({ id: 4, at: 10 })] }
  expect(ids(withNews(state, another))).toEqual([2, 3, 1, 4])
})

test('an event that came both ways is shown once', () => {
  expect(ids(withNews(withList(start, list(2, 1)), news(1, 2, 3)))).toEqual([3, 2, 1])
})

test('a repeat changes the event where it stands', () => {
  const repeated = { ...counts, events: [storedEvent({ id: 1, repeats: 1 })] }
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
  const page = withList(start, list(...down(PAGE_SIZE, PAGE_SIZE)))
  const after = withNews(page, news(PAGE_SIZE + 1))
  expect([after.events.length, ids(after)[0], after.nextBefore]).toEqual([
    PAGE_SIZE,
    PAGE_SIZE + 1,
    2,
  ])
  expect(withNews(withList(start, list(1)), news(2)).nextBefore).toBeUndefined()
})

test('older events go behind, until there are none', () => {
  const page = withList(start, full(...down(1_000, PAGE_SIZE)))
  expect(page.nextBefore).toBe(801)
  const older = withOlder(page, list(...down(800, 3)))
  expect([older.events.length, ids(older).at(-1), older.nextBefore]).toEqual([
    PAGE_SIZE + 3,
    798,
    undefined,
  ])
})

test('a view without older events shows what comes after, also from the list', () => {
  const empty = withOlderHidden(withList(start, list(2, 1)))
  expect(ids(empty)).toEqual([])
  expect(ids(withNews(empty, news(2, 3)))).toEqual([3])
  expect(ids(withList(empty, list(3, 2, 1)))).toEqual([3])
  expect(withList(empty, full(3, 2)).nextBefore).toBeUndefined()
})

test('when events were deleted, the view begins anew, in the same form', () => {
  const state = withOlderHidden(withList({ ...start, view: 'visits' }, list(7, 6)))
  const after = withNews(state, { ...news(8), isReset: true })
  expect([ids(after), after.hiddenUpTo, after.view]).toEqual([[8], 0, 'visits'])
})

test('refused requests stay until the service tells of others', () => {
  const refused = { id: 1, at: 1, method: 'POST', status: 405, reason: 'No.', beginning: '' }
  const state = withNews(withList(start, list(1)), { ...news(2), refused: [refused] })
  expect(withNews(state, { events: [], totals: [], isWhole: true }).refused).toEqual([refused])
})
