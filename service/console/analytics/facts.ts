import { setImmediate as turn } from 'node:timers/promises'
import { jsonOf } from '../../store/event-row.ts'
import { CLEAR_FACTS, createFactTables } from '../../store/fact-schema.ts'
import type { Sql, Statements } from '../../store/sql.ts'
import { addToSums } from './add-to-sums.ts'
import {
  type EventFact,
  type EventFacts,
  type FactSource,
  factsOf,
  isAgents,
} from './event-facts.ts'

/**
 * Small rows drawn from the stored events, for the reports: `fact_events`, `fact_products` and
 * `fact_facets`. Each slice decides which list its steps are owed to, and is added to the sums of
 * its hours, days and weeks, see `store/sum-schema.ts`. The facts follow the store and can be drawn
 * again from it.
 */
export interface Facts {
  /** Draws the facts of new events, in slices; requests are served between two slices. */
  catchUp(): Promise<void>
  /** Draws the facts of some new events. Settles with false when there were none. */
  drawSlice(): Promise<boolean>
  /** Deletes all facts; those of single events go with the events, see `store/forget.ts`. */
  clear(): Promise<void>
}

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

/** Reads the items of a JSON array as the columns of a table. */
const itemsAs = (...types: readonly ('integer' | 'real' | 'text')[]) =>
  types.map((type, place) =>
    type === 'text' ? `value ->> ${place}` : `cast(value ->> ${place} as ${type})`,
  )

const EVENT_TYPES = [
  ...(['integer', 'integer', 'text', 'integer', 'text'] as const),
  ...(['text', 'text', 'integer', 'text', 'text'] as const),
]

const PRODUCT_TYPES = [
  ...(['integer', 'integer', 'text', 'text', 'text', 'text'] as const),
  ...(['text', 'text', 'integer', 'integer', 'real'] as const),
]

const FACET_TYPES = ['integer', 'integer', 'text', 'text', 'text', 'text', 'text'] as const

/** Each slice is one text: handing rows over one by one takes several times as long. */
const INSERT_EVENTS = `
  insert into fact_events select ${itemsAs(...EVENT_TYPES)} from json_each(@rows) where true
  on conflict do nothing`

const INSERT_PRODUCTS = `
  insert into fact_products
    (event_id, at, visit, uid, list, request_id, step, pid, position, units, micros)
  select ${itemsAs(...PRODUCT_TYPES)} from json_each(@rows)`

const INSERT_FACETS = `
  insert into fact_facets select ${itemsAs(...FACET_TYPES)} from json_each(@rows)`

const COUNT_SEEN = `
  insert into fact_lists values (?, ?, ?, ?)
  on conflict (visit, list, request_id) do update set seen = fact_lists.seen + excluded.seen
  returning seen`

const TAKE_SLICE = 'update fact_progress set event_id = ? where event_id = ? returning event_id'

/** Opens the facts of a store, making their tables when they are missing or of another form. */
export async function createFacts(store: Sql): Promise<Facts> {
  await createFactTables(store)
  let running: Promise<void> | undefined

  const drawSlice = () =>
    store.transaction(async (statements) => {
      const [progress] = await statements.all<Id>('select event_id as id from fact_progress')
      const after = progress?.id ?? 0
      const [last] = await statements.all<Partial<Id>>(SELECT_END, [after])
      if (!last?.id) return false
      const rows = await statements.all<EventRow>(SELECT_SLICE, [after, last.id])
      await statements.each(TAKE_SLICE, [[last.id, after]])
      await insertFacts(statements, rows)
      return true
    })

  async function drawAll() {
    while (await drawSlice()) await turn()
  }

  return {
    drawSlice,
    catchUp() {
      running ??= drawAll().finally(() => {
        running = undefined
      })
      return running
    },
    clear: () => store.exec(CLEAR_FACTS),
  }
}

interface Id {
  readonly id: number
}

const LAST_PRODUCT = 'select coalesce(max(id), 0) as id from fact_products'

async function insertFacts(statements: Statements, rows: readonly EventRow[]) {
  const events: Row[] = []
  const products: Row[] = []
  const facets: Row[] = []
  for (const row of rows) {
    const source = sourceOf(row)
    // The reports are about people.
    if (isAgents(source)) continue
    const facts = factsOf(source)
    const first = await firstPosition(statements, facts)
    events.push(eventRow(row.id, facts.event))
    products.push(...productRows(row.id, facts, first))
    facets.push(...facetRows(row.id, facts))
  }
  const [last] = await statements.all<Id>(LAST_PRODUCT)
  await statements.run(INSERT_EVENTS, { rows: jsonOf(events) })
  await statements.run(INSERT_PRODUCTS, { rows: jsonOf(products) })
  await statements.run(INSERT_FACETS, { rows: jsonOf(facets) })
  await addToSums(
    statements,
    rows.map(({ id }) => id),
    last?.id ?? 0,
  )
}

/** Where in its list the first product of an event stands in this visit; 0 for other steps. */
async function firstPosition(statements: Statements, { event, products }: EventFacts) {
  if (products[0]?.step !== 'shown') return 0
  const { visit, list, requestId } = event
  const [row] = await statements.each<{ readonly seen: number }>(COUNT_SEEN, [
    [visit, list, requestId, products.length],
  ])
  return (row?.seen ?? 0) - products.length + 1
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
