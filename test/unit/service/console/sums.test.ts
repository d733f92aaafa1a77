import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFacts } from '../../../../service/console/analytics/facts.ts'
import { followStore } from '../../../../service/console/analytics/follow-store.ts'
import type { Labels } from '../../../../service/console/analytics/labels.ts'
import { createReporter } from '../../../../service/console/analytics/report.ts'
import type { AnalyticsReport } from '../../../../service/console/analytics/report-type.ts'
import { openDatabase } from '../../../../service/store/database.ts'
import { forgetBefore, forgetUser } from '../../../../service/store/forget.ts'
import { createServiceEvents } from '../../../../service/store/service-events.ts'
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

/** A store whose facts were drawn after each slice of events. */
async function storeOf(slices: readonly (readonly LoggedEvent[])[]) {
  const store = sqliteStore(openDatabase(':memory:'))
  const events = await createServiceEvents(store)
  const facts = await createFacts(store)
  for (const slice of slices) {
    await events.add(slice)
    await facts.catchUp()
  }
  const reporter = createReporter({ store, labels, currency: 'EUR', samplePrefix: 'user-a' })
  return { store, facts, reporter }
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

test('the sums of any history are those of counting its events one by one', async () => {
  await fc.assert(
    fc.asyncProperty(
      sliced,
      fc.array(scope, { minLength: 3, maxLength: 3 }),
      async (given, scopes) => {
        const { store, reporter } = await storeOf(given.slices)
        for (const one of scopes) {
          const report = await reporter.analytics(one)
          expect(reported(report)).toEqual(counted(given.history, one))
          const [point] = await reporter.trend([one.from, one.to], '')
          const { visits, buyingVisits, orders, revenue } = report.totals
          expect(point).toEqual({
            from: one.from,
            to: one.to,
            visits,
            buyingVisits,
            orders,
            revenue,
          })
        }
        await store.close()
      },
    ),
    { numRuns: 40 },
  )
})

const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, visit: '' }

test('events in any order and in any slices make the same report', async () => {
  await fc.assert(
    fc.asyncProperty(sliced, fc.array(scope, { maxLength: 2 }), async ({ slices }, scopes) => {
      const late = await storeOf(slices)
      const events = slices.flat().toSorted((one, other) => atOf(one) - atOf(other))
      const inOrder = await storeOf(events.length > 0 ? [events] : [])
      for (const one of [everything, ...scopes]) {
        const [report, other] = [late, inOrder].map(({ reporter }) => reporter.analytics(one))
        expect(withoutPlaces(await report)).toEqual(withoutPlaces(await other))
      }
      expect(await late.reporter.attribution(everything)).toEqual(
        await inOrder.reporter.attribution(everything),
      )
      for (const { store } of [late, inOrder]) await store.close()
    }),
    { numRuns: 40 },
  )
})

const atOf = ({ t }: LoggedEvent) => Number.parseInt(t, 10)

/** A place is decided when an impression arrives: late ones come last in their reply. */
const withoutPlaces = (report: AnalyticsReport | undefined) => ({ ...report, positions: [] })

test('a user or an old event that is forgotten leaves the sums of the others', async () => {
  await fc.assert(
    fc.asyncProperty(sliced, fc.nat({ max: 60 }), async ({ history, slices }, old) => {
      const { store, reporter } = await storeOf(slices)
      await forgetUser(store, 'user-b')
      await forgetBefore(store, START + old)
      const kept = history.filter(({ visit }, index) => visit !== 'b' && index >= old)
      const left = await reporter.analytics(everything)
      expect(reported(left)).toEqual(counted(kept, everything))
      for (const from of [START, START + HOUR_MS, START + 24 * HOUR_MS]) {
        const later = { ...everything, from }
        expect(reported(await reporter.analytics(later))).toEqual(counted(kept, later))
      }
      const facets = left.facets.map(({ value, visits }) => [value, visits])
      const chose = (value: string) =>
        new Set(
          kept
            .filter(
              ({ action, isBad, data }) =>
                action === 'facets' && !isBad && JSON.stringify(data).includes(value),
            )
            .map(({ visit }) => visit),
        ).size
      expect(Object.fromEntries(facets)).toEqual(
        Object.fromEntries(
          ['Red', 'Blue'].map((value) => [value, chose(value)]).filter(([, visits]) => visits),
        ),
      )
      await store.close()
    }),
    { numRuns: 40 },
  )
})

test('a store without events has no row of a sum left', async () => {
  const history: readonly Told[] = [
    ...[1, 2].map((at) => ({
      ...{ at: START + at * HOUR_MS, visit: 'a', isBad: false, action: 'search' },
      data: { query: 'my own name' },
    })),
    { at: START, visit: 'a', isBad: true, action: 'click', data: {} },
    {
      ...{ at: START, visit: 'a', isBad: false, action: 'facets' },
      data: { facets: { color: { prank: '1', selected: [{ prank: '1', val: 'Red' }] } } },
    },
  ]
  const { store } = await storeOf([history.map(logged)])
  const tables = await store.all<{ readonly name: string }>(
    "select name from sqlite_schema where type = 'table' and (name like 'sum_%' or name like 'fact_%')",
  )
  const rowsLeft = async () => {
    const counts = tables
      .filter(({ name }) => name !== 'fact_progress')
      .map(async ({ name }) => {
        const [row] = await store.all<{ readonly rows: number }>(
          `select count(*) as rows from ${name}`,
        )
        return row?.rows ?? 0
      })
    return (await Promise.all(counts)).reduce((sum, rows) => sum + rows, 0)
  }
  expect(await rowsLeft()).toBeGreaterThan(20)
  await forgetUser(store, 'user-a')
  expect(await rowsLeft()).toBe(0)
  await store.close()
})

test('new events are added to the sums before a report asks', async () => {
  const store = sqliteStore(openDatabase(':memory:'))
  const events = await createServiceEvents(store)
  await events.add([loggedEvent({ t: `${START}|0` })])
  const stop = followStore(events, await createFacts(store), 1)
  const counted = async () => (await store.all('select * from fact_events')).length
  await expect.poll(counted).toBe(1)
  await events.add([loggedEvent({ t: `${START}|1` })])
  await expect.poll(counted).toBe(2)
  await stop()
  await store.close()
})
