import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCalendar } from '../../../../service/console/analytics/calendar.ts'
import { followStore } from '../../../../service/console/analytics/follow-store.ts'
import type { Labels } from '../../../../service/console/analytics/labels.ts'
import { createReporter } from '../../../../service/console/analytics/report.ts'
import type { AnalyticsReport } from '../../../../service/console/analytics/report-type.ts'
import { type Columns, createColumns } from '../../../../service/store/columns/columns.ts'
import { openDatabase } from '../../../../service/store/database.ts'
import { forgetBefore, forgetUser } from '../../../../service/store/forget.ts'
import { createServiceEvents } from '../../../../service/store/service-events.ts'
import type { Sql } from '../../../../service/store/sql.ts'
import { sqliteStore } from '../../../../service/store/sqlite.ts'
import type { LoggedEvent } from '../../../../service/store/stored-event.ts'
import { loggedEvent } from '../../../support/fixtures/logged-event.ts'

const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 10, 1)

const labels: Labels = { list: (list) => list, facet: () => '', product: () => '' }

/** An event of a history; its user and its visit are named by the same letter. */
interface Told {
  readonly at: number
  readonly visit: string
  readonly action: string
  readonly data: Readonly<Record<string, unknown>>
  readonly isBad: boolean
}

const pid = fc.constantFrom('P1', 'P2', 'P3')
const query = fc.constantFrom('red', 'blue')
const requestId = fc.constantFrom('', '', 'r1', 'r2')

const happening = fc.oneof(
  fc.record({
    action: fc.constant('PRODUCT_IMPRESSIONS'),
    data: fc.record({ query, requestId, pids_list: fc.uniqueArray(pid) }),
  }),
  fc.record({ action: fc.constant('search'), data: fc.record({ query: fc.constant('red') }) }),
  fc.record({ action: fc.constant('click'), data: fc.record({ pid, requestId }) }),
  fc.record({ action: fc.constant('cart'), data: fc.record({ pid, qty: fc.constant('2') }) }),
  fc.record({
    action: fc.constant('order'),
    data: fc.record({ pid, qty: fc.constantFrom('1', '3'), price: fc.constantFrom('0.1', '5') }),
  }),
  fc.record({
    action: fc.constant('facets'),
    data: fc.constantFrom('Red', 'Blue').map((val) => ({
      query: 'red',
      facets: { color: { prank: '1', selected: [{ prank: '1', val }] } },
    })),
  }),
)

/** Moments of three weeks, many of them in the same few hours. */
const moment = fc.oneof(
  fc.nat({ max: 4 * HOUR_MS }),
  fc.nat({ max: 21 * 24 }).map((hours) => hours * HOUR_MS),
)

const told: fc.Arbitrary<Told> = fc
  .record({ at: moment, visit: fc.constantFrom('a', 'b', 'c'), happening, bad: fc.nat({ max: 9 }) })
  .map(({ at, visit, happening: { action, data }, bad }) => ({
    ...{ at: START + at, visit, action, data, isBad: bad === 0 },
  }))

const edge = fc.oneof(
  moment,
  fc.nat({ max: 21 }).map((days) => days * 24 * HOUR_MS),
)
const scope = fc.tuple(edge, edge).map(([one, other]) => ({
  ...{ from: START + Math.min(one, other), to: START + Math.max(one, other), visit: '' },
}))

const logged = ({ at, visit, action, data, isBad }: Told, index: number): LoggedEvent =>
  loggedEvent({
    ...{ action, uid: `user-${visit}`, t: `${at}|${index}`, receivedAt: START + index },
    data: { ...data, visitId: `visit-${visit}` },
    reasons: isBad ? ['bad'] : [],
  })

const calendar = createCalendar('Europe/Berlin')

/** A store whose columns were drawn after each slice of events. */
async function storeOf(slices: readonly (readonly LoggedEvent[])[]) {
  const store = sqliteStore(openDatabase(':memory:'))
  const events = await createServiceEvents(store)
  const columns = await createColumns(store)
  for (const slice of slices) {
    await events.add(slice)
    await columns.catchUp()
  }
  const reporter = createReporter({
    ...{ store, columns, labels, calendar, currency: 'EUR', samplePrefix: 'user-a' },
  })
  const close = async () => {
    columns.close()
    await store.close()
  }
  return { store, columns, reporter, close }
}

/** The numbers of a scope, counted one event after another. */
function counted(history: readonly Told[], { from, to }: { from: number; to: number }) {
  const inTime = history.filter(({ at }) => at >= from && at < to)
  const good = inTime.filter(({ isBad }) => !isBad)
  const of = (action: string) => good.filter((event) => event.action === action)
  const pidsOf = ({ data }: Told) => (data.pids_list as string[]) ?? [String(data.pid)]
  const different = (some: readonly Told[], name = (event: Told) => event.visit) =>
    new Set(some.map(name)).size
  const step = (name: string, action: string) => {
    const some = of(action).filter((event) => pidsOf(event).length > 0)
    const pids = some.flatMap(pidsOf)
    return { step: name, times: pids.length, visits: different(some), products: new Set(pids).size }
  }
  const orders = of('order').map(({ data }) => [Number(data.qty), Number(data.price)] as const)
  const units = orders.reduce((sum, [qty]) => sum + qty, 0)
  const cents = orders.reduce((sum, [qty, price]) => sum + qty * price * 100, 0)
  const times = inTime.map(({ at }) => at)
  return {
    totals: {
      ...{ events: good.length, bad: inTime.length - good.length, visits: different(good) },
      ...{ buyingVisits: different(of('order')), users: different(good), units, resets: 0 },
      sampleUsers: good.some(({ visit }) => visit === 'a') ? 1 : 0,
      searches: of('search').length,
      orders: orders.length,
      shown: step('shown', 'PRODUCT_IMPRESSIONS').times,
      clicked: of('click').length,
      revenue: Math.round(cents) / 100,
      first: times.length > 0 ? Math.min(...times) : 0,
      last: times.length > 0 ? Math.max(...times) : 0,
    },
    funnel: [
      step('shown', 'PRODUCT_IMPRESSIONS'),
      step('clicked', 'click'),
      step('added', 'cart'),
      step('ordered', 'order'),
    ],
    queries: of('search').length,
    empty: of('PRODUCT_IMPRESSIONS').filter((event) => pidsOf(event).length === 0).length,
    chosen: of('facets').length,
  }
}

