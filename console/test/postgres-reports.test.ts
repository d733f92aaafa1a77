import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import {
  createEventStore,
  createProductStore,
  createService,
  demoKeys,
  forgetBefore,
  forgetUser,
  type LoggedEvent,
  loadCatalog,
  openDatabase,
  openPostgres,
  type Sql,
  sqliteStore,
} from 'svc-tag-service'
import { test as anyTest, expect } from 'vitest'
import { loggedEvent } from '../../test/support/fixtures/logged-event.ts'
import { smallFeed } from '../../test/support/fixtures/made-feed.ts'
import { findProgram, postgresServer } from '../../test/support/runner/programs.ts'
import { createColumns } from '../columns/columns.ts'
import { sampleShopOf } from '../sample/sample-shop.ts'
import type { SampleEvent } from '../sample/sample-visit.ts'
import { sampleWalks } from '../sample/walks.ts'

const EVENTS = 5_000
const BATCH = 500
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.UTC(2026, 10, 24, 12, 20)

const missing = ['postgres', 'initdb'].filter((name) => findProgram(name) === undefined)

/** Skipped where PostgreSQL is not installed (Debian: postgresql). */
const test = anyTest.skipIf(missing.length > 0)

const db = openDatabase(':memory:')

/** Texts that databases treat differently: cut inside a character, with NUL, or sorted by case. */
const AWKWARD = [
  '🙂'.repeat(150),
  `x${'🙂'.repeat(150)}`,
  'a\0b',
  'Äpfel',
  'äpfel',
  'Z',
  'a',
  "O'Neil $1 ?",
]

function logged({ action, uid, at, data }: SampleEvent, index: number): LoggedEvent {
  const query = index % 40 === 0 ? { query: AWKWARD[(index / 40) % AWKWARD.length] } : {}
  const seq = `${String(index % 97).padStart(8, '0')}.${Math.floor(index / 97) + 1}`
  const isBad = 'pid' in data && data.pid === 'undefined'
  return loggedEvent({
    ...{ action, uid, t: `${at}|0.${index}`, receivedAt: at + 300, browser: 'Chrome' },
    data: { ...data, ...('query' in data && query), seq, ver: 'svc-tag/1' },
    reasons: isBad ? ['pid must be a product, but is "undefined".'] : [],
  })
}

/** Events in order of arrival: every third one arrives 900 positions later than it happened, and some arrive twice. */
async function arrivals(): Promise<readonly LoggedEvent[]> {
  const catalog = await loadCatalog(createProductStore(db), smallFeed())
  const shop = sampleShopOf(catalog)
  const { events: walks } = sampleWalks({
    shop,
    visits: 2_500,
    now: NOW,
    origin: 'https://shop.example',
  })
  const events = walks.slice(0, EVENTS).map(logged)
  expect(events.length).toBe(EVENTS)
  const placed = events.map((event, index) => ({
    event,
    place: index % 3 === 0 ? index + 900 : index,
  }))
  const late = placed.toSorted((one, other) => one.place - other.place).map(({ event }) => event)
  return [
    ...late,
    ...late.slice(0, 50).map((event) => ({ ...event, origin: `${event.origin}.again` })),
  ]
}

async function fill(store: Sql, events: readonly LoggedEvent[]) {
  const received = await createEventStore(store)
  const columns = await createColumns(store)
  for (let from = 0; from < events.length; from += BATCH) {
    await received.add(events.slice(from, from + BATCH))
    if (from % (2 * BATCH) === 0) await columns.catchUp()
  }
  await columns.close()
}

/** Everything that the pages of both reports request, for several periods. */
const questions = [
  ...['', `from=${NOW - 40 * DAY_MS}&to=${NOW - 12 * DAY_MS}`].flatMap((scope) => [
    `/analytics/data?${scope}`,
    `/attribution/data?${scope}`,
  ]),
  '/analytics/item?kind=product&name=P1',
  '/analytics/table?table=lists',
  '/attribution/table?table=lists',
]

async function reports(service: FastifyInstance) {
  const url = await service.listen({ port: 0, host: '127.0.0.1' })
  const answers: Record<string, unknown> = {}
  for (const question of questions) {
    const reply = await fetch(url + question)
    const text = await reply.text()
    expect(reply.status, `${question}: ${text}`).toBe(200)
    answers[question] = question.includes('/table') ? text : JSON.parse(text)
  }
  await service.close()
  return answers
}

test('PostgreSQL and SQLite give the same reports on the same events', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-reports-'))
  chmodSync(folder, 0o755)
  const server = await postgresServer(folder)
  await server.start()
  try {
    const catalog = await loadCatalog(createProductStore(db), smallFeed())
    const events = await arrivals()
    const stores = {
      sqlite: sqliteStore(openDatabase(':memory:')),
      postgres: await openPostgres(server.url),
    }
    for (const store of Object.values(stores)) await fill(store, events)
    // As on the next start, when its functions and operators already exist.
    await (await openPostgres(server.url)).close()
    const [{ uid }] = events.slice(2_000) as [LoggedEvent]
    const reportsOf = async (store: Sql) =>
      reports(await createService({ catalog, db, store, keys: demoKeys }))

    const first = await reportsOf(stores.sqlite)
    expect(await reportsOf(stores.postgres)).toEqual(first)
    expect(first['/analytics/data?']).toMatchObject({ totals: { events: expect.any(Number) } })

    for (const store of Object.values(stores)) {
      await forgetUser(store, uid)
      await forgetBefore(store, NOW - 45 * DAY_MS)
    }
    const left = await reportsOf(stores.sqlite)
    expect(left).not.toEqual(first)
    expect(await reportsOf(stores.postgres)).toEqual(left)
    for (const store of Object.values(stores)) await store.close()
  } finally {
    await server.stop('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
})
