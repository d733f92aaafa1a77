import {
  conflictRowOf,
  EVENT_COLUMNS,
  type EventRow,
  newlyStored,
  rowOf,
  storedEvent,
  withConflict,
} from './event-row.ts'
import { addCounts, EVENT_SCHEMA, ORDER_INDEXES, Outcome, readCounts } from './event-schema.ts'
import { createForgottenLog, withoutForgotten } from './forget.ts'
import { ORDER_REF_SCHEMA, orderKeys } from './order-refs.ts'
import { PAGE_SCHEMA, PAGE_SUMS, recordPages } from './page-numbers.ts'
import type { Sql, SqlValue, Statements } from './sql.ts'
import type { ActionCount, Delivery, LoggedEvent, StoredEvent } from './stored-event.ts'

/** The events that the tracker received, in order of arrival. */
export type EventStore = Awaited<ReturnType<typeof createEventStore>>

interface EventWatcher {
  /** Called for every event, including repeats, after it was stored. Must not throw. */
  onEvent(event: StoredEvent): void
  onReset?(): void
}

const IS_REDELIVERY = 'excluded.origin in (tracker_events.origin, tracker_events.last_origin)'
const DIFFERS = 'tracker_events.action <> excluded.action or tracker_events.data <> excluded.data'
const IS_SAME_ORDER = "tracker_events.action = 'order' and excluded.action = 'order'"
const IS_CONFLICT = `(${DIFFERS}) and not (${IS_SAME_ORDER})`

const INSERT = `
  insert into tracker_events (${EVENT_COLUMNS})
  values (${EVENT_COLUMNS.map(() => '?')})
  on conflict (key) do update set
    outcome = case when ${IS_REDELIVERY} then ${Outcome.isRedelivery}
      when ${IS_CONFLICT} then ${Outcome.isDiffering}
      when ${DIFFERS} then ${Outcome.isOtherReport} else ${Outcome.isRepeat} end,
    repeats = tracker_events.repeats +
      case when ${IS_REDELIVERY} or ${IS_CONFLICT} then 0 else 1 end,
    last_origin = case when ${IS_REDELIVERY} or ${IS_CONFLICT} then tracker_events.last_origin
      else excluded.origin end
  returning id, outcome`

const COUNT_CONFLICT = `
  update tracker_events set differing = differing + 1 where id = ? returning id`