/** The same numbers, out of a report. */
function reported({ totals, funnel, queries, untyped, facets, lists, products }: AnalyticsReport) {
  const sum = (rows: readonly object[], name: string) =>
    rows.reduce((all, row) => all + Number((row as Record<string, unknown>)[name]), 0)
  for (const { step, times } of funnel) {
    expect(sum(lists, step)).toBe(times)
    expect(sum(products, step)).toBe(times)
  }
  return {
    ...{ totals, funnel, queries: sum(queries, 'searches') },
    empty: sum([...queries, ...untyped], 'empty'),
    chosen: sum(facets, 'selected'),
  }
}

const sliced = fc
  .record({
    history: fc.array(told, { minLength: 1, maxLength: 60 }),
    parts: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ history, parts }) => {
    const events = history.map(logged)
    const size = Math.ceil(events.length / parts)
    const slices = Array.from({ length: parts }, (_, part) =>
      events.slice(part * size, (part + 1) * size),
    )
    return { history, slices }
  })

test('the report on any history is that of counting its events one by one', async () => {
  await fc.assert(
    fc.asyncProperty(
      sliced,
      fc.array(scope, { minLength: 2, maxLength: 2 }),
      async (given, scopes) => {
        const { reporter, close } = await storeOf(given.slices)
        for (const one of scopes) {
          const report = await reporter.analytics(one)
          expect(reported(report)).toEqual(counted(given.history, one))
          const points = report.trend.now
          for (const name of ['orders', 'searches', 'clicked'] as const) {
            const sum = points.reduce((all, point) => all + point[name], 0)
            expect(sum, name).toBe(report.totals[name])
          }
        }
        await close()
      },
    ),
    { numRuns: 6 },
  )
})

const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, visit: '' }

test('events in any order and in any slices make the same report', async () => {
  await fc.assert(
    fc.asyncProperty(sliced, fc.array(scope, { maxLength: 1 }), async ({ slices }, scopes) => {
      const late = await storeOf(slices)
      const events = slices.flat().toSorted((one, other) => atOf(one) - atOf(other))
      const inOrder = await storeOf(events.length > 0 ? [events] : [])
      for (const one of [everything, ...scopes]) {
        expect(await late.reporter.analytics(one)).toEqual(await inOrder.reporter.analytics(one))
      }
      expect(await late.reporter.attribution(everything)).toEqual(
        await inOrder.reporter.attribution(everything),
      )
      for (const { close } of [late, inOrder]) await close()
    }),
    { numRuns: 6 },
  )
})

const atOf = ({ t }: LoggedEvent) => Number.parseInt(t, 10)

test('a user or an old event that is forgotten leaves the reports', async () => {
  await fc.assert(
    fc.asyncProperty(sliced, fc.nat({ max: 60 }), async ({ history, slices }, old) => {
      const { store, columns, reporter, close } = await storeOf(slices)
      await forgetUser(store, 'user-b')
      await forgetBefore(store, START + old)
      await columns.catchUp()
      const kept = history.filter(({ visit }, index) => visit !== 'b' && index >= old)
      expect(reported(await reporter.analytics(everything))).toEqual(counted(kept, everything))
      const rows = await columns.rows("select * from events where uid = 'user-b'")
      expect(rows).toEqual([])
      await close()
    }),
    { numRuns: 6 },
  )
})

test('a file of columns goes on where it ended, and is drawn anew for another store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-columns-'))
  const file = join(folder, 'service.columns.duckdb')
  const countIn = async (store: Sql) => {
    const columns = await createColumns(store, file)
    await columns.catchUp()
    const [row] = await columns.rows<{ readonly events: number }>(
      'select count(*) as events from events',
    )
    columns.close()
    return row?.events
  }
  const [one, other] = [openDatabase(':memory:'), openDatabase(':memory:')].map(sqliteStore)
  if (!one || !other) throw new Error('Two stores were opened.')
  const events = await createServiceEvents(one)
  await events.add([loggedEvent({ t: '1|1' }), loggedEvent({ t: '2|1' })])
  expect(await countIn(one)).toBe(2)
  await events.add([loggedEvent({ t: '3|1' })])
  expect(await countIn(one)).toBe(3)
  await createServiceEvents(other)
  expect(await countIn(other)).toBe(0)
  writeFileSync(file, 'no column store')
  expect(await countIn(one)).toBe(3)
  rmSync(folder, { recursive: true })
})

test('a new event is drawn before a report asks', async () => {
  const store = sqliteStore(openDatabase(':memory:'))
  const events = await createServiceEvents(store)
  await events.add([loggedEvent({ t: `${START}|0` })])
  const columns = await createColumns(store)
  const stop = followStore(events, columns, 1)
  const drawn = async (which: Columns) => (await which.rows('select * from events')).length
  await expect.poll(() => drawn(columns)).toBe(1)
  await events.add([loggedEvent({ t: `${START}|1` })])
  await expect.poll(() => drawn(columns)).toBe(2)
  await stop()
  columns.close()
  await store.close()
})
