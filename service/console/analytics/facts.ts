import { setImmediate as turn } from 'node:timers/promises'
import type { Db } from '../../store/database.ts'
import {
  type EventFact,
  type EventFacts,
  type FactSource,
  factsOf,
  type ProductFact,
} from './event-facts.ts'

/**
 * Small rows drawn from the stored events, for the reports: `fact_events`, `fact_products` and
 * `fact_facets`. They follow the store and can be drawn again from it.
 */
export interface Facts {
  /** Draws the facts of new events, in slices; requests are served between two slices. */
  catchUp(): Promise<void>
  /** Deletes the facts of all shoppers, or of those whose id begins with a text. */
  clear(uidPrefix?: string): void
}

/** Raised when the tables change: older facts are drawn again. */
const FORM = 2

const TABLES = ['fact_events', 'fact_products', 'fact_facets', 'fact_lists', 'fact_progress']

const PROGRESS = `
  create table if not exists fact_progress (form integer not null, event_id integer not null) strict;
  insert into fact_progress select ${FORM}, 0 where not exists (select * from fact_progress);
`

/**
 * Money is in whole millionths, so that sums are exact; as a real number, so that no sum can
 * overflow. `position` counts the products of one reply in the order in which they were seen.
 */
const SCHEMA = `
  create table if not exists fact_events (
    event_id integer primary key,
    at integer not null,
    action text not null,
    is_good integer not null,
    visit text not null,
    uid text not null,
    list text not null,
    is_empty integer not null,
    reason text not null,
    page text not null
  ) strict;
  create index if not exists fact_events_at on fact_events (at);
  create index if not exists fact_events_searched on fact_events (list)
    where action = 'search' and is_good = 1;

  create table if not exists fact_products (
    id integer primary key,
    event_id integer not null,
    at integer not null,
    visit text not null,
    uid text not null,
    step text not null,
    list text not null,
    request_id text not null,
    pid text not null,
    position integer not null,
    units integer not null,
    micros real not null
  ) strict;
  create index if not exists fact_products_at on fact_products (at);
  create index if not exists fact_products_by_visit on fact_products (visit, pid, at)
    where step = 'shown';
  create index if not exists fact_products_by_user on fact_products (uid, pid, at)
    where step = 'shown';
  create index if not exists fact_products_by_request on fact_products (request_id, pid, at)
    where step = 'shown' and request_id <> '';
  create index if not exists fact_products_requested on fact_products (visit, pid, at)
    where step <> 'shown' and request_id <> '';

  create table if not exists fact_facets (
    event_id integer not null,
    at integer not null,
    visit text not null,
    uid text not null,
    kind text not null,
    facet text not null,
    value text not null
  ) strict;
  create index if not exists fact_facets_at on fact_facets (at);

  create table if not exists fact_lists (
    visit text, list text, request_id text, seen integer not null,
    primary key (visit, list, request_id)
  ) strict, without rowid;
`

/** A slice has at most so many events, and so many bytes of payload; more would hold up requests. */
const SLICE_EVENTS = 1_000
const SLICE_BYTES = 2_000_000

/** The last event of the next slice, found by sizes alone: no payload is read. */
const SELECT_END = `
  with sizes as (
    select id, octet_length(data) as bytes from tracker_events
    where id > ? order by id limit ${SLICE_EVENTS}
  ),
  sums as (select id, sum(bytes) over (order by id) - bytes as before from sizes)
  select max(id) as id from sums where before < ${SLICE_BYTES}`

const SELECT_SLICE = `
  select id, action, uid, visit_id, t, data, is_good, reasons, received_at
  from tracker_events where id > ? and id <= ? order by id`

/** Each slice is one text: handing rows over one by one takes several times as long. */
const INSERT_EVENTS = `
  insert or ignore into fact_events
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
    value ->> 7, value ->> 8, value ->> 9
  from json_each(?)`

const INSERT_PRODUCTS = `
  insert into fact_products
    (event_id, at, visit, uid, list, request_id, step, pid, position, units, micros)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
    value ->> 7, value ->> 8, value ->> 9, value ->> 10
  from json_each(?)`

const INSERT_FACETS = `
  insert into fact_facets
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
  from json_each(?)`

const COUNT_SEEN = `
  insert into fact_lists values (?, ?, ?, ?)
  on conflict do update set seen = seen + excluded.seen returning seen`

