import type { Statements } from './sql.ts'
import type { ActionCount } from './stored-event.ts'

/**
 * The tracker's tables. `at` and `received_at` are epoch milliseconds. `origin` and `outcome` make redelivery harmless: `outcome` records
 * the last delivery of an event, see `Outcome`. The indexes serve the events page and `--keep`.
 */
export const EVENT_SCHEMA = `
  create table if not exists tracker_events (
    id integer primary key autoincrement,
    key text not null,
    site text not null,
    action text not null,
    uid text not null,
    visit_id text not null,
    t text not null,
    at integer not null,
    data text not null,
    reasons text not null,
    notes text not null,
    query text not null,
    is_good integer not null,
    browser text not null,
    received_at integer not null,
    origin text not null,
    last_origin text not null default '',
    outcome integer not null default 0,
    repeats integer not null default 0,
    differing integer not null default 0
  ) strict;
  create unique index if not exists tracker_events_once on tracker_events (key);
  create index if not exists tracker_events_by_action on tracker_events (action, id);
  create index if not exists tracker_events_of_uid on tracker_events (uid, at);
  create index if not exists tracker_events_of_visit on tracker_events (visit_id, at);
  create index if not exists tracker_events_bad on tracker_events (id) where is_good = 0;
  create index if not exists tracker_events_noted on tracker_events (id) where notes <> '[]';
  create index if not exists tracker_events_at on tracker_events (at);
  create index if not exists tracker_events_received on tracker_events (received_at);
  create table if not exists event_counts (
    action text primary key,
    good integer not null,
    bad integer not null,
    repeats integer not null
  ) strict;
`

/**
 * Orders and carts with all that the books read of them, side by side: otherwise each is on a page of its own among all events. For SQLite
 * alone, because an index of PostgreSQL takes no long texts.
 */
export const ORDER_INDEXES = ['order', 'cart']
  .map(
    (action) => `
  create index if not exists tracker_events_${action}s on tracker_events
    (site, id, at, uid, visit_id, t, is_good, repeats, data) where action = '${action}';`,
  )
  .join('')

/** The outcome of delivering an event. */
export const Outcome = {
  isNew: 0,
  /** The sender sent it again. */
  isRepeat: 1,
  /** The sender used the same `t` for another event. */
  isDiffering: 2,
  /** The log delivered the same request again; nothing changes. */
  isRedelivery: 3,
  /** The page and the server both reported an order. */
  isOtherReport: 4,
} as const

const ADD = `
  insert into event_counts (action, good, bad, repeats) values (?, ?, ?, ?)
  on conflict (action) do update set
    good = event_counts.good + excluded.good,
    bad = event_counts.bad + excluded.bad,
    repeats = event_counts.repeats + excluded.repeats
  returning action`

/** Adds to the event counts by action; negative numbers subtract. */
export async function addCounts(statements: Statements, counts: Iterable<ActionCount>) {
  const lists = [...counts].map(({ action, good, bad, repeats }) => [action, good, bad, repeats])
  // Always in the same order, so that two writers cannot deadlock.
  lists.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  await statements.each(ADD, lists)
}

/** The number of stored events by action, without counting them. */
export const readCounts = (statements: Statements): Promise<ActionCount[]> =>
  statements.all<ActionCount>(
    `select action, good, bad, repeats from event_counts
     where good <> 0 or bad <> 0 or repeats <> 0 order by action`,
  )
