import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import {
  createEventStore,
  createProductStore,
  createReplyStore,
  createService,
  demoKeys,
  forgetBefore,
  forgetUser,
  type LoggedEvent,
  loadCatalog,
  openDatabase,
  type Sql,
  sqliteStore,
} from 'svc-tag-service'
import { expect, test, vi } from 'vitest'
import { loggedEvent } from '../../test/support/fixtures/logged-event.ts'
import { outputPath } from '../../test/support/fixtures/output-path.ts'
import { createCalendar } from '../analytics/calendar.ts'
import { followStore } from '../analytics/follow-store.ts'
import type { AnalyticsReport } from '../analytics/report-type.ts'
import type { Scope, Shoppers } from '../analytics/scope.ts'
import { type Columns, createColumns } from '../columns/columns.ts'
import { openDuck } from '../columns/duck.ts'
import { createLazyColumns } from '../columns/lazy-columns.ts'
import { everything, openReports } from './reports.ts'

const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 10, 1)

/** An event of a sequence; its user and its visit are identified by the same letter. */
interface Told {
  readonly at: number
  readonly visit: string
  readonly action: string
  readonly data: Readonly<Record<string, unknown>>
  readonly isBad: boolean
  readonly isAgent: boolean
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

/** Times within three weeks, many of them in the same few hours. */
const moment = fc.oneof(
  fc.nat({ max: 4 * HOUR_MS }),
  fc.nat({ max: 21 * 24 }).map((hours) => hours * HOUR_MS),
)

const told: fc.Arbitrary<Told> = fc
  .record({
    at: moment,
    visit: fc.constantFrom('a', 'b', 'c'),
    happening,
    kind: fc.nat({ max: 9 }),
  })
  .map(({ at, visit, happening: { action, data }, kind }) => ({
    ...{ at: START + at, visit, action, data, isBad: kind === 0, isAgent: kind > 0 && kind < 4 },
  }))

const edge = fc.oneof(
  moment,
  fc.nat({ max: 21 }).map((days) => days * 24 * HOUR_MS),
)
const scope = fc
  .tuple(edge, edge, fc.constantFrom<Shoppers>('people', 'agents', 'both'))
  .map(([one, other, who]) => ({
    ...{ from: START + Math.min(one, other), to: START + Math.max(one, other), who },
  }))

const logged = ({ at, visit, action, data, isBad, isAgent }: Told, index: number): LoggedEvent =>
  loggedEvent({
    ...{ action, uid: `user-${visit}`, t: `${at}|${index}`, receivedAt: START + index },
    data: { ...data, visitId: `visit-${visit}`, ...(isAgent && { actor: 'agent' }) },
    reasons: isBad ? ['bad'] : [],
  })

const deps = { calendar: createCalendar('Europe/Berlin'), samplePrefix: 'user-a' }

const isCounted = ({ isAgent }: Told, who: Shoppers) =>
  who === 'both' || isAgent === (who === 'agents')

const pidsOf = ({ data }: Told) => (data.pids_list as string[]) ?? [String(data.pid)]

/** The impressions that a step is attributed to. Impressions of an agent do not count for a person. */
function owed(history: readonly Told[], step: Told): Told | undefined {
  const pid = String(step.data.pid)
  const ofStep = history
    .filter(({ isBad, isAgent }) => !isBad && (step.isAgent || !isAgent))
    .toSorted((one, other) => one.at - other.at)
  const ofVisit = ofStep.filter(({ visit, at }) => visit === step.visit && at <= step.at)
  const showed = ({ action, data }: Told) =>
    action === 'PRODUCT_IMPRESSIONS' && (data.pids_list as string[]).includes(pid)
  // A cart or an order has the request id of the click before it.
  const known = ofVisit.findLast(
    ({ action, data }) => action === 'click' && data.pid === pid && data.requestId !== '',
  )
  const requestId = step.action === 'click' ? step.data.requestId : known?.data.requestId
  const ofRequest = ofStep.findLast((event) => showed(event) && event.data.requestId === requestId)
  return (requestId ? ofRequest : undefined) ?? ofVisit.findLast(showed)
}

const listOf = (history: readonly Told[], click: Told) =>
  String(owed(history, click)?.data.query ?? '')

/** The replies of Browse, from the first rank on. */
const ANSWERS = [
  { requestId: 'r1', start: 0, pids: ['P1', 'P2', 'P3'] },
  { requestId: 'r2', start: 9, pids: ['P3', 'P1', 'P2'] },
]

function rankOf(requestId: unknown, pid: string): number | undefined {
  const answer = ANSWERS.find((one) => one.requestId === requestId)
  return answer && answer.start + answer.pids.indexOf(pid) + 1
}

const GAINS: Readonly<Record<string, number>> = { click: 1, cart: 2, order: 3 }

const discounted = (gain: number, rank: number) => (rank <= 10 ? gain / Math.log2(rank + 1) : 0)

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** What people did with one product of one reply. */
interface Judged {
  readonly query: unknown
  readonly reply: string
  readonly rank: number | undefined
  readonly gain: number
  /** `NEVER` without a click. */
  readonly clickedAt: number
}

function judgedProducts(history: readonly Told[]): Judged[] {
  const judged = new Map<string, Judged>()
  for (const step of history.filter(isOfPeople)) {
    const [list, pid, gain] = [owed(history, step), String(step.data.pid), GAINS[step.action]]
    if (!list || gain === undefined) continue
    const { query, requestId } = list.data
    const reply = `${query} ${list.visit} ${requestId}`
    const before = judged.get(`${reply} ${pid}`) ?? { gain: 0, clickedAt: NEVER }
    judged.set(`${reply} ${pid}`, {
      ...{ query, reply, rank: rankOf(requestId, pid), gain: Math.max(gain, before.gain) },
      clickedAt: Math.min(step.action === 'click' ? step.at : NEVER, before.clickedAt),
    })
  }
  return [...judged.values()]
}

const isOfPeople = ({ isBad, isAgent }: Told) => !isBad && !isAgent
const NEVER = Number.POSITIVE_INFINITY

/** The relevance of the list "red" for people, computed event by event. */
function judgedRed(history: readonly Told[]) {
  const seen = history
    .filter((event) => event.action === 'PRODUCT_IMPRESSIONS' && isOfPeople(event))
    .flatMap(({ data, visit }) =>
      (data.pids_list as string[]).map((pid) => ({
        ...{ query: data.query, reply: `${visit} ${data.requestId}` },
        rank: rankOf(data.requestId, pid),
      })),
    )
    .filter(({ rank }) => rank !== undefined)
  const products = judgedProducts(history)
  const clicked = products.filter(({ clickedAt, rank }) => rank && clickedAt < NEVER)
  const rateOf = (rank?: number) =>
    clicked.filter((one) => one.rank === rank).length /
    seen.filter((one) => one.rank === rank).length
  const isRed = ({ query }: { readonly query: unknown }) => query === 'red'
  const red = seen.filter(isRed)
  const ofRed = products.filter(isRed)
  const replies = [...new Set(ofRed.map(({ reply }) => reply))].map((reply) =>
    ofRed.filter((one) => one.reply === reply),
  )
  const firsts = replies.flatMap((some) => {
    const order = some.toSorted(
      (one, other) => one.clickedAt - other.clickedAt || (one.rank ?? 0) - (other.rank ?? 0),
    )
    const [first] = order.filter(({ clickedAt }) => clickedAt < NEVER)
    return first?.rank ? [1 / first.rank] : []
  })
  const ranked = new Set(red.map(({ reply }) => reply)).size
  const gains = replies.flatMap((some) => {
    if (some.some(({ rank }) => rank === undefined)) return []
    const best = some.map(({ gain }) => gain).toSorted((one, other) => other - one)
    const ideal = sumOf(best.map((gain, index) => discounted(gain, index + 1)))
    return [sumOf(some.map(({ gain, rank = 0 }) => discounted(gain, rank))) / ideal]
  })
  return {
    mrr: ranked > 0 ? sumOf(firsts) / ranked : 0,
    ndcg: gains.length > 0 ? sumOf(gains) / gains.length : 0,
    clicks: clicked.filter(isRed).length,
    expected: sumOf(red.map(({ rank }) => rateOf(rank))),
  }
}

/** The same from a report; rounded, because sums of fractions depend on their order. */
function reportedRed({ relevance }: Pick<AnalyticsReport, 'relevance'>) {
  const row = relevance.lists.find(({ name }) => name === 'red')
  return rounded({
    ...{ mrr: row?.mrr ?? 0, ndcg: row?.ndcg ?? 0 },
    ...{ clicks: row?.placedClicks ?? 0, expected: row?.expectedClicks ?? 0 },
  })
}

const rounded = (figures: Readonly<Record<string, number>>) =>
  Object.entries(figures).map(([name, figure]) => `${name} ${figure.toFixed(9)}`)

/** The figures of a scope, counted event by event. */
function counted(history: readonly Told[], { from, to, who }: Scope) {
  const inTime = history.filter(
    (event) => event.at >= from && event.at < to && isCounted(event, who),
  )
  const good = inTime.filter(({ isBad }) => !isBad)
  const of = (action: string) => good.filter((event) => event.action === action)
  const different = (some: readonly Told[], name = (event: Told) => event.visit) =>
    new Set(some.map(name)).size
  const step = (name: string, action: string) => {
    const some = of(action).filter((event) => pidsOf(event).length > 0)
    const pids = some.flatMap(pidsOf)
    return { step: name, times: pids.length, visits: different(some) }
  }
  const orders = of('order').map(({ data }) => [Number(data.qty), Number(data.price)] as const)
  const units = orders.reduce((sum, [qty]) => sum + qty, 0)
  const cents = orders.reduce((sum, [qty, price]) => sum + qty * price * 100, 0)
  const times = inTime.map(({ at }) => at)
  return {
    totals: {
      ...{ events: good.length, bad: inTime.length - good.length, visits: different(good) },
      ...{ buyingVisits: different(of('order')), users: different(good), units },
      sampleUsers: good.some(({ visit }) => visit === 'a') ? 1 : 0,
      searches: of('search').length,
      orders: orders.length,
      shown: step('shown', 'PRODUCT_IMPRESSIONS').times,
      clicked: of('click').length,
      revenue: Math.round(cents) / 100,
      orderSquares: Math.round(sumOf(orders.map(([qty, price]) => (qty * price * 100) ** 2))) / 1e4,
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
    clicks: ['red', 'blue', ''].map(
      (list) => of('click').filter((click) => listOf(history, click) === list).length,
    ),
  }
}

/** The same figures from a report. */
function reported(report: AnalyticsReport) {
  const { totals, funnel, queries, untyped, facets, lists, products, sources } = report
  const sum = (rows: readonly object[], name: string) =>
    rows.reduce((all, row) => all + Number((row as Record<string, unknown>)[name]), 0)
  for (const { step, times } of funnel) {
    expect(sum(lists, step)).toBe(times)
    expect(sum(products, step)).toBe(times)
  }
  expect(sum(sources, 'orders')).toBe(totals.orders)
  return {
    totals: { ...totals, orderSquares: Math.round(totals.orderSquares * 1e4) / 1e4 },
    ...{ funnel, queries: sum(queries, 'searches') },
    empty: sum([...queries, ...untyped], 'empty'),
    chosen: sum(facets, 'selected'),
    clicks: ['red', 'blue', ''].map(
      (list) => lists.find(({ name }) => name === list)?.clicked ?? 0,
    ),
  }
}

/** Few and long sequences, because a report on many events takes no longer than one on few. */
const RUNS = { numRuns: 3, endOnFailure: true }

const sliced = fc
  .record({
    history: fc.array(told, { minLength: 1, maxLength: 150, size: 'max' }),
    parts: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ history, parts }) => {
    const events = history.map(logged)
    const size = Math.ceil(events.length / parts)
    const slices = Array.from({ length: parts }, (_, part) =>
      events.slice(part * size, (part + 1) * size),
    )
    return { history, slices }
  })

test('a report equals a count of the remaining events, one by one', async () => {
  await fc.assert(
    fc.asyncProperty(sliced, scope, fc.nat({ max: 60 }), async ({ history, slices }, one, old) => {
      const { store, columns, reporter, fill, close } = await openReports(deps)
      const known = await createReplyStore(store)
      await known.add(
        ANSWERS.map((answer) => ({ ...answer, at: 0, uid: '', found: 12, query: '' })),
      )
      await fill(...slices)
      const report = await reporter.analytics(one)
      expect(reported(report)).toEqual(counted(history, one))
      for (const name of ['orders', 'searches', 'clicked'] as const) {
        const sum = report.trend.now.reduce((all, point) => all + point[name], 0)
        expect(sum, name).toBe(report.totals[name])
      }
      expect(reportedRed(await reporter.part('relevance', everything))).toEqual(
        rounded(judgedRed(history)),
      )
      await forgetUser(store, 'user-b')
      await forgetBefore(store, START + old)
      await columns.catchUp()
      const kept = history.filter(({ visit }, index) => visit !== 'b' && index >= old)
      const { clicks: _, ...left } = counted(kept, everything)
      expect(reported(await reporter.analytics(everything))).toMatchObject(left)
      expect(await columns.rows("select * from events where uid = 'user-b'")).toEqual([])
      await close()
    }),
    RUNS,
  )
})

test('events in any order, in any slices and mixed with those of agents give the same report', async () => {
  const [late, inOrder] = [await openReports(deps), await openReports(deps)]
  await fc.assert(
    fc.asyncProperty(sliced, scope, async ({ history, slices }, one) => {
      await late.fill(...slices)
      const people = history.map(logged).filter((_, index) => !history[index]?.isAgent)
      await inOrder.fill(people.toSorted((one, other) => atOf(one) - atOf(other)))
      const all = async ({ reporter, readItem }: typeof late) => ({
        // Only one of the two stores has agents.
        report: { ...(await reporter.analytics({ ...one, who: 'people' })), actors: [] },
        attribution: await reporter.attribution(everything),
        list: await readItem(everything, { kind: 'list', name: 'query:red', value: '' }),
        product: await readItem(everything, { kind: 'product', name: 'P1', value: '' }),
      })
      expect(await all(late)).toEqual(await all(inOrder))
    }),
    RUNS,
  )
  for (const { close } of [late, inOrder]) await close()
})

const atOf = ({ t }: LoggedEvent) => Number.parseInt(t, 10)

const columnStep = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      some: fc.array(told, { minLength: 1, maxLength: 5 }),
      isDrawn: fc.boolean(),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['draw', 'draw', 'catch up', 'catch up', 'fail', 'fail', 'reopen', 'reopen'] as const),
        ...(['forget', 'forget', 'forget', 'late', 'late', 'forgetOld', 'reset'] as const),
      ),
      user: fc.constantFrom('user-ab', 'user-c'),
      columns: fc.constantFrom('settled', 'drawn', 'drawing'),
    }),
  },
)
type AddStep = Extract<ColumnStep, { readonly kind: 'add' }>
type ColumnStep = typeof columnStep extends fc.Arbitrary<infer One> ? One : never

