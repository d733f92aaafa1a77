import { hash } from 'node:crypto'
import { BOOKS_RESULT_SCHEMA } from './books-results.ts'
import { CONVERSATION_SCHEMA } from './conversations.ts'
import { addCounts } from './event-schema.ts'
import { createReplyStore } from './replies.ts'
import type { Sql, SqlValues, Statements } from './sql.ts'
import type { ActionCount, LoggedEvent } from './stored-event.ts'

/** How many events to delete at once, so that other requests are served in between. */
const PORTION = 2_000

/** The open databases of a service. */
export interface PersonStores {
  /** Where its events end. */
  readonly store: Sql
  /** The database file of this machine, which has the conversations; the same as `store` with SQLite. */
  readonly local: Sql
}

/** A place where the service keeps what a person did, and how it is emptied. */
export interface PersonPlace {
  /** As SECURITY.md names it. */
  readonly name: string
  /** Deletes a person's part. A place without this is not in a database; `elsewhere` says how it is emptied. */
  readonly forget?: (stores: PersonStores, whose: Whose) => Promise<number | undefined>
  readonly elsewhere?: string
}

/** Whose data: what arrived before a moment (epoch ms), of one user id, or of all user ids with a prefix. */
export type Whose =
  | { readonly what: 'before'; readonly value: number }
  | { readonly what: 'user' | 'users'; readonly value: string }

/**
 * Every place where a person's data is. Deleting a user, `--keep` and SECURITY.md follow this list; a test fills each place and searches
 * the files afterwards.
 */
export const PERSON_PLACES: readonly PersonPlace[] = [
  {
    name: 'page numbers',
    forget: ({ store }, whose) =>
      whose.what === 'before'
        ? emptied(store, 'delete from page_instances where started_at < @value', whose)
        : emptied(
            store,
            `delete from page_instances where instance in (${PAGES_OF[whose.what]})`,
            whose,
          ),
  },
  { name: 'events and order references', forget: ({ store }, whose) => forget(store, whose) },
  {
    name: 'Browse replies',
    async forget({ store }, whose) {
      await createReplyStore(store)
      await emptied(store, `delete from browse_replies where ${conditionFor('at', whose)}`, whose)
    },
  },
  {
    name: 'conversations',
    async forget({ local }, whose) {
      await local.exec(CONVERSATION_SCHEMA)
      await emptied(local, `delete from conversations where ${conditionFor('at', whose)}`, whose)
    },
  },
  {
    // A result counts many people, and whose page it names is unknown; comparing again makes it without the forgotten one.
    name: 'results of comparing books',
    async forget({ store }, whose) {
      await store.exec(BOOKS_RESULT_SCHEMA)
      const ofWhom = whose.what === 'before' ? 'where made_at < @value' : ''
      await store.run(`delete from books_results ${ofWhom}`, ofWhom ? { value: whose.value } : {})
    },
  },
  {
    name: 'column store',
    elsewhere:
      'A running service deletes the rows before its next report; the command deletes the file, which is made anew.',
  },
  {
    name: 'spool',
    elsewhere:
      'An event leaves it when it is stored, or 10 minutes after it was published. A forgotten one is not stored; the command deletes it if the service is stopped.',
  },
  {
    name: 'log engine',
    elsewhere: 'Events are gone after 7 days. A forgotten one is not stored again.',
  },
  {
    name: 'memory',
    elsewhere:
      'The last 500 Browse requests and 100 refused requests, until others replace them or the process ends.',
  },
  {
    name: 'exports',
    elsewhere:
      'Files of `export` and downloads, and an OpenSearch that receives UBI, are yours to delete.',
  },
]

/** Deletes everything that arrived before a time (epoch ms). Resolves to the number of events. */
export const forgetBefore = (store: Sql, before: number, local = store): Promise<number> =>
  forgetEverywhere({ store, local }, { what: 'before', value: before })

/** Deletes everything of a user id, which must match exactly. Resolves to the number of events. */
export const forgetUser = (store: Sql, uid: string, local = store): Promise<number> =>
  forgetEverywhere({ store, local }, { what: 'user', value: uid })

/** Deletes everything of user ids with a prefix. Resolves to the number of events. */
export const forgetUsers = (store: Sql, prefix: string, local = store): Promise<number> =>
  forgetEverywhere({ store, local }, { what: 'users', value: prefix })

async function forgetEverywhere(stores: PersonStores, whose: Whose): Promise<number> {
  const log = await createForgottenLog(stores.store)
  await log.note(whose.what, String(whose.value))
  let events = 0
  for (const place of PERSON_PLACES) events += (await place.forget?.(stores, whose)) ?? 0
  for (const one of new Set([stores.store, stores.local])) await one.shrinkLog()
  return events
}

const conditionFor = (moment: string, { what }: Whose): string =>
  ({ before: `${moment} < @value`, user: 'uid = @value', users: 'uid between @value and @end' })[
    what
  ]

const valuesFor = ({ what, value }: Whose): SqlValues =>
  what === 'users' ? { value, end: `${value}\u{10ffff}` } : { value }