/** Opens the events of a store, with what is derived from them on arrival, and creates its tables if necessary. */
export async function createEventStore(sql: Sql) {
  await sql.exec(EVENT_SCHEMA)
  await sql.exec(PAGE_SCHEMA)
  await sql.exec(ORDER_REF_SCHEMA)
  if (sql.kind === 'sqlite') await sql.exec(PAGE_SUMS + ORDER_INDEXES)
  await createForgottenLog(sql)
  const watchers = new Set<EventWatcher>()

  const write = (events: readonly LoggedEvent[]) =>
    sql.transaction(async (statements) => {
      const deliveries: Delivery[] = []
      const wanted = await withoutForgotten(statements, events)
      for (const round of withoutConflicts(wanted, await orderKeys(statements, wanted))) {
        const kept = await insert(statements, round)
        deliveries.push(...kept.filter(({ outcome }) => outcome !== Outcome.isDiffering))
        deliveries.push(...(await insertConflicts(statements, kept)))
      }
      const fresh = deliveries.filter(({ outcome }) => outcome !== Outcome.isRedelivery)
      await addCounts(statements, countsOf(fresh))
      await recordPages(statements, fresh)
      return fresh
    })

  async function notify(deliveries: readonly Delivery[]) {
    if (watchers.size === 0) return
    const known = deliveries.filter(({ outcome }) => outcome !== Outcome.isNew)
    const originals = await byId(known.map(({ id }) => id))
    for (const { id, event } of deliveries) {
      const stored = originals.get(id) ?? newlyStored(id, event)
      for (const watcher of watchers) watcher.onEvent(stored)
    }
  }

  async function byId(ids: readonly number[]): Promise<ReadonlyMap<number, StoredEvent>> {
    if (ids.length === 0) return new Map()
    const rows = await sql.all<EventRow>(
      `select * from tracker_events where id in (${ids.map(Number)})`,
    )
    return new Map(rows.map((row) => [row.id, storedEvent(row)]))
  }

  return {
    /**
     * Stores events, all or none. A duplicate, with the same site, user and `t`, is only counted. A different event with a known `t` is
     * stored with a note, except an order, which both the page and the server report, by its `t` or its reference. Redelivering a request changes nothing, and neither
     * does an event that arrived before its user was forgotten.
     */
    async add(events: readonly LoggedEvent[]): Promise<readonly Delivery[]> {
      const deliveries = await write(events)
      await notify(deliveries)
      return deliveries
    },
    /** All events, or those of one action, oldest first. */
    async list(action?: string): Promise<StoredEvent[]> {
      const ofAction = action === undefined ? '' : 'where action = @action'
      const rows = await sql.all<EventRow>(
        `select * from tracker_events ${ofAction} order by id`,
        action === undefined ? [] : { action },
      )
      return rows.map(storedEvent)
    },
    /** The number of stored events, good and bad; of one action if given. */
    async count(action?: string) {
      const rows = await readCounts(sql)
      return rows
        .filter((row) => action === undefined || row.action === action)
        .reduce((sum, { good, bad }) => sum + good + bad, 0)
    },
    counts: () => readCounts(sql),
    async reset() {
      const tables = ['tracker_events', 'event_counts', 'page_instances', 'order_refs']
      await sql.exec(tables.map((table) => `delete from ${table}`).join('; '))
      for (const watcher of watchers) watcher.onReset?.()
    },
    /** Calls the watcher after each change. Returns the function that stops it. */
    watch(watcher: EventWatcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}

async function insert(statements: Statements, writes: readonly Write[]): Promise<Delivery[]> {
  const rows = await statements.each<Pick<Delivery, 'id' | 'outcome'>>(
    INSERT,
    writes.map(({ row }) => row),
  )
  return writes.map(({ event }, index) => ({ ...(rows[index] as (typeof rows)[number]), event }))
}

/** Stores the events that were delivered with another event's `t`. */
async function insertConflicts(
  statements: Statements,
  deliveries: readonly Delivery[],
): Promise<readonly Delivery[]> {
  const differing = deliveries.filter(({ outcome }) => outcome === Outcome.isDiffering)
  if (differing.length === 0) return []
  const kept = await insert(
    statements,
    differing.map(({ id, event }) => ({
      event: withConflict(event, id),
      row: conflictRowOf(event, id),
    })),
  )
  const others = differing.filter((_, index) => kept[index]?.outcome === Outcome.isNew)
  await statements.each(
    COUNT_CONFLICT,
    others.map(({ id }) => [id]),
  )
  return kept
}

interface Write {
  readonly event: LoggedEvent
  readonly row: readonly SqlValue[]
}

/** Splits a batch so that no part contains a key twice: a statement can write a row only once. */
function withoutConflicts(
  events: readonly LoggedEvent[],
  keys: ReadonlyMap<LoggedEvent, string>,
): Write[][] {
  const rounds: Write[][] = []
  const times = new Map<SqlValue | undefined, number>()
  for (const event of events) {
    const row = rowOf(event, keys.get(event))
    const [key] = row
    const round = times.get(key) ?? 0
    times.set(key, round + 1)
    rounds[round] ??= []
    rounds[round].push({ event, row })
  }
  return rounds
}

function countsOf(deliveries: readonly Delivery[]): Iterable<ActionCount> {
  const counts = new Map<string, { -readonly [Field in keyof ActionCount]: ActionCount[Field] }>()
  for (const { event, outcome } of deliveries) {
    const { action } = event
    const count = counts.get(action) ?? { action, good: 0, bad: 0, repeats: 0 }
    counts.set(action, count)
    if (outcome !== Outcome.isNew) count.repeats += 1
    else if (event.reasons.length === 0) count.good += 1
    else count.bad += 1
  }
  return counts.values()
}
