import { expect, test } from 'vitest'
import { groupByVisit, happenedAt } from '../../../../service/console/pages/event-summary'
import { change, duration, money, share } from '../../../../service/console/pages/format'
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
import {
  addressOf,
  dayIn,
  lastDays,
  requestOf,
  scopeFrom,
} from '../../../../service/console/pages/report-scope'
import { storedEvent } from '../../../support/fixtures/example-event.ts'

test('a change has a sign, and is empty when there was nothing before', () => {
  expect([change(15, 10), change(5, 10), change(10, 10)]).toEqual(['+50%', '-50%', '0%'])
  expect([change(5, 0), change(Number.NaN, 1)]).toEqual(['', ''])
})

test('a share of nothing is a dash, and money names its currency', () => {
  expect([share(undefined), share(0.125)]).toEqual(['–', '12.5%'])
  expect([money(1234.5, 'EUR'), money(5, 'JPY')]).toEqual(['€1,234.50', '¥5'])
})

test('a duration is written in its largest unit', () => {
  expect([0, 999, 1_000, 90_000, 7_200_000, 172_800_000].map(duration)).toEqual([
    '0 ms',
    '999 ms',
    '1 s',
    '2 min',
    '2 h',
    '2 d',
  ])
})

const today = '2026-11-05'

test('today is one day, and seven days end with it', () => {
  expect(lastDays(1, today)).toEqual({ from: '2026-11-05', to: '2026-11-05' })
  expect(lastDays(7, today)).toEqual({ from: '2026-10-30', to: '2026-11-05' })
  expect(lastDays(undefined, today)).toEqual({ from: '', to: '' })
})

test('a request names days, which the service takes in its own time zone', () => {
  const scope = { from: '2026-11-05', to: '2026-11-06', who: 'both' } as const
  expect(Object.fromEntries(requestOf(scope))).toEqual(scope)
  expect(requestOf({ from: '', to: '', who: 'people' }).toString()).toBe('')
  const late = Date.UTC(2026, 10, 5, 23, 30)
  expect([dayIn('UTC', late), dayIn('Europe/Berlin', late)]).toEqual(['2026-11-05', '2026-11-06'])
})

test('an address is read as it was written, and what is no day is left out', () => {
  const scope = { from: '2026-11-05', to: '', who: 'agents' } as const
  expect(scopeFrom(new URLSearchParams(addressOf(scope).toString()), today)).toEqual(scope)
  const all = { from: '', to: '', who: 'people' } as const
  expect(scopeFrom(new URLSearchParams('from=2026-99-99&to=x'), today)).toEqual(all)
  expect(scopeFrom(addressOf(all), today)).toEqual(all)
})

test('an address that names no scope is about the last 28 days', () => {
  expect(scopeFrom(new URLSearchParams(), today)).toEqual({
    from: '2026-10-09',
    to: '2026-11-05',
    who: 'people',
  })
})

const at = 1_793_786_400_000
const step = (id: number, visitId: string, seconds: number) =>
  storedEvent({ id, visitId, at: at + seconds * 1000, receivedAt: at + 100_000 })

test('events are grouped by visit, each in the order in which they happened', () => {
  const groups = groupByVisit([step(4, 'b', 9), step(3, 'a', 5), step(2, 'a', 2), step(1, 'b', 1)])
  const reported = groups.map(({ visitId, steps }) => [
    visitId,
    steps.map(({ event, since }) => [event.id, since]),
  ])
  expect(reported).toEqual([
    [
      'b',
      [
        [1, 0],
        [4, 8_000],
      ],
    ],
    [
      'a',
      [
        [2, 0],
        [3, 3_000],
      ],
    ],
  ])
})

test('two shoppers with the same visit id are two groups', () => {
  const other = { ...step(2, 'a', 1), uid: 'uid-2' }
  expect(groupByVisit([step(1, 'a', 0), other])).toHaveLength(2)
})

test('a moment that cannot be believed is replaced by the time of arrival', () => {
  for (const wrong of [0, at + 3 * 24 * 60 * 60 * 1000]) {
    expect(happenedAt(storedEvent({ at: wrong, receivedAt: at })), String(wrong)).toBe(at)
  }
})

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
