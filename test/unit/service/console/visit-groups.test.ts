import { expect, test } from 'vitest'
import { groupByVisit, happenedAt } from '../../../../service/console/pages/event-summary'
import { storedEvent } from '../../../support/fixtures/example-event.ts'

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
