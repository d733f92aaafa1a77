import { mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { loadCatalog } from '../../../service/catalog/catalog.ts'
import { demoKeys } from '../../../service/http/keys.ts'
import { sampleShopOf } from '../../../service/sample/sample-shop.ts'
import type { SampleEvent, SampleWalks } from '../../../service/sample/sample-visit.ts'
import { sampleWalks } from '../../../service/sample/walks.ts'
import { createService } from '../../../service/start/service.ts'
import { createColumns } from '../../../service/store/columns/columns.ts'
import { type Db, openDatabase } from '../../../service/store/database.ts'
import { EVENT_COLUMNS, rowOf } from '../../../service/store/event-row.ts'
import { Outcome } from '../../../service/store/event-schema.ts'
import { forgetBefore, forgetUser } from '../../../service/store/forget.ts'
import { type BrowseReply, createReplyStore } from '../../../service/store/replies.ts'
import { createServiceEvents, pageRecorder } from '../../../service/store/service-events.ts'
import type { Sql } from '../../../service/store/sql.ts'
import { sqliteStore } from '../../../service/store/sqlite.ts'
import type { LoggedEvent } from '../../../service/store/stored-event.ts'
import { createProductStore } from '../../../service/store/stored-products.ts'
import { queryText } from '../../support/fixtures/event-requests.ts'
import { smallFeed } from '../../support/fixtures/made-feed.ts'
import { collectPlans } from './plans.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 24, 12)
const VISITS = 5_000
const BATCH = 20_000
const TIMES = 20

/** Events that `--keep` forgets at once. */
const PORTION = 2_000
/** An answer's time, in milliseconds: the median, the slowest but one of twenty, and the processor's. */
interface Timing {
  readonly median: number
  readonly p95: number
  readonly processor: number
}

/** The store that was filled. */
export interface Size {
  readonly gigabytes: number
  /** Reads of whole tables, see `collectPlans`. */
  readonly scans: readonly string[]
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
}

/** The file of the store, and room for the log and for sorting its indexes. */
const BYTES_AN_EVENT = 3_000

/** Where a run is done, and whom it tells how it goes. */
export interface SizeOptions {
  readonly events: number
  /** A folder on a disk with room for it; the store is deleted at the end. */
  readonly folder: string
  readonly report: (name: string, timing: Timing) => void
  readonly progress: (line: string) => void
}

/**
 * Fills a SQLite store with shoppers' visits of eight weeks, and times the events page with its
 * filters, the reports on it, retention and deletion.
 *
 * @throws Error when the disk has no room for so many events.
 */
export async function sizeRun({
  events,
  report,
  progress,
  ...options
}: SizeOptions): Promise<Size> {
  requireRoom(options.folder, events)
  const folder = mkdtempSync(join(options.folder, 'svc-scale-'))
  const file = join(folder, 'service.db')
  const db = openDatabase(file)
  try {
    const catalog = await loadCatalog(createProductStore(db), smallFeed())
    const shop = sampleShopOf(catalog)
    const walks = sampleWalks({ shop, visits: VISITS, now: NOW, origin: 'https://shop.example' })
    const store = sqliteStore(db)
    await createServiceEvents(store)
    await fill(db, walks, { events, progress })
    const columnsFile = join(folder, 'columns.duckdb')
    await drawColumns(store, columnsFile, { events, progress })
    const [moments, users] = [momentsOf(db), usersOf(db)]
    const plans = collectPlans(db)
    const service = await createService({ catalog, db, keys: demoKeys, columnsFile })
    const url = await service.listen({ port: 0, host: '127.0.0.1' })
    for (const [name, path] of Object.entries(questionsOf(db)))
      report(name, await timed(() => ask(url + path)))
    await service.close()
    report('--keep, a portion', await timed((time) => forgetBefore(store, moments[time] ?? 0)))
    report('delete --uid', await timed((time) => forgetUser(store, users[time] ?? '')))
    const scans = plans.scans()
    db.pragma('wal_checkpoint(TRUNCATE)')
    return { gigabytes: statSync(file).size / 1024 ** 3, scans, rows: rowsOf(db) }
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function requireRoom(folder: string, events: number) {
  const { bavail, bsize } = statfsSync(folder)
  const [free, needed] = [bavail * bsize, events * BYTES_AN_EVENT].map((bytes) =>
    Math.ceil(bytes / 1024 ** 3),
  ) as [number, number]
  if (free >= needed) return
  throw new Error(
    `${folder} has ${free} GB free, and ${events.toLocaleString('en')} events need ${needed} GB: name another disk with --folder.`,
  )
}

/** How far a long task is, at most every ten seconds. */
function createMeter(name: string, { events, progress }: Pick<SizeOptions, 'events' | 'progress'>) {
  const start = performance.now()
  const before = process.cpuUsage()
  let due = start + 10_000
  return (done: number) => {
    if (performance.now() < due && done < events) return
    due = performance.now() + 10_000
    const { user, system } = process.cpuUsage(before)
    const seconds = (performance.now() - start) / 1_000
    const rate = Math.round(done / seconds).toLocaleString('en')
    const micros = Math.round((user + system) / done)
    progress(
      `${name}: ${done.toLocaleString('en')} in ${Math.round(seconds)} s, ${rate} events/s, ${micros} µs of processor an event`,
    )
  }
}

/**
 * Each visit many times, by another shopper each time, in order of time. The rows are written
 * without the tracker's second look at each, and without indexes, which are made at the end: both take
 * most of the time of a fill.
 */
async function fill(
  db: Db,
  { events: walks, replies }: SampleWalks,
  { events, progress }: Pick<SizeOptions, 'events' | 'progress'>,
) {
  dropIndexes(db)
  const insert = db.prepare(
    `insert into tracker_events (${EVENT_COLUMNS}) values (${EVENT_COLUMNS.map(() => '?')})`,
  )
  const store = sqliteStore(db)
  const meter = createMeter('filled', { events, progress })
  const copies = Math.ceil(events / walks.length)
  const numbers = numbersOf(walks)
  let batch: LoggedEvent[] = []
  let written = 0
  const write = () =>
    store.transaction(async (statements) => {
      for (const event of batch) insert.run(...rowOf(event))
      const deliveries = batch.map((event) => ({ id: 0, event, outcome: Outcome.isNew }))
      await pageRecorder.record(statements, deliveries)
      written += batch.length
      meter(Math.min(written, events))
      batch = []
    })
  for (const [index, walk] of walks.entries())
    for (let copy = 0; copy < copies; copy += 1) {
      batch.push(copyOf(walk, copy, `${pageOf(walk.uid, copy)}.${numbers[index]}`))
      if (batch.length >= BATCH) await write()
    }
  await write()
  const known = await createReplyStore(store)
  for (let copy = 0; copy < copies; copy += 1)
    await known.add(replies.map((reply) => replyOf(reply, copy)))
  db.exec(
    'insert into event_counts select action, sum(is_good), sum(1 - is_good), 0 from tracker_events group by 1',
  )
  const start = performance.now()
  await createServiceEvents(store)
  progress(`indexes made in ${Math.round((performance.now() - start) / 1_000)} s`)
}

function dropIndexes(db: Db) {
  const indexes = db
    .prepare(
      "select name from sqlite_schema where type = 'index' and tbl_name = 'tracker_events' and sql <> ''",
    )
    .all() as { readonly name: string }[]
  for (const { name } of indexes) db.exec(`drop index ${name}`)
}

/** The running number of each event on its shopper's page. */
function numbersOf(walks: readonly SampleEvent[]): readonly number[] {
  const numbers = new Map<string, number>()
  return walks.map(({ uid }) => {
    const number = (numbers.get(uid) ?? 0) + 1
    numbers.set(uid, number)
    return number
  })
}

async function drawColumns(
  store: Sql,
  file: string,
  options: Pick<SizeOptions, 'events' | 'progress'>,
) {
  const columns = await createColumns(store, file)
  const meter = createMeter('columns drawn', options)
  let drawn = 0
  while (await columns.drawSlice()) {
    drawn = Math.min(drawn + 2_000, options.events - 1)
    meter(drawn)
  }
  await columns.catchUp()
  meter(options.events)
  await columns.close()
}

/** Moments between which a portion of events arrived, oldest first. */
function momentsOf(db: Db): readonly number[] {
  const select = db.prepare(
    'select received_at as at from tracker_events order by received_at limit 1 offset ?',
  )
  return Array.from({ length: TIMES }, (_, time) => {
    const row = select.get((time + 1) * PORTION) as { readonly at: number } | undefined
    return row?.at ?? NOW
  })
}

/** Shoppers from all over the store. */
function usersOf(db: Db): readonly string[] {
  const select = db.prepare(
    'select uid from tracker_events where id >= (select max(id) from tracker_events) * ? order by id limit 1',
  )
  return Array.from({ length: TIMES }, (_, time) => {
    const { uid } = select.get((time + 1) / (TIMES + 1)) as { readonly uid: string }
    return uid
  })
}

/** Eight characters for the pages of a shopper. */
const pageOf = (uid: string, copy: number) =>
  (Number(/\d+/.exec(uid)) * 1e6 + copy).toString(36).padStart(8, '0').slice(-8)

/** A large shop has so many times the products of the sample, and texts that are searched once. */
const SHOPS = 100
const TEXTS = 1_000_000
const TAIL = 0.6

/** A number from 0 to 1 that looks drawn, the same for the same shopper. */
function drawOf(uid: string, copy: number): number {
  const number = Math.imul(Number(/\d+/.exec(uid)) ^ Math.imul(copy + 1, 0x9e3779b1), 0x85ebca6b)
  return ((number ^ (number >>> 15)) >>> 0) / 2 ** 32
}

/** The fields of an event in a large shop. Of its texts, the first is searched most, as in life. */
function fieldsOf({ uid, data }: SampleEvent, copy: number): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...data }
  const large = (pid: unknown) => largePid(String(pid), copy)
  if (typeof data.pid === 'string' && data.pid !== 'undefined') fields.pid = large(data.pid)
  if (Array.isArray(data.pids_list)) fields.pids_list = data.pids_list.map(large)
  const draw = drawOf(uid, copy)
  if (typeof data.query === 'string' && draw < TAIL)
    fields.query = `${data.query} ${Math.floor(TEXTS ** (draw / TAIL))}`
  return fields
}

/** What the large shop answered: the list's products, at the same ranks. */
const replyOf = (reply: BrowseReply, copy: number): BrowseReply => ({
  ...reply,
  requestId: ownId(reply.requestId, copy),
  uid: ownId(reply.uid, copy),
  pids: reply.pids.map((pid) => largePid(pid, copy)),
})

const largePid = (pid: string, copy: number) => `${pid}.${copy % SHOPS}`

const ownId = (text: string, copy: number) => `${copy}.${text}`.replace('.sample', '')

function copyOf(walk: SampleEvent, copy: number, seq: string): LoggedEvent {
  const { action, uid: user, at } = walk
  const fields = fieldsOf(walk, copy)
  const own = (text: unknown) => ownId(String(text), copy)
  const uid = own(user)
  const t = `${at + copy}|0.5`
  const { visitId, requestId } = fields
  const ids = {
    visitId: own(visitId),
    ...(requestId !== undefined && { requestId: own(requestId) }),
  }
  const data = { ...fields, ...ids, ver: 'svc-tag/0.1.0', seq }
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
    'analytics, all time': '/analytics/data',
    'page of a search': '/analytics/item?kind=list&name=query:sneakers',
    'page of a product': '/analytics/item?kind=product&name=P1.0',
    'analytics, one visit': `/analytics/data?visit=${middle.visit_id}`,
  }
}

function rowsOf(db: Db): Readonly<Record<string, number>> {
  const tables = db
    .prepare("select name from sqlite_schema where type = 'table' and name like '%sum%'")
    .all() as { readonly name: string }[]
  const count = (table: string) =>
    (db.prepare(`select count(*) as rows from ${table}`).get() as { readonly rows: number }).rows
  return Object.fromEntries(tables.map(({ name }) => [name, count(name)]))
}

async function ask(url: string) {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  await reply.arrayBuffer()
}

/** Fewer times when one answer takes long. */
async function timed(question: (time: number) => Promise<unknown>): Promise<Timing> {
  const before = process.cpuUsage()
  const times: number[] = []
  const end = performance.now() + 30_000
  while (times.length < TIMES && performance.now() < end) {
    const start = performance.now()
    await question(times.length)
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
