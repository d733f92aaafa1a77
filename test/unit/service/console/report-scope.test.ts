import { expect, test } from 'vitest'
import {
  addressOf,
  dayIn,
  lastDays,
  requestOf,
  scopeFrom,
} from '../../../../service/console/pages/report-scope'

const today = '2026-11-05'

test('today is one day, and seven days end with it', () => {
  expect(lastDays(1, today)).toEqual({ from: '2026-11-05', to: '2026-11-05' })
  expect(lastDays(7, today)).toEqual({ from: '2026-10-30', to: '2026-11-05' })
  expect(lastDays(undefined, today)).toEqual({ from: '', to: '' })
})

test('a request names days, which the service takes in its own time zone', () => {
  const scope = { from: '2026-11-05', to: '2026-11-06', visit: 'v 1', who: 'both' } as const
  expect(Object.fromEntries(requestOf(scope))).toEqual(scope)
  expect(requestOf({ from: '', to: '', visit: '', who: 'people' }).toString()).toBe('')
  const late = Date.UTC(2026, 10, 5, 23, 30)
  expect([dayIn('UTC', late), dayIn('Europe/Berlin', late)]).toEqual(['2026-11-05', '2026-11-06'])
})

test('an address is read as it was written, and what is no day is left out', () => {
  const scope = { from: '2026-11-05', to: '', visit: 'v&1', who: 'agents' } as const
  expect(scopeFrom(new URLSearchParams(addressOf(scope).toString()), today)).toEqual(scope)
  const all = { from: '', to: '', visit: '', who: 'people' } as const
  expect(scopeFrom(new URLSearchParams('from=2026-99-99&to=x'), today)).toEqual(all)
  expect(scopeFrom(addressOf(all), today)).toEqual(all)
})

test('an address that names no scope is about the last 28 days', () => {
  expect(scopeFrom(new URLSearchParams(), today)).toEqual({
    from: '2026-10-09',
    to: '2026-11-05',
    visit: '',
    who: 'people',
  })
})
