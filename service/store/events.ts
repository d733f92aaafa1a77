import type { Db } from './database.ts'
import { conditionOf, type EventFilter } from './event-filter.ts'
import { rowOf, storedEvent } from './event-row.ts'
import { createGroupCommit } from './group-commit.ts'
import type { ActionCount, NewEvent, StoredEvent } from './stored-event.ts'

/** What the tracker received, in order. */
export interface EventStore {
  /** Settles when the event is kept; one with a known `(uid, t)` is only counted. */
  add(event: NewEvent): Promise<StoredEvent>
  /** All events, or those of one action, oldest first. */
  list(action?: string): StoredEvent[]
  /** Some events, newest first. */
  newest(filter: EventFilter, page: EventPage): StoredEvent[]
  /** How many events are kept, good and bad; or those of one action. */
  count(action?: string): number
  counts(): ActionCount[]
  /** Forgets every event. */
  reset(): void
  /** Hears what happens, after it has. Returns the function that stops it. */
  watch(watcher: EventWatcher): () => void
}

/** Which part of a long list. */
interface EventPage {
  readonly limit: number
  /** Only events with a smaller id. */
  readonly before?: number
}

/** Who wants to know. */
interface EventWatcher {
  /** Called for every event, repeats included, after it was kept. Must not throw. */
  onEvent(event: StoredEvent): void
  /** Called when all events were forgotten. */
  onReset?(): void
}

/** Good and bad are apart, so that a mended event is not lost to the broken one before it. */
const SCHEMA = `
  create table if not exists tracker_events (
    id integer primary key autoincrement,
    action text not null,
    uid text not null,
    visit_id text not null,
    t text not null,
    data text not null,
    reasons text not null,
    query text not null,
    is_good integer not null,
    repeats integer not null default 0,
    differing integer not null default 0,
    received_at integer not null
  ) strict;
  create unique index if not exists kept_once on tracker_events (uid, t, is_good)
    where uid <> '' and t <> '';
  create index if not exists tracker_events_by_action on tracker_events (action, id);
  create index if not exists tracker_events_by_uid on tracker_events (uid);
  create index if not exists tracker_events_by_visit on tracker_events (visit_id);
`

const INSERT = `
  insert into tracker_events
    (action, uid, visit_id, t, data, reasons, query, is_good, received_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (uid, t, is_good) where uid <> '' and t <> '' do update set
    repeats = repeats + 1,
    differing = differing + (action <> excluded.action or data <> excluded.data)
  returning *`

const COUNTS = `
  select action, sum(is_good) as good, sum(1 - is_good) as bad, sum(repeats) as repeats
  from tracker_events group by action order by action`

/** Opens the events of a store, making its tables when they are missing. */
export function createEventStore(db: Db, now: () => number = Date.now): EventStore {
  db.exec(SCHEMA)
  const watchers = new Set<EventWatcher>()
  const insert = db.prepare(INSERT)
  const keep = createGroupCommit(db, (event: NewEvent) =>
    storedEvent(insert.get(...rowOf(event), now())),
  )

  function select(filter: EventFilter, order: string, { limit = -1, before }: Partial<EventPage>) {
    const { sql, values } = conditionOf(filter)
    const older = before === undefined ? '1' : `id < ${Number(before)}`
    return db
      .prepare(
        `select * from tracker_events where ${sql} and ${older} order by id ${order} limit ?`,
      )
      .all(...values, limit)
      .map(storedEvent)
  }

  return {
    async add(event) {
      const kept = await keep(event)
      for (const watcher of watchers) watcher.onEvent(kept)
      return kept
    },
    list: (action) => select(action === undefined ? {} : { action }, 'asc', {}),
    newest: (filter, page) => select(filter, 'desc', page),
    count(action) {
      const { sql, values } = conditionOf(action === undefined ? {} : { action })
      const count = db.prepare(`select count(*) as kept from tracker_events where ${sql}`)
      return (count.get(...values) as { readonly kept: number }).kept
    },
    counts: () =>
      (db.prepare(COUNTS).all() as ActionCount[]).map(({ action, good, bad, repeats }) => ({
        action,
        good,
        bad,
        repeats,
      })),
    reset() {
      db.exec('delete from tracker_events')
      for (const watcher of watchers) watcher.onReset?.()
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
