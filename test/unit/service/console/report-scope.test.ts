import { expect, test } from '@playwright/test'
import {
  addressOf,
  lastDays,
  requestOf,
  scopeFrom,
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
  expect(scopeFrom(new URLSearchParams(addressOf(scope).toString()))).toEqual(scope)
  expect(scopeFrom(new URLSearchParams('from=2026-99-99&to=x'))).toEqual({
    from: '',
    to: '',
    visit: '',
  })
})
