import { expect, test } from 'vitest'
import {
  addressOf,
  lastDays,
  requestOf,
  scopeFrom,
  trendEdges,
} from '../../../../service/console/pages/report-scope'

const noon = new Date(2026, 10, 5, 12).getTime()

test('today is one day, and seven days end with it', () => {
  expect(lastDays(1, noon)).toEqual({ from: '2026-11-05', to: '2026-11-05' })
  expect(lastDays(7, noon)).toEqual({ from: '2026-10-30', to: '2026-11-05' })
  expect(lastDays(undefined, noon)).toEqual({ from: '', to: '' })
})

test('a request runs from the first day to the end of the last', () => {
  const query = requestOf({ from: '2026-11-05', to: '2026-11-06', visit: 'v 1' })
  expect(Object.fromEntries(query)).toEqual({
    from: String(new Date(2026, 10, 5).getTime()),
    to: String(new Date(2026, 10, 7).getTime()),
    visit: 'v 1',
  })
  expect(requestOf({ from: '', to: '', visit: '' }).toString()).toBe('')
})

test('an address is read as it was written, and what is no day is left out', () => {
  const scope = { from: '2026-11-05', to: '', visit: 'v&1' }
  expect(scopeFrom(new URLSearchParams(addressOf(scope).toString()), noon)).toEqual(scope)
  const all = { from: '', to: '', visit: '' }
  expect(scopeFrom(new URLSearchParams('from=2026-99-99&to=x'), noon)).toEqual(all)
  expect(scopeFrom(addressOf(all), noon)).toEqual(all)
})

test('an address that names no scope is about the last 28 days', () => {
  expect(scopeFrom(new URLSearchParams(), noon)).toEqual({
    from: '2026-10-09',
    to: '2026-11-05',
    visit: '',
  })
})

const dayStart = (month: number, day: number) => new Date(2026, month, day).getTime()

test('a trend has a point for each day, and as many for the time before', () => {
  const scope = { from: '2026-11-04', to: '2026-11-05', visit: '' }
  expect(trendEdges(scope, { first: 0, last: 0 })).toEqual({
    days: 1,
    now: [dayStart(10, 4), dayStart(10, 5), dayStart(10, 6)],
    before: [dayStart(10, 2), dayStart(10, 3), dayStart(10, 4)],
  })
})

test('a trend of all time runs over the days that have events', () => {
  const span = { first: new Date(2026, 10, 3, 9).getTime(), last: noon }
  const { now, before } = trendEdges({ from: '', to: '', visit: '' }, span)
  expect([now.length, now[0], before]).toEqual([4, dayStart(10, 3), []])
})

test('a long trend takes several days together', () => {
  const scope = { from: '2026-01-01', to: '2026-12-31', visit: '' }
  const { now, days } = trendEdges(scope, { first: 0, last: 0 })
  expect([days, now.length]).toEqual([7, 54])
})