/** One user of two visits, and another; nobody sees a reply of another user. */
function ofUser(event: Told, index: number): LoggedEvent {
  const user = event.visit === 'c' ? 'c' : 'ab'
  const { requestId } = event.data
  const data = { ...event.data, ...(requestId ? { requestId: `${requestId}-${user}` } : {}) }
  return { ...logged({ ...event, data }, index), uid: `user-${user}` }
}

/** What another visit of a user had seen before everything else, and says late. */
const shownTo = (user: string): Told => ({
  ...{ at: START, visit: user === 'user-c' ? 'c' : 'b', action: 'PRODUCT_IMPRESSIONS' },
  data: { query: 'red', requestId: '', pids_list: ['P1', 'P2', 'P3'] },
  ...{ isBad: false, isAgent: false },
})

/** Everything in the columns, in texts. After old events are forgotten, the rest keeps what it owed them. */
async function contentOf(columns: Columns, isWhole: boolean) {
  const steps = isWhole ? '*' : 'event_id, line, step, pid, units, micros'
  const tables = [
    'select * from events order by event_id',
    `select ${steps} from steps order by event_id, line`,
    'select event_id, kind, facet, value from facet_rows order by all',
    ...['uid', 'visit', 'request'].map((kind) => `select name from ${kind}_names order by name`),
    'select name, typed, asked from list_names order by name',
    ...(isWhole ? ['select event_id, line, how from acts order by event_id, line'] : []),
  ]
  return Promise.all(tables.map((select) => columns.rows(select)))
}

