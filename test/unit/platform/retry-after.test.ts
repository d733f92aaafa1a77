import { expect, test } from 'vitest'
import { retryAfterMs } from '../../../src/send/outcome.ts'

const now = Date.parse('2026-11-20T10:00:00Z')

test('seconds are seconds', () => {
  expect(retryAfterMs('5', now)).toBe(5_000)
})

test('a date is the time until then', () => {
  expect(retryAfterMs('Fri, 20 Nov 2026 10:00:30 GMT', now)).toBe(30_000)
})

test('nobody keeps us away for more than an hour', () => {
  expect(retryAfterMs('3601', now)).toBe(3_600_000)
})

for (const header of [null, '', '0', '-1', 'soon', 'Fri, 20 Nov 2026 09:59:59 GMT']) {
  test(`${header === null ? 'no header' : `"${header}"`} asks for nothing`, () => {
    expect(retryAfterMs(header, now)).toBe(0)
  })
}
