import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../service/store/database.ts'
import { forgetBefore } from '../../../../service/store/forget.ts'
import { readLoss } from '../../../../service/store/loss-report.ts'
import { createServiceEvents } from '../../../../service/store/service-events.ts'
import type { Sql } from '../../../../service/store/sql.ts'
import { sqliteStore } from '../../../../service/store/sqlite.ts'
import { loggedEvent } from '../../../support/fixtures/logged-event.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 20, 12)
const always = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** An event of a page, some time after it happened. */
const numbered = (number: number, delayMs = 0, page = 'page-001') =>
  loggedEvent({
    t: `${START + number}|0.5`,
    uid: page,
    data: { seq: `${page}.${number}`, ver: 'svc-tag/0.1.0' },
    browser: 'Chrome',
    receivedAt: START + number + delayMs,
  })

async function lossOf(events: readonly ReturnType<typeof loggedEvent>[], now: number) {
  const store = sqliteStore(openDatabase(':memory:'))
  const received = await createServiceEvents(store)
  for (const event of events) await received.add([event])
  return readLoss(store, always, now)
}

test('numbers missing below the highest are open for a day, then lost', async () => {
  const events = [numbered(1), numbered(4), numbered(2)]
  const row = { day: '2026-11-20', browser: 'Chrome', version: 'svc-tag/0.1.0', received: 3 }
  expect(await lossOf(events, START + DAY_MS)).toMatchObject([{ ...row, lost: 0, open: 1 }])
  expect(await lossOf(events, START + DAY_MS + 2)).toMatchObject([{ ...row, lost: 1, open: 0 }])
})

test('an event that comes late closes its gap and counts as late', async () => {
  const delays = [9_999, 10_000, 3_600_000, DAY_MS]
  const events = delays.map((delay, index) => numbered(index + 1, delay))
  const [row] = await lossOf(events, START + 3 * DAY_MS)
  expect(row).toMatchObject({ received: 4, lateSeconds: 1, lateHours: 1, lateDays: 1, lost: 0 })
})

test('a repeat is counted apart and fills no gap', async () => {
  const [row] = await lossOf([numbered(1), numbered(3), numbered(3)], START + 2 * DAY_MS)
  expect(row).toMatchObject({ received: 2, repeated: 1, lost: 1 })
})

test("a page's report of an order that the server has reported fills its place", async () => {
  const order = { action: 'order', data: { pid: 'P1' } }
  const ofServer = { ...numbered(2), ...order, origin: 'server.1' }
  const ofPage = { ...numbered(2), action: 'order' }
  const rows = await lossOf([numbered(1), ofServer, ofPage, numbered(3)], START + 2 * DAY_MS)
  expect(rows).toMatchObject([{ received: 3, repeated: 0, lost: 0 }])
})

test('an event that breaks the contract is no gap; one without a number is not counted', async () => {
  const bad = { ...numbered(2), reasons: ['pid is missing.'] }
  const unnumbered = loggedEvent({ t: '9|1', data: {} })
  const rows = await lossOf([numbered(1), bad, numbered(3), unnumbered], START + 2 * DAY_MS)
  expect(rows).toMatchObject([{ received: 3, lost: 0 }])
})

test('pages, browsers and versions are counted apart', async () => {
  const other = { ...numbered(2, 0, 'page-002'), browser: 'Firefox' }
  const rows = await lossOf([numbered(1), other], START + 2 * DAY_MS)
  expect(rows.map(({ browser, lost }) => [browser, lost])).toEqual([
    ['Chrome', 0],
    ['Firefox', 1],
  ])
})

const HOUR_MS = 3_600_000

/** An event of one of a few pages, at some time of two days; some numbers come twice. */
const anyNumbered = fc
  .record({
    page: fc.constantFrom('page-001', 'page-002', 'page-003', 'page-004'),
    number: fc.integer({ min: 1, max: 9 }),
    at: fc.oneof(
      fc.nat({ max: 48 }).map((hours) => hours * HOUR_MS),
      fc.nat({ max: 2 * DAY_MS }),
    ),
  })
  .map(({ page, number, at }) => ({ ...numbered(number, 0, page), t: `${START + at}|0.${number}` }))

const edge = fc.oneof(
  fc.nat({ max: 48 }).map((hours) => hours * HOUR_MS),
  fc.nat({ max: 2 * DAY_MS }),
)

test('the sums of whole hours are those of counting each page', async () => {
  const scopes = fc.array(fc.tuple(edge, edge, edge), { minLength: 3, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.array(anyNumbered, { maxLength: 40 }), scopes, async (events, some) => {
      const store = sqliteStore(openDatabase(':memory:'))
      const received = await createServiceEvents(store)
      await received.add(events)
      await forgetBefore(store, START + HOUR_MS)
      // PostgreSQL's query counts each page; it is written for both.
      const counting: Sql = { ...store, kind: 'postgres' }
      for (const [one, other, now] of some) {
        const scope = { from: START + Math.min(one, other), to: START + Math.max(one, other) }
        const rows = await readLoss(store, scope, START + now + DAY_MS)
        expect(rows).toEqual(await readLoss(counting, scope, START + now + DAY_MS))
      }
      await store.close()
    }),
    { numRuns: 60 },
  )
})
