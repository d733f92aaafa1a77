import { expect, test } from 'vitest'
import {
  afterAnswer,
  afterFailure,
  type FailedTry,
  type Health,
  retryAfterMs,
  statusAfter,
  unknownHealth,
} from '../../../src/send/outcome.ts'

test.each([
  ['sent', [0, 200, 204, 302, 399]],
  ['dropped', [400, 401, 403, 410, 413, 414, 422]],
  ['retrying', [404, 408, 425, 429, 500, 502, 503]],
])('an event is %s by the statuses %j', (state, statuses) => {
  for (const status of statuses) expect(statusAfter({ status }).state, `${status}`).toBe(state)
  expect(statusAfter({ status: 410 })).toMatchObject({ reason: 'the tracker answered 410' })
})

test('without a response an event is sent again; a response without a status counts as unreadable', () => {
  expect(statusAfter(undefined).state).toBe('retrying')
  expect(statusAfter({})).toEqual(statusAfter({ status: 0 }))
})

const failure: FailedTry = {
  now: 1_000_000,
  tookMs: 500,
  isSilent: false,
  askedMs: 0,
  isOnline: true,
  random: 1,
}
const quick = { tookMs: 20, isSilent: true }

/** Fails several rounds in a row, each when the pause of the previous one is over. */
function failed(rounds: number, change: Partial<FailedTry> = {}, start = unknownHealth): Health {
  let health = start
  for (let round = 0; round < rounds; round += 1)
    health = afterFailure({ ...health, pausedUntil: 0 }, { ...failure, ...change })
  return health
}
const pauseOf = (health: Health) => health.pausedUntil - failure.now

test('pauses grow from a second to five minutes; the jitter is full, down to zero', () => {
  expect([1, 2, 3, 9, 10, 30].map((rounds) => pauseOf(failed(rounds)))).toEqual([
    1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
  ])
  expect(pauseOf(failed(5, { random: 0 }))).toBe(0)
})

test('a longer pause that the tracker asks for applies, even from a second response', () => {
  expect(pauseOf(failed(1, { askedMs: 5_000 }))).toBe(5_000)
  expect(pauseOf(afterFailure(failed(1), { ...failure, askedMs: 5_000 }))).toBe(5_000)
})

test('without a network, only a change ends the pause', () => {
  expect(failed(1, { isOnline: false }).pausedUntil).toBe(Number.POSITIVE_INFINITY)
})

test('three quick refusals in a row over more than 5 s end all tries of the page', () => {
  expect(pauseOf(failed(1, { ...quick, random: 0 }))).toBe(3_000)
  expect(pauseOf(failed(2, { ...quick, random: 0 }))).toBe(3_000)
  expect(failed(3, quick).pausedUntil).toBe(Number.POSITIVE_INFINITY)
})

test('no content blocker is assumed after a response, a slow refusal, or offline', () => {
  const answered = afterAnswer(0)
  expect(failed(3, quick, answered).refusals).toBe(0)
  expect(failed(3, { ...quick, tookMs: 100 }).refusals).toBe(0)
  expect(failed(3, { ...quick, isOnline: false }).refusals).toBe(0)
  expect(failed(3, { ...quick, isSilent: false }).refusals).toBe(0)
})

test('a response resets the count of failures, but not a pause that the tracker asked for', () => {
  const paused = failed(3, { askedMs: 60_000 })
  expect(afterAnswer(paused.pausedUntil)).toEqual({
    ...paused,
    failures: 0,
    refusals: 0,
    hasAnswered: true,
  })
})

const now = Date.parse('2026-11-20T10:00:00Z')

test.each<readonly [header: string | null, pause: number]>([
  ['5', 5_000],
  ['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
  ['3601', 3_600_000],
  ...[null, '', '0', '-1', 'soon', 'Fri, 20 Nov 2026 09:59:59 GMT'].map(
    (none) => [none, 0] as const,
  ),
])('Retry-After %s is a pause of %i ms', (header, pause) => {
  expect(retryAfterMs(header, now)).toBe(pause)
})

test('requests that were sent together count as one failure', () => {
  const once = failed(1)
  expect(afterFailure(once, failure)).toEqual(once)
})
