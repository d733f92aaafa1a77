import { expect, test } from '@playwright/test'
import type { Timestamp } from '../../../src/wire/brand'
import { createEventIds } from '../../../src/wire/event-id.ts'

test('the time of an event never goes back, even when the clock does', () => {
  let now = 2_000
  const newTime = createEventIds({ now: () => now as Timestamp, randomDecimal: () => 0.5 })
  expect(newTime()).toBe('2000|0.5')
  now = 1_000
  expect(newTime()).toBe('2000|0.5')
  expect(newTime(3_000 as Timestamp)).toBe('3000|0.5')
  expect(newTime()).toBe('3000|0.5')
})

test('what happened before keeps its own time', () => {
  const newTime = createEventIds({ now: () => 2_000 as Timestamp, randomDecimal: () => 0.5 })
  expect(newTime()).toBe('2000|0.5')
  expect(newTime(1_500 as Timestamp)).toBe('1500|0.5')
})
