import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import {
  createForgottenLog,
  createReplyStore,
  type EventRow,
  type KnownReply,
  RequestError,
  type Sql,
} from 'svc-tag-service'
import { settle } from './attribution.ts'
import {
  CLEAR_COLUMNS,
  createColumnTables,
  deleteWhere,
  NEW_EVENTS,
  NEW_FACETS,
  NEW_STEPS,
} from './column-schema.ts'
import { type ColumnValue, type Duck, openDuck } from './duck.ts'
import { type EventFacts, type FactSource, factsOf } from './event-facts.ts'

/** A columnar copy of the stored events, for reports: see `column-schema.ts`. It can be rebuilt from the event store. */
export type Columns = Awaited<ReturnType<typeof createColumns>>

/** The maximum number of events in a slice, and bytes of payload; more would delay other requests. */
const SLICE_EVENTS = 2_000
const SLICE_BYTES = 4_000_000

/** How many slices to settle together: more of them need more memory, fewer need more passes over known rows. */
const SETTLE_EVERY = 50

/** The last event of the next slice, found by payload sizes without reading payloads. */
const SELECT_END = `
  with sizes as (
    select id, octet_length(data) as bytes from tracker_events
    where id > ? order by id limit ${SLICE_EVENTS}
  ),
  sums as (select id, sum(bytes) over (order by id) - bytes as before from sizes)
  select max(id) as id from sums where before < ${SLICE_BYTES}`

const SELECT_SLICE = `
  select id, site, action, uid, visit_id, t, data, is_good, reasons, received_at, browser
  from tracker_events where id > ? and id <= ? order by id`

/** Creates the column store of an event store. @param file - `:memory:` if absent. */
export async function createColumns(store: Sql, file = ':memory:') {
  const [replies, forgotten] = [await createReplyStore(store), await createForgottenLog(store)]
  const name = await nameOf(store)
  const duck = await openDuck(file)
  await createColumnTables(duck, name)
  let running: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined
  let isClosed = false

  const drawSlice = () =>
    duck.transaction(async () => {
      if (isClosed) throw closing()
      const after = (await progressOf(duck)).drawn
      const [last] = await store.all<{ readonly id: number | null }>(SELECT_END, [after])
      if (!last?.id) return false
      const rows = await store.all<FactRow>(SELECT_SLICE, [after, last.id])
      const drawn = rows.map((row) => ({ row, facts: factsOf(sourceOf(row)) }))
      const known = await replies.find(drawn.map(({ facts }) => facts.event.requestId))
      await duck.append(NEW_EVENTS, drawn.map(eventRow))
      await duck.append(
        NEW_STEPS,
        drawn.flatMap((one) => stepRows(one, known)),
      )
      await duck.append(NEW_FACETS, drawn.flatMap(facetRows))
      await duck.exec(`update progress set drawn = ${last.id}`)
      return true
    })

  const settleDrawn = () =>
    duck.transaction(async () => {
      const { drawn, settled } = await progressOf(duck)
      if (drawn === settled) return
      await settle(duck)
      await duck.exec(`update progress set settled = ${drawn}`)
    })

  const forget = () =>
    duck.transaction(async () => {
      const entries = await forgotten.after((await progressOf(duck)).forgotten)
      for (const { id, condition } of entries) {
        await duck.exec(`${deleteWhere(condition)}; update progress set forgotten = ${id}`)
      }
    })

  async function drawAll(onSlice?: (event: number) => void) {
    for (let slices = 1; await drawSlice(); slices++) {
      await turn()
      if (onSlice) onSlice((await progressOf(duck)).drawn)
      if (slices % SETTLE_EVERY === 0) await settleDrawn()
    }
    await settleDrawn()
    await forget()
  }

  return {
    rows: duck.rows,
    stream: duck.stream,
    session: duck.session,
    /** Whether a report was ever requested; until then nothing needs to be read. */
    isWanted: () => true,
    /** Reads some new events without attributing them. Resolves to false if there were none. */
    drawSlice,
    /**
     * Reads new events in slices and attributes them; other requests are served between two slices.
     *
     * @param onSlice - Called with the last event of each slice.
     */
    catchUp(onSlice?: (event: number) => void): Promise<void> {
      // A running update may miss the newest events; the next one includes them.
      waiting ??= running.then(() => {
        waiting = undefined
        if (isClosed) throw closing()
        const drawing = drawAll(onSlice)
        running = drawing.catch(() => undefined)
        return drawing
      })
      return waiting
    },
    /** The id of the last event that was read and attributed. */
    settledEvent: async () => (await progressOf(duck)).settled,
    /** Deletes all rows, after the events were deleted. */
    clear: () => duck.transaction(() => duck.exec(CLEAR_COLUMNS)),
    /**
     * Stops after the current slice, whose `catchUp` rejects with a RequestError 503, and waits for all running
     * reports. The event store may be closed afterwards.
     */
    async close() {
      isClosed = true
      await running
      await duck.close()
    },
  }
}

/** The error for reports that the closing service can no longer answer. */
export const closing = () => new RequestError(503, 'closing', 'The service is closing.')

interface Progress {
  readonly drawn: number
  readonly settled: number
  readonly forgotten: number
}

/** Need not use the writer's connection, because transactions run one after another. */
async function progressOf(duck: Duck): Promise<Progress> {
  const [row] = await duck.rows<Progress>('select drawn, settled, forgotten from progress')
  return row ?? { drawn: 0, settled: 0, forgotten: 0 }
}

/** Identifies a store, so that columns of another store are detected. */
async function nameOf(store: Sql): Promise<string> {
  await store.exec('create table if not exists store_name (name text primary key)')
  return store.transaction(async (statements) => {
    const [known] = await statements.all<{ readonly name: string }>('select name from store_name')
    if (known) return known.name
    const name = randomUUID()
    await statements.run('insert into store_name values (@name)', { name })
    return name
  })
}

type FactRow = Omit<EventRow, 'at' | 'notes' | 'query' | 'repeats' | 'differing'>

type Row = readonly ColumnValue[]

interface Drawn {
  readonly row: FactRow
  readonly facts: EventFacts
}

/** `phone`, from `Safari (phone)`; empty for events of an earlier version, which did not tell. */
const deviceOf = (browser: string): string =>
  / \((desktop|phone|tablet)\)$/.exec(browser)?.[1] ?? ''

const eventRow = ({ row, facts: { event } }: Drawn): Row => [
  ...[row.id, event.at, row.received_at, event.action, event.isGood, event.isAgent, row.site],
  ...[event.visit, event.uid, event.list, event.requestId, event.isEmpty, event.reason, event.page],
  deviceOf(row.browser),
]

function stepRows({ row, facts }: Drawn, replies: ReadonlyMap<string, KnownReply>): Row[] {
  const reply = replies.get(facts.event.requestId)
  return facts.products.map(({ step, pid, units, micros }, line) => {
    const rank = step === 'shown' ? (reply?.ranks.get(pid) ?? null) : null
    return [row.id, line, step, pid, rank, units, micros]
  })
}

const facetRows = ({ row, facts: { facets } }: Drawn): Row[] =>
  facets.map(({ kind, facet, value }) => [row.id, kind, facet, value])

const sourceOf = (row: FactRow): FactSource => ({
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
