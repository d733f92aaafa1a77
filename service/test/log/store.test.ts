import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loggedEvent } from '../../../test/support/fixtures/logged-event.ts'
import { memoryStore } from '../../../test/support/fixtures/memory-stores.ts'
import { outputPath } from '../../../test/support/fixtures/output-path.ts'
import { runCommand } from '../../commands/commands.ts'
import { readOptions } from '../../start/service-options.ts'
import { createEventStore } from '../../store/event-table.ts'
import { forgetBefore, forgetUser } from '../../store/forget.ts'
import { readLoss } from '../../store/loss-report.ts'
import { openStore } from '../../store/postgres.ts'
import { queryOf, translated } from '../../store/postgres-dialect.ts'
import { createReplyStore } from '../../store/replies.ts'
import type { Sql } from '../../store/sql.ts'
import type { LoggedEvent } from '../../store/stored-event.ts'

// Individual rules of the store; log-model.test.ts tests the path of an event.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.UTC(2026, 10, 24)

test('an order that the page and the server report is one event, and the same t at two sites is two', async () => {
  const store = await createEventStore(memoryStore())
  const order = (data: object) => loggedEvent({ action: 'order', data })
  await store.add([order({ ver: 'server' }), order({ ver: 'page' })])
  await store.add([order({ ver: 'page' })])
  expect(await store.list()).toMatchObject([{ data: { ver: 'server' }, repeats: 2, differing: 0 }])
  await store.add([loggedEvent(), loggedEvent({ site: 'two' })])
  expect(await store.list()).toMatchObject([{ differing: 1 }, { site: 'two' }, { action: 'click' }])
})

test('reports of an order with one reference are one event, until it is forgotten', async () => {
  const sql = memoryStore()
  const store = await createEventStore(sql)
  let made = 0
  const order = (ref: string, given: Partial<LoggedEvent> = {}) =>
    loggedEvent({ action: 'order', t: `1793786400000|0.${++made}`, data: { ref }, ...given })
  const stored = async () =>
    (await store.list()).map(({ uid, data, repeats }) => [uid, Object(data).ref, repeats])
  // In one batch and in several, from another user and without one, after one with the same t, and as a part.
  const known = order('a')
  await store.add([known, order('b'), order('a', { uid: 'uid-2' }), order('a.2')])
  await store.add([order('a', { uid: '' }), order('c', { t: known.t }), order('c'), known])
  await store.add([order('a', { site: 'two' }), order('a', { reasons: ['wrong'] })])
  expect(await stored()).toEqual([
    ['uid-1', 'a', 4],
    ['uid-1', 'b', 0],
    ['uid-1', 'a.2', 0],
    ['uid-1', 'a', 0],
    ['uid-1', 'a', 0],
  ])
  await forgetUser(sql, 'uid-1')
  await store.add([order('a', { receivedAt: Date.now() + 1_000 }), order('b', { uid: 'uid-3' })])
  expect(await stored()).toEqual([
    ['uid-1', 'a', 0],
    ['uid-3', 'b', 0],
  ])
})

async function rowsOf(store: Sql, uid: string) {
  const text = 'select count(*) as count from tracker_events where uid = @uid'
  const [row] = await store.all<{ readonly count: number }>(text, { uid })
  return row?.count
}

/** A store with a click by each user, this many days ago. */
async function storeWith(clicks: Readonly<Record<string, number>>, file = ':memory:') {
  const store = await openStore(file)
  const events = await createEventStore(store)
  await events.add(
    Object.entries(clicks).map(([uid, days], number) => {
      const receivedAt = NOW - days * DAY_MS
      const data = { pid: 'P1', visitId: `visit-${uid}`, seq: `page-${uid}0.1` }
      return loggedEvent({ uid, t: `${receivedAt}|0.${number}`, receivedAt, data })
    }),
  )
  const reply = { at: NOW, start: 0, found: 1, pids: ['P1'], query: 'q=red' }
  const replies = await createReplyStore(store)
  await replies.add(Object.keys(clicks).map((uid) => ({ ...reply, uid, requestId: `r-${uid}` })))
  return { store, events }
}

