import { mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadCatalog } from '../../../service/catalog/catalog.ts'
import { demoKeys } from '../../../service/http/keys.ts'
import { sampleShopOf } from '../../../service/sample/sample-shop.ts'
import type { SampleEvent, SampleWalks } from '../../../service/sample/sample-visit.ts'
import { sampleWalks } from '../../../service/sample/walks.ts'
import { createService } from '../../../service/start/service.ts'
import { createColumns } from '../../../service/store/columns/columns.ts'
import { type Db, openDatabase } from '../../../service/store/database.ts'
import { forgetBefore, forgetUser } from '../../../service/store/forget.ts'
import { type BrowseReply, createReplyStore } from '../../../service/store/replies.ts'
import { createServiceEvents } from '../../../service/store/service-events.ts'
import type { Sql } from '../../../service/store/sql.ts'
import { sqliteStore } from '../../../service/store/sqlite.ts'
import type { LoggedEvent } from '../../../service/store/stored-event.ts'
import { createProductStore } from '../../../service/store/stored-products.ts'
import { queryText } from '../../support/fixtures/event-requests.ts'
import { smallFeed } from '../../support/fixtures/made-feed.ts'

/*
 * Fills a SQLite store with shoppers' visits of eight weeks, and times the events page with its filters, the reports, retention and
 * deletion: `npm run bench -- scale --stored 50000000 --folder /big`. The store is deleted at the end.
 */

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 24, 12)
const VISITS = 5_000
const BATCH = 2_000
const TIMES = 20

/** Events that `--keep` forgets at once. */
const PORTION = 2_000

/** The file of the store, and room for the log and for sorting its indexes. */
const BYTES_AN_EVENT = 3_000

async function measureStore(events: number, parent: string) {
  requireRoom(parent, events)
  const folder = mkdtempSync(join(parent, 'svc-scale-'))
  const file = join(folder, 'service.db')
  const db = openDatabase(file)
  try {
    const catalog = await loadCatalog(createProductStore(db), smallFeed())
    const shop = sampleShopOf(catalog)
    const walks = sampleWalks({ shop, visits: VISITS, now: NOW, origin: 'https://shop.example' })
    const store = sqliteStore(db)
    await fill(store, walks, events)
    const columnsFile = join(folder, 'columns.duckdb')
    await drawColumns(store, columnsFile, events)
    const [moments, users] = [momentsOf(db), usersOf(db)]
    const service = await createService({ catalog, db, keys: demoKeys, columnsFile })
    const url = await service.listen({ port: 0, host: '127.0.0.1' })
    for (const [name, path] of Object.entries(questionsOf(db)))
      await report(name, () => ask(url + path))
    await service.close()
    await report('--keep, a portion', (time) => forgetBefore(store, moments[time] ?? 0))
    await report('delete --uid', (time) => forgetUser(store, users[time] ?? ''))
    db.pragma('wal_checkpoint(TRUNCATE)')
    console.log(`  ${(statSync(file).size / 1024 ** 3).toFixed(1)} GB`)
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
function createMeter(name: string, events: number) {
  const start = performance.now()
  let due = start + 10_000
  return (done: number) => {
    if (performance.now() < due && done < events) return
    due = performance.now() + 10_000
    const seconds = Math.round((performance.now() - start) / 1_000)
    console.log(`  ${name}: ${done.toLocaleString('en')} in ${seconds} s`)
  }
}

/** Each visit many times, by another shopper each time, in order of time. */
async function fill(store: Sql, { events: walks, replies }: SampleWalks, events: number) {
  const service = await createServiceEvents(store)
  const copies = Math.ceil(events / walks.length)
  const all = copies * walks.length
  const meter = createMeter('filled', all)
  let batch: LoggedEvent[] = []
  let written = 0
  const write = async () => {
    await service.add(batch)
    written += batch.length
    meter(written)
    batch = []
  }
  for (const walk of walks)
    for (let copy = 0; copy < copies; copy += 1) {
      batch.push(copyOf(walk, copy))
      if (batch.length >= BATCH) await write()
    }
  await write()
  const known = await createReplyStore(store)
  for (let copy = 0; copy < copies; copy += 1)
    await known.add(replies.map((reply) => replyOf(reply, copy)))
}

async function drawColumns(store: Sql, file: string, events: number) {
  const columns = await createColumns(store, file)
  const meter = createMeter('columns drawn', events)
  let drawn = 0
  while (await columns.drawSlice()) {
    drawn = Math.min(drawn + 2_000, events - 1)
    meter(drawn)
  }
  await columns.catchUp()
  meter(events)
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

function copyOf(walk: SampleEvent, copy: number): LoggedEvent {
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
    'one event': `/events/list?event=${middle.id}`,
    'a text that is rare': '/events/list?text=gift+card',
    'a text that is nowhere': '/events/list?text=zzzz',
    'analytics, 1 day': days(1),
    'analytics, 7 days': days(7),
    'analytics, 28 days': days(28),
    'analytics, all time': '/analytics/data',
    'page of a search': '/analytics/item?kind=list&name=query:sneakers',
    'page of a product': '/analytics/item?kind=product&name=P1.0',
  }
}

async function ask(url: string) {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  await reply.arrayBuffer()
}

/** Times a question twenty times, or as often as 30 s allow. */
async function report(name: string, question: (time: number) => Promise<unknown>) {
  const times: number[] = []
  const end = performance.now() + 30_000
  while (times.length < TIMES && performance.now() < end) {
    const start = performance.now()
    await question(times.length)
    times.push(performance.now() - start)
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)
  console.log(`  ${name.padEnd(26)} median ${at(0.5)} ms, p95 ${at(0.95)} ms`)
}

const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '200000' },
    folder: { type: 'string', default: tmpdir() },
  },
})
console.log(`A store of ${Number(values.stored).toLocaleString('en')} events:`)
await measureStore(Number(values.stored), values.folder)
