import { expect, test } from 'vitest'
import { statusAfter } from '../../../src/send/outcome.ts'

for (const status of [0, 200, 204, 302, 399]) {
  test(`an event that was answered ${status} is sent`, () => {
    expect(statusAfter({ status }).state).toBe('sent')
  })
}

for (const status of [400, 401, 403, 410, 413, 414, 422]) {
  test(`an event that was answered ${status} is dropped, with the status as the reason`, () => {
    expect(statusAfter({ status })).toEqual({
      state: 'dropped',
      reason: `the tracker answered ${status}`,
    })
  })
}

for (const status of [404, 408, 425, 429, 500, 502, 503]) {
  test(`an event that was answered ${status} is sent again`, () => {
    expect(statusAfter({ status }).state).toBe('retrying')
  })
}

test('an event without a response is sent again', () => {
  expect(statusAfter(undefined).state).toBe('retrying')
})

test('a response whose status the page took away counts as one that cannot be read', () => {
  expect(statusAfter({})).toEqual(statusAfter({ status: 0 }))
})