test('deleting old events also deletes their page numbers and counts', async () => {
  const { store, events } = await storeWith({ u1: 91, u2: 89 })
  expect(await forgetBefore(store, NOW - 90 * DAY_MS)).toBe(1)
  expect(await rowsOf(store, 'u1')).toBe(0)
  expect(await rowsOf(store, 'u2')).toBe(1)
  expect(await events.counts()).toEqual([{ action: 'click', good: 1, bad: 0, repeats: 0 }])
  expect(await store.all('select instance from page_instances')).toEqual([{ instance: 'page-u20' }])
})

test('deleting a user deletes several portions of events, and only those of that user', async () => {
  const { store, events } = await storeWith({ 'uid-11': 3, 'UID-1': 3 })
  await events.add(Array.from({ length: 4_100 }, (_, at) => loggedEvent({ t: `${NOW + at}|0.5` })))
  expect(await forgetUser(store, 'uid-1')).toBe(4_100)
  expect((await events.list()).map(({ uid }) => uid)).toEqual(['uid-11', 'UID-1'])
})

test('the command deletes one user from a store', async () => {
  const file = outputPath('service.db')
  const { store } = await storeWith({ u1: 3, u2: 3 }, file)
  await store.close()
  await runCommand('delete', ['--db', file, '--uid', 'u1'])
  const again = await openStore(file)
  const tables = await again.all<{ readonly name: string }>(
    "select name from sqlite_master where type = 'table'",
  )
  for (const { name } of tables)
    expect(JSON.stringify(await again.all(`select * from ${name}`)), name).not.toContain('"u1"')
  expect(await rowsOf(again, 'u1')).toBe(0)
  expect(await rowsOf(again, 'u2')).toBe(1)
  await again.close()
})

test('--keep accepts hours, days and weeks, and refuses anything else', () => {
  const keepOf = (given: string) => readOptions(['--keep', given], 'service.db')?.keepMs
  expect(['90d', '12h', '2w'].map(keepOf)).toEqual([90 * DAY_MS, 12 * HOUR_MS, 14 * DAY_MS])
  for (const given of ['90', '0d', '1.5d', '90m'])
    expect(() => keepOf(given), given).toThrow(`--keep ${given}: not a time`)
})

test('a store in a missing folder is refused, and the folder is not created', async () => {
  const file = outputPath('nope', 'new.db')
  const folder = dirname(file)
  const message = `${file}: there is no folder ${folder}; create it, or name another file.`
  await expect(openStore(file)).rejects.toThrow(message)
  await expect(runCommand('import', ['/dev/null', '--into', file])).rejects.toThrow(message)
  expect(existsSync(folder)).toBe(false)
})

test('a command that reads a store refuses a missing one, and creates none', async () => {
  const file = outputPath('service.db')
  for (const [command, args] of [
    ['delete', ['--db', file, '--uid', 'u1']],
    ['export', ['--db', file]],
    ['replay', ['--db', file, '--into', outputPath('copy.db')]],
  ] as const)
    await expect(runCommand(command, args)).rejects.toThrow(`${file}: there is no such file.`)
  expect(existsSync(file)).toBe(false)
})

test('the PostgreSQL dialect: each named value once, 64-bit integers', () => {
  expect(queryOf('select @visit, @from, @visit', { from: 1, unused: 2, visit: 'v' })).toEqual({
    text: 'select $2::text, $1::bigint, $2::text',
    values: [1, 'v'],
  })
  expect(translated('create table a (hour integer not null) strict;')).toBe(
    'create table a (hour bigint not null);',
  )
})

const START = Date.UTC(2026, 10, 20, 12)
const always = { from: 0, to: Number.MAX_SAFE_INTEGER }

