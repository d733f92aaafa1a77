import { expect, test } from 'vitest'
import { groupByVisit, happenedAt } from '../../../../service/console/pages/event-summary'
import {
  firstState,
  type LiveState,
  noFilter,
  withList,
  withNews,
} from '../../../../service/console/pages/live-state'
import { addressOf, scopeFrom } from '../../../../service/console/pages/report-scope'
import { storedEvent } from '../../../support/fixtures/example-event.ts'

const today = '2026-11-05'

test('a scope survives the round trip through a URL, and invalid days are ignored', () => {
  const scope = { from: '2026-11-05', to: '', who: 'agents' } as const
  expect(scopeFrom(new URLSearchParams(addressOf(scope).toString()), today)).toEqual(scope)
  const all = { from: '', to: '', who: 'people' } as const
  expect(scopeFrom(new URLSearchParams('from=2026-99-99&to=x'), today)).toEqual(all)
  expect(scopeFrom(addressOf(all), today)).toEqual(all)
})

test('a URL without a scope means the last 28 days', () => {
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

test('an implausible time is replaced by the time of arrival', () => {
  for (const wrong of [0, at + 3 * 24 * 60 * 60 * 1000]) {
    expect(happenedAt(storedEvent({ at: wrong, receivedAt: at })), String(wrong)).toBe(at)
  }
})

const start = firstState(noFilter)
const numbered = (...ids: number[]) => ids.map((id) => storedEvent({ id }))
const counts = { totals: [], isWhole: true, refused: [] }
const news = (...ids: number[]) => ({ totals: [], isWhole: true, events: numbered(...ids) })
const list = (...ids: number[]) => ({ ...counts, events: numbered(...ids) })
const ids = ({ events }: LiveState) => events.map(({ id }) => id)

test('a late event of one shopper is put where it happened', () => {
  const followed = firstState({ ...noFilter, shopper: 'u' })
  const events = [30, 20].map((at, index) => storedEvent({ id: 2 - index, at }))
  const late = { totals: [], isWhole: true, events: [storedEvent({ id: 3, at: 25 })] }
  const state = withNews(withList(followed, { ...counts, events }), late)
  expect(ids(state)).toEqual([2, 3, 1])
  const another = { ...late, events: [storedEvent({ id: 4, at: 10 })] }
  expect(ids(withNews(state, another))).toEqual([2, 3, 1, 4])
})

test('an event that is both loaded and streamed is shown once', () => {
  expect(ids(withNews(withList(start, list(2, 1)), news(1, 2, 3)))).toEqual([3, 2, 1])
})

test('a repeat updates the event in place', () => {
  const repeated = { ...counts, events: [storedEvent({ id: 1, repeats: 1 })] }
  const state = withNews(withList(start, list(2, 1)), repeated)
  expect(state.events.map(({ repeats }) => repeats)).toEqual([0, 1])
})
