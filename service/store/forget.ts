import { hash } from 'node:crypto'
import { addCounts } from './event-schema.ts'
import { createReplyStore } from './replies.ts'
import type { Sql, SqlValues, Statements } from './sql.ts'
import type { ActionCount, LoggedEvent } from './stored-event.ts'

/** How many events to delete at once, so that other requests are served in between. */
const PORTION = 2_000

/** Deletes events that arrived before a time (epoch ms). Resolves to their number. */
export async function forgetBefore(store: Sql, before: number): Promise<number> {
  const log = await createForgottenLog(store)
  await log.note('before', String(before))
  const forgotten = await forget(store, 'received_at < @before', { before })
  await store.run('delete from page_instances where started_at < @before', { before })
  await forgetReplies(store, 'at < @before', { before })
  return forgotten
}

/** Deletes all events of a user id, which must match exactly. Resolves to their number. */
export async function forgetUser(store: Sql, uid: string): Promise<number> {
  const log = await createForgottenLog(store)
  await log.note('user', uid)
  await forgetReplies(store, 'uid = @uid', { uid })
  return forget(store, 'uid = @uid', { uid })
}

/** Deletes all events of user ids with a prefix. Resolves to their number. */
export async function forgetUsers(store: Sql, prefix: string): Promise<number> {
  const log = await createForgottenLog(store)
  await log.note('users', prefix)
  const values = { prefix, end: `${prefix}\u{10ffff}` }
  await forgetReplies(store, 'uid between @prefix and @end', values)
  return forget(store, 'uid between @prefix and @end', values)
}

async function forget(store: Sql, condition: string, values: SqlValues): Promise<number> {
  let forgotten = 0
  for (;;) {
    const count = await store.transaction((statements) => forgetSome(statements, condition, values))
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
  await statements.exec(`delete from tracker_events where id in (${ids})`)
  return ids.length
}

async function forgetReplies(store: Sql, condition: string, values: SqlValues) {
  await createReplyStore(store)
  await store.run(`delete from browse_replies where ${condition}`, values)
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
    note: (what: 'before' | 'user' | 'users', value: string): Promise<void> =>
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