const numbered = (number: number, delayMs = 0, page = 'page-001') =>
  loggedEvent({
    t: `${START + number}|0.5`,
    uid: page,
    data: { seq: `${page}.${number}`, ver: 'svc-tag/0.1.0' },
    browser: 'Chrome',
    receivedAt: START + number + delayMs,
  })

const order = { action: 'order', data: { pid: 'P1' } }
const delays = [9_999, 10_000, HOUR_MS, DAY_MS]
const losses: Readonly<Record<string, readonly [LossEvents, afterMs: number, row: object]>> = {
  'numbers missing below the highest are open for a day': [
    [numbered(1), numbered(4), numbered(2)],
    DAY_MS,
    {
      day: '2026-11-20',
      browser: 'Chrome',
      version: 'svc-tag/0.1.0',
      received: 3,
      lost: 0,
      open: 1,
    },
  ],
  'and then lost': [[numbered(1), numbered(4), numbered(2)], DAY_MS + 2, { lost: 1, open: 0 }],
  'a late event closes its gap': [
    delays.map((delay, index) => numbered(index + 1, delay)),
    3 * DAY_MS,
    { received: 4, lateSeconds: 1, lateHours: 1, lateDays: 1, lost: 0 },
  ],
  'a repeat fills no gap': [
    [numbered(1), numbered(3), numbered(3)],
    2 * DAY_MS,
    { received: 2, repeated: 1, lost: 1 },
  ],
  "the page's report of an order that the server has reported fills its place": [
    [
      numbered(1),
      { ...numbered(2), ...order, origin: 'server.1' },
      { ...numbered(2), action: 'order' },
      numbered(3),
    ],
    2 * DAY_MS,
    { received: 3, repeated: 0, lost: 0 },
  ],
}
type LossEvents = readonly ReturnType<typeof loggedEvent>[]

test('arrivals are counted by page, browser and version', async () => {
  for (const [title, [events, afterMs, row]] of Object.entries(losses)) {
    const store = memoryStore()
    const received = await createEventStore(store)
    for (const event of events) await received.add([event])
    expect(await readLoss(store, always, START + afterMs), title).toMatchObject([row])
  }
  const { store, events } = await storeWith({})
  await events.add([numbered(1), { ...numbered(2, 0, 'page-002'), browser: 'Firefox' }])
  const rows = await readLoss(store, always, START + 2 * DAY_MS)
  expect(rows.map(({ browser, lost }) => `${browser} ${lost}`)).toEqual(['Chrome 0', 'Firefox 1'])
})

const edge = fc.oneof(
  fc.nat({ max: 48 }).map((hours) => hours * HOUR_MS),
  fc.nat({ max: 2 * DAY_MS }),
)

/** An event of one of a few pages, at some time of two days; some numbers come twice. */
const anyNumbered = fc
  .record({
    page: fc.constantFrom('page-001', 'page-002', 'page-003', 'page-004'),
    number: fc.integer({ min: 1, max: 9 }),
    at: edge,
  })
  .map(({ page, number, at }) => ({ ...numbered(number, 0, page), t: `${START + at}|0.${number}` }))

test('the hourly sums equal a count of each page', async () => {
  const scopes = fc.array(fc.tuple(edge, edge, edge), { minLength: 3, maxLength: 3 })
  const property = fc.asyncProperty(
    fc.array(anyNumbered, { maxLength: 40 }),
    scopes,
    async (events, some) => {
      const store = memoryStore()
      const received = await createEventStore(store)
      await received.add(events)
      await forgetBefore(store, START + HOUR_MS)
      // PostgreSQL's query, which counts each page, also works in SQLite.
      const counting: Sql = { ...store, kind: 'postgres' }
      for (const [one, other, now] of some) {
        const scope = { from: START + Math.min(one, other), to: START + Math.max(one, other) }
        const rows = await readLoss(store, scope, START + now + DAY_MS)
        expect(rows).toEqual(await readLoss(counting, scope, START + now + DAY_MS))
      }
      await store.close()
    },
  )
  await fc.assert(property, { numRuns: 60 })
})
