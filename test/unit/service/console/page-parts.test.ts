import { expect, test } from 'vitest'
import { groupByVisit, happenedAt } from '../../../../service/console/pages/event-summary'
import { addressOf, scopeFrom } from '../../../../service/console/pages/report-scope'
import { storedEvent } from '../../../support/fixtures/example-event.ts'

const today = '2026-11-05'

test('a scope survives the round trip through a URL, and invalid days are ignored', () => {
  const scope = { from: '2026-11-05', to: '', who: 'agents' } as const
  expect(scopeFrom(new URLSearchParams(addressOf(scope)), today)).toEqual(scope)
  const all = { from: '', to: '', who: 'people' } as const
  expect(scopeFrom(new URLSearchParams('from=2026-99-99&to=x'), today)).toEqual(all)
  expect(scopeFrom(new URLSearchParams(addressOf(all)), today)).toEqual(all)
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
