import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCatalog } from '../../service/catalog/catalog.ts'
import { demoKeys } from '../../service/keys.ts'
import { sampleShopOf } from '../../service/sample/sample-shop.ts'
import { type SampleEvent, sampleEvents } from '../../service/sample/walks.ts'
import { createService } from '../../service/service.ts'
import { type Db, openDatabase } from '../../service/store/database.ts'
import type { EventStore } from '../../service/store/events.ts'
import { createProductStore } from '../../service/store/products.ts'
import { createServiceEvents } from '../../service/store/service-events.ts'
import { sqliteStore } from '../../service/store/sqlite.ts'
import type { LoggedEvent } from '../../service/store/stored-event.ts'
import { queryText } from '../support/fixtures/events.ts'
import { smallFeed } from '../support/fixtures/feed.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 24, 12)
const VISITS = 5_000
const BATCH = 20_000
const TIMES = 20

/** An answer's time, in milliseconds: the median, the slowest but one of twenty, and the processor's. */
interface Timing {
  readonly median: number
  readonly p95: number
  readonly processor: number
}

/**
 * Fills a SQLite store with shoppers' visits of eight weeks, and times the events page with its
 * filters and the reports on it.
 */
export async function sizeRun(
  events: number,
  report: (name: string, timing: Timing) => void,
): Promise<{ readonly gigabytes: number; readonly factsSeconds: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-scale-'))
  const file = join(folder, 'service.db')
  const db = openDatabase(file)
  try {
    const catalog = await loadCatalog(createProductStore(db), smallFeed())
    const shop = sampleShopOf(catalog)
    const walks = sampleEvents({ shop, visits: VISITS, now: NOW, origin: 'https://shop.example' })
    await fill(await createServiceEvents(sqliteStore(db)), walks, events)
    const service = await createService({ catalog, db, keys: demoKeys })
    const url = await service.listen({ port: 0, host: '127.0.0.1' })
    const drawing = performance.now()
    await ask(`${url}/analytics/data?from=${NOW - DAY_MS}&to=${NOW}`)
    const factsSeconds = Math.round((performance.now() - drawing) / 1_000)
    for (const [name, path] of Object.entries(questionsOf(db)))
      report(name, await timed(() => ask(url + path)))
    await service.close()
    db.pragma('wal_checkpoint(TRUNCATE)')
    return { gigabytes: statSync(file).size / 1024 ** 3, factsSeconds }
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each visit many times, by another shopper each time, in order of time. */
async function fill(store: EventStore, walks: readonly SampleEvent[], events: number) {
  const copies = Math.ceil(events / walks.length)
  let batch: LoggedEvent[] = []
  for (const walk of walks)
    for (let copy = 0; copy < copies; copy += 1) {
      batch.push(copyOf(walk, copy))
      if (batch.length < BATCH) continue
      await store.add(batch)
      batch = []
    }
  await store.add(batch)
}

function copyOf({ action, uid: user, at, data: fields }: SampleEvent, copy: number): LoggedEvent {
  const own = (text: unknown) => `${copy}.${text}`.replace('.sample', '')
  const uid = own(user)
  const t = `${at + copy}|0.5`
  const { visitId, requestId } = fields
  const ids = {
    visitId: own(visitId),
    ...(requestId !== undefined && { requestId: own(requestId) }),
  }
  const data = { ...fields, ...ids }
  const isBad = 'pid' in fields && fields.pid === 'undefined'
  return {
    ...{ site: demoKeys.siteKey, action, uid, t, data, notes: [], browser: 'Chrome' },
    reasons: isBad ? ['pid must be a product, but is "undefined".'] : [],
    query: queryText({ data: JSON.stringify(data), SvcKey: demoKeys.siteKey, action, uid, t }),
    receivedAt: at + copy + 300,
    origin: `${uid} ${t} ${action}`,
  }
}

/** Addresses of the pages' questions, by name. */
function questionsOf(db: Db): Readonly<Record<string, string>> {
  const middle = db
    .prepare(
      'select id, uid, visit_id from tracker_events where id = (select max(id) / 2 from tracker_events)',
    )
    .get() as { readonly id: number; readonly uid: string; readonly visit_id: string }
  const days = (count: number) => `/analytics/data?from=${NOW - count * DAY_MS}&to=${NOW}`
  return {
    'events page': '/events/list',
    'an older page': `/events/list?before=${middle.id}`,
    'one action': '/events/list?action=order',
    'bad events': '/events/list?state=bad',
    'events with a note': '/events/list?state=note',
    'one shopper': `/events/list?shopper=${middle.uid}`,
    'one visit': `/events/list?visit=${middle.visit_id}`,
    'beginning of an id': `/events/list?who=${middle.uid.slice(0, 4)}`,
    'one event': `/events/list?event=${middle.id}`,
    'a text that is rare': '/events/list?text=gift+card',
    'a text that is nowhere': '/events/list?text=zzzz',
    'analytics, 1 day': days(1),
    'analytics, 7 days': days(7),
    'analytics, 28 days': days(28),
    'analytics, one visit': `/analytics/data?visit=${middle.visit_id}`,
  }
}

async function ask(url: string) {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  await reply.arrayBuffer()
}

/** Fewer times when one answer takes long. */
async function timed(question: () => Promise<unknown>): Promise<Timing> {
  const before = process.cpuUsage()
  const times: number[] = []
  const end = performance.now() + 30_000
  while (times.length < TIMES && performance.now() < end) {
    const start = performance.now()
    await question()
    times.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(before)
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
  return {
    median: at(0.5),
    p95: at(0.95),
    processor: Math.round((user + system) / 1_000 / times.length),
  }
}