async function emptied(store: Sql, statement: string, whose: Whose): Promise<undefined> {
  await store.run(statement, valuesFor(whose))
}

/** The pages of a user, by the running numbers of their events. */
const pagesWhere = (condition: string) =>
  `select substr(json_extract(data, '$.seq'), 1, 8) from tracker_events where ${condition}`
const PAGES_OF = {
  user: pagesWhere('uid = @value'),
  users: pagesWhere('uid between @value and @end'),
}

async function forget(store: Sql, whose: Whose): Promise<number> {
  const condition = conditionFor('received_at', whose)
  let forgotten = 0
  for (;;) {
    const count = await store.transaction((statements) =>
      forgetSome(statements, condition, valuesFor(whose)),
    )
    if (count === 0) return forgotten
    forgotten += count
  }
}

async function forgetSome(
  statements: Statements,
  condition: string,
  values: SqlValues,
): Promise<number> {
  const rows = await statements.all<{ readonly id: number }>(
    `select id from tracker_events where ${condition} limit ${PORTION}`,
    values,
  )
  const ids = rows.map(({ id }) => Number(id))
  if (ids.length === 0) return 0
  const counts = await statements.all<ActionCount>(
    `select action, -sum(is_good) as good, -sum(1 - is_good) as bad, -sum(repeats) as repeats
     from tracker_events where id in (${ids}) group by action`,
  )
  await addCounts(statements, counts)
  await statements.exec(`
    delete from order_refs where key in (select key from tracker_events where id in (${ids}));
    delete from tracker_events where id in (${ids})`)
  return ids.length
}

/** One deletion. */
export interface ForgottenEntry {
  readonly id: number
  /** An SQL condition on the columns `received_at`, `uid` and `event_id`, and the table `uid_names`. */
  readonly condition: string
}

const SCHEMA = `
  create table if not exists forgotten (
    id integer primary key autoincrement,
    what text not null,
    value text not null,
    upto integer not null
  ) strict;
  create table if not exists forgotten_users (
    uid_hash text primary key,
    at integer not null
  ) strict`

/** Only the latest `--keep` is needed, because it includes earlier ones. */
const DROP_EARLIER = "delete from forgotten where what = 'before' and @what = 'before'"

const NOTE = `
  insert into forgotten (what, value, upto)
  select @what, @value, coalesce(max(id), 0) from tracker_events`

const NOTE_USER = `
  insert into forgotten_users (uid_hash, at) values (@value, @at)
  on conflict (uid_hash) do update set
    at = iif(excluded.at > forgotten_users.at, excluded.at, forgotten_users.at)`

const hashOf = (uid: string) => hash('sha256', uid)

/** Removes the events of users who were forgotten after the events arrived; a log may still contain them. */
export async function withoutForgotten(
  statements: Statements,
  events: readonly LoggedEvent[],
): Promise<readonly LoggedEvent[]> {
  const hashes = new Map(events.map(({ uid }) => [uid, hashOf(uid)]))
  const rows = await statements.all<{ readonly uid_hash: string; readonly at: number }>(
    `select uid_hash, at from forgotten_users
     where uid_hash in (select value from json_each(@hashes))`,
    { hashes: JSON.stringify([...hashes.values()]) },
  )
  if (rows.length === 0) return events
  const moments = new Map(rows.map(({ uid_hash, at }) => [uid_hash, at]))
  return events.filter(
    ({ uid, receivedAt }) => !(receivedAt <= (moments.get(hashes.get(uid) ?? '') ?? -1)),
  )
}

/** Opens the list of a store's deletions, which copies of its events have to repeat. Creates its table if necessary. */
export async function createForgottenLog(store: Sql) {
  await store.exec(SCHEMA)
  return {
    /** Records that events up to the newest were deleted by arrival or by user. Of a user id, only the hash is stored. */
    note: (what: Whose['what'], value: string): Promise<void> =>
      store.transaction(async (statements) => {
        const noted = what === 'user' ? hashOf(value) : value
        await statements.run(DROP_EARLIER, { what })
        await statements.run(NOTE, { what, value: noted })
        if (what === 'user') await statements.run(NOTE_USER, { value: noted, at: Date.now() })
      }),
    /** The deletions after the given one, oldest first, each as a condition on `events`. */
    async after(id: number): Promise<readonly ForgottenEntry[]> {
      const rows = await store.all<ForgottenRow>(
        'select id, what, value, upto from forgotten where id > @id order by id',
        { id },
      )
      return rows.map((row) => ({ id: row.id, condition: conditionOf(row) }))
    },
  }
}

interface ForgottenRow {
  readonly id: number
  readonly what: string
  readonly value: string
  readonly upto: number
}

function conditionOf({ what, value, upto }: ForgottenRow): string {
  const text = `'${value.replaceAll("'", "''")}'`
  const which = {
    before: `received_at < ${Number(value)}`,
    user: `uid in (select name from uid_names where sha256(name) = ${text})`,
    users: `starts_with(uid, ${text})`,
  }[what]
  return `${which ?? 'false'} and event_id <= ${Number(upto)}`
}