/** Columns in a file, whose store fails when it is told to. */
async function openColumnWay(file: string) {
  const store = sqliteStore(openDatabase(':memory:'))
  const events = await createEventStore(store)
  let isFailing = false
  let count = 0
  const failOnce = () => {
    const fails = isFailing
    isFailing = false
    if (fails) throw new Error('The store failed.')
  }
  const failing: Sql = {
    ...store,
    async all(select, values) {
      if (select.includes('octet_length')) failOnce()
      return store.all(select, values)
    },
    async exec(several) {
      failOnce()
      return store.exec(several)
    },
  }
  let columns = createLazyColumns(failing, file)
  return {
    ...{ store, events },
    columns: () => columns,
    isWhole: true,
    async add({ some, isDrawn }: AddStep) {
      await events.add(some.map((event, index) => ofUser(event, count + index)))
      count += some.length
      if (isDrawn) await columns.catchUp()
    },
    async fail() {
      isFailing = true
      await expect(columns.catchUp()).rejects.toThrow('The store failed.')
    },
    async reopen() {
      await columns.close()
      columns = createLazyColumns(failing, file)
    },
    forgetOld: () => forgetBefore(store, START + count - 3),
  }
}

type ColumnWay = Awaited<ReturnType<typeof openColumnWay>>
type DrawnStep = Exclude<ColumnStep, AddStep>