/** Opens the facts of a store, making their tables when they are missing or of another form. */
export function createFacts(db: Db): Facts {
  createTables(db)
  const selectEnd = db.prepare(SELECT_END)
  const selectSlice = db.prepare(SELECT_SLICE)
  const insertEvents = db.prepare(INSERT_EVENTS)
  const insertProducts = db.prepare(INSERT_PRODUCTS)
  const insertFacets = db.prepare(INSERT_FACETS)
  const countSeen = db.prepare(COUNT_SEEN)
  const selectProgress = db.prepare('select event_id as id from fact_progress')
  const updateProgress = db.prepare('update fact_progress set event_id = ?')
  let running: Promise<void> | undefined

  const progress = () => (selectProgress.get() as { readonly id: number }).id

  /** Returns how many products this list had shown in this visit before. */
  function seenBefore(visit: string, list: string, requestId: string, count: number): number {
    const { seen } = countSeen.get(visit, list, requestId, count) as { readonly seen: number }
    return seen - count
  }

  /** Returns where in its list the first product of an event stands; 0 for other steps. */
  function firstPosition({ visit, list, requestId }: EventFact, products: readonly ProductFact[]) {
    if (products[0]?.step !== 'shown') return 0
    return seenBefore(visit, list, requestId, products.length) + 1
  }

  const drawSlice = db.transaction((rows: readonly EventRow[]) => {
    const events: Row[] = []
    const products: Row[] = []
    const facets: Row[] = []
    for (const row of rows) {
      const facts = factsOf(sourceOf(row))
      const first = firstPosition(facts.event, facts.products)
      events.push(eventRow(row.id, facts.event))
      products.push(...productRows(row.id, facts, first))
      facets.push(...facetRows(row.id, facts))
    }
    insertEvents.run(JSON.stringify(events))
    insertProducts.run(JSON.stringify(products))
    insertFacets.run(JSON.stringify(facets))
    updateProgress.run(rows.at(-1)?.id)
  })

  async function drawAll() {
    for (;;) {
      const after = progress()
      const { id: end } = selectEnd.get(after) as { readonly id: number | null }
      if (end === null) return
      drawSlice(selectSlice.all(after, end) as EventRow[])
      await turn()
    }
  }

  return {
    catchUp() {
      running ??= drawAll().finally(() => {
        running = undefined
      })
      return running
    },
    clear(uidPrefix = '') {
      const end = `${uidPrefix}\u{10ffff}`
      for (const table of ['fact_events', 'fact_products', 'fact_facets'])
        db.prepare(`delete from ${table} where uid between ? and ?`).run(uidPrefix, end)
      // Visits of marked shoppers begin as their ids do.
      db.prepare('delete from fact_lists where visit between ? and ?').run(uidPrefix, end)
    },
  }
}

type Row = (string | number)[]

const eventRow = (id: number, event: EventFact): Row => {
  const { at, action, isGood, visit, uid, list, isEmpty, reason, page } = event
  return [id, at, action, Number(isGood), visit, uid, list, Number(isEmpty), reason, page]
}

const productRows = (id: number, { event, products }: EventFacts, first: number): Row[] =>
  products.map(({ step, pid, units, micros }, place) => {
    const { at, visit, uid, list, requestId } = event
    const position = first === 0 ? 0 : first + place
    return [id, at, visit, uid, list, requestId, step, pid, position, units, micros]
  })

const facetRows = (id: number, { event, facets }: EventFacts): Row[] =>
  facets.map(({ kind, facet, value }) => [
    ...[id, event.at, event.visit, event.uid],
    ...[kind, facet, value],
  ])

/** One stored event as its table has it. */
interface EventRow {
  readonly id: number
  readonly action: string
  readonly uid: string
  readonly visit_id: string
  readonly t: string
  readonly data: string
  readonly is_good: number
  readonly reasons: string
  readonly received_at: number
}

const sourceOf = (row: EventRow): FactSource => ({
  id: row.id,
  action: row.action,
  uid: row.uid,
  visitId: row.visit_id,
  t: row.t,
  data: JSON.parse(row.data),
  isGood: row.is_good === 1,
  reasons: JSON.parse(row.reasons),
  receivedAt: row.received_at,
})

function createTables(db: Db) {
  db.exec('drop table if exists product_facts; drop table if exists product_facts_upto')
  db.exec(PROGRESS)
  const { form } = db.prepare('select form from fact_progress').get() as { readonly form: number }
  if (form !== FORM) {
    for (const table of TABLES) db.exec(`drop table if exists ${table}`)
    db.exec(PROGRESS)
  }
  db.exec(SCHEMA)
}
