import { expect, test } from 'vitest'
import {
  afterAnswer,
  afterFailure,
  type FailedTry,
  type Health,
  unknownHealth,
} from '../../../src/send/outcome.ts'

const failure: FailedTry = {
  now: 1_000_000,
  tookMs: 500,
  isSilent: false,
  askedMs: 0,
  isOnline: true,
  random: 1,
}
const quick = { tookMs: 20, isSilent: true }

/** Fails one round after the other, each when the pause of the one before is over. */
function failed(rounds: number, change: Partial<FailedTry> = {}, start = unknownHealth): Health {
  let health = start
  for (let round = 0; round < rounds; round += 1)
    health = afterFailure({ ...health, pausedUntil: 0 }, { ...failure, ...change })
  return health
}
const pauseOf = (health: Health) => health.pausedUntil - failure.now

test('pauses grow from a second to five minutes', () => {
  expect([1, 2, 3, 9, 10, 30].map((rounds) => pauseOf(failed(rounds)))).toEqual([
    1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
  ])
})

test('the jitter is full: a pause may be next to nothing', () => {
  expect(pauseOf(failed(5, { random: 0 }))).toBe(0)
})

test('what was sent together fails once', () => {
  const once = failed(1)
  expect(afterFailure(once, failure)).toEqual(once)
})

test('a longer pause that the tracker asks for counts, also from a second response', () => {
  expect(pauseOf(failed(1, { askedMs: 5_000 }))).toBe(5_000)
  expect(pauseOf(afterFailure(failed(1), { ...failure, askedMs: 5_000 }))).toBe(5_000)
})

test('without a network only something new ends the pause', () => {
  expect(failed(1, { isOnline: false }).pausedUntil).toBe(Number.POSITIVE_INFINITY)
})

test('three quick refusals in a row over more than 5 s end all tries of the page', () => {
  expect(pauseOf(failed(1, { ...quick, random: 0 }))).toBe(3_000)
  expect(pauseOf(failed(2, { ...quick, random: 0 }))).toBe(3_000)
  expect(failed(3, quick).pausedUntil).toBe(Number.POSITIVE_INFINITY)
})

test('no content blocker is assumed after a response, a slow refusal, or offline', () => {
  const answered = afterAnswer(unknownHealth)
  expect(failed(3, quick, answered).refusals).toBe(0)
  expect(failed(3, { ...quick, tookMs: 100 }).refusals).toBe(0)
  expect(failed(3, { ...quick, isOnline: false }).refusals).toBe(0)
  expect(failed(3, { ...quick, isSilent: false }).refusals).toBe(0)
})

test('an answer ends the row of failures but not a pause that was asked for', () => {
  const paused = failed(3, { askedMs: 60_000 })
  expect(afterAnswer(paused)).toEqual({ ...paused, failures: 0, refusals: 0, hasAnswered: true })
})