const columnPlays: Readonly<
  Record<DrawnStep['kind'], (way: ColumnWay, step: DrawnStep) => Promise<unknown>>
> = {
  draw: ({ columns }) => columns().drawSlice(),
  'catch up': ({ columns }) => Promise.all([columns().catchUp(), columns().catchUp()]),
  fail: (way) => way.fail(),
  reopen: (way) => way.reopen(),
  late: (way, { user }) => way.add({ kind: 'add', some: [shownTo(user)], isDrawn: true }),
  async forget({ store, columns }, { user, columns: are }) {
    if (are === 'drawn') await columns().drawSlice()
    const drawing = are === 'drawing' ? columns().catchUp() : undefined
    await forgetUser(store, user)
    await drawing
  },
  forgetOld(way) {
    way.isWhole = false
    return way.forgetOld()
  },
  async reset({ events, columns }) {
    await events.reset()
    await columns().clear()
  },
}

async function playColumns(steps: readonly ColumnStep[], file: string) {
  const way = await openColumnWay(file)
  for (const one of steps)
    await (one.kind === 'add' ? way.add(one) : columnPlays[one.kind](way, one))
  await way.columns().catchUp()
  await way.add({ kind: 'add', some: [shownTo('user-ab')], isDrawn: true })
  const anew = await createColumns(way.store)
  const both = [way.columns(), anew]
  for (const columns of both) await columns.catchUp()
  const [kept, wanted] = await Promise.all(both.map((one) => contentOf(one, way.isWhole)))
  expect(kept).toEqual(wanted)
  for (const columns of both) await columns.close()
  await way.store.close()
}

test('columns with any past are those that are drawn anew from the store', async () => {
  let played = 0
  await fc.assert(
    fc.asyncProperty(fc.array(columnStep, { minLength: 6, maxLength: 16 }), async (steps) => {
      played += 1
      await playColumns(steps, outputPath(`${played}.columns.duckdb`))
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

const LAST = ['event', 'done', 'pause', 'done', 'pause', 'done'] as const
const happenings = fc.constantFrom(
  'event' as const,
  'pause' as const,
  'done' as const,
  'failed' as const,
)

/** Columns that follow a store, and whose updates end when they are told to. */
function followed() {
  const watchers: { onEvent(): void }[] = []
  let [happened, seen] = [0, 0]
  let end: (how: string) => void = () => {}
  const columns = {
    isWanted: () => true,
    catchUp() {
      const upto = happened
      return new Promise<void>((settle, fail) => {
        end = (how) => {
          if (how === 'failed') return fail(new Error('The store failed.'))
          seen = upto
          settle()
        }
      })
    },
  }
  const events = {
    watch(watcher: { onEvent(): void }) {
      watchers.push(watcher)
      return () => undefined
    },
  }
  const acts = {
    event() {
      happened += 1
      for (const { onEvent } of watchers) onEvent()
    },
    pause: () => vi.advanceTimersByTime(1_000),
    done: () => end('done'),
    failed: () => end('failed'),
  }
  return {
    stop: followStore(events as never, columns as never, 1),
    seen: () => ({ happened, seen }),
    async play(how: 'event' | 'pause' | 'done' | 'failed') {
      acts[how]()
      for (let turns = 0; turns < 8; turns += 1) await Promise.resolve()
    },
  }
}

test('the columns are brought up to date after every event, also one during an update', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const property = fc.asyncProperty(fc.array(happenings, { maxLength: 12 }), async (some) => {
    const { play, seen, stop } = followed()
    for (const how of [...some, ...LAST]) await play(how)
    expect(seen().seen).toBe(seen().happened)
    stop()
  })
  await fc.assert(property).finally(() => vi.useRealTimers())
})

test('a file of columns goes on where it ended, and is drawn anew for another store or form', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-columns-'))
  const file = join(folder, 'service.columns.duckdb')
  const countIn = async (store: Sql) => {
    const columns = await createColumns(store, file)
    await columns.catchUp()
    const [row] = await columns.rows<{ readonly events: number }>(
      'select count(*) as events from events',
    )
    await columns.close()
    return row?.events
  }
  const [one, other] = [openDatabase(':memory:'), openDatabase(':memory:')].map(sqliteStore)
  if (!one || !other) throw new Error('Two stores were opened.')
  const events = await createEventStore(one)
  await events.add([loggedEvent({ t: '1|1' }), loggedEvent({ t: '2|1' })])
  expect(await countIn(one)).toBe(2)
  await events.add([loggedEvent({ t: '3|1' })])
  expect(await countIn(one)).toBe(3)
  const older = await openDuck(file)
  await older.exec('update progress set form = form - 1; delete from event_rows')
  await older.close()
  expect(await countIn(one)).toBe(3)
  await createEventStore(other)
  expect(await countIn(other)).toBe(0)
  writeFileSync(file, 'no column store')
  expect(await countIn(one)).toBe(3)
  rmSync(folder, { recursive: true })
})

test('a report that is interrupted when the service closes does not outlive the store', async () => {
  const [db, store] = [openDatabase(':memory:'), sqliteStore(openDatabase(':memory:'))]
  const events = await createEventStore(store)
  await events.add(Array.from({ length: 6_000 }, (_, at) => loggedEvent({ t: `${START}|${at}` })))
  let begin = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const watched: Sql = {
    ...store,
    all(select, values) {
      if (select.includes('octet_length')) begin()
      return store.all(select, values)
    },
  }
  const catalog = await loadCatalog(createProductStore(db), [])
  const service = await createService({ catalog, db, store: watched, keys: demoKeys, admin: true })
  const url = await service.listen({ port: 0, host: '127.0.0.1' })
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  const report = fetch(`${url}/analytics/data`).catch(() => undefined)
  await hasBegun
  await service.close()
  await store.close()
  await report
  await sleep(200)
  expect(printed.mock.calls).toEqual([])
  printed.mockRestore()
})
