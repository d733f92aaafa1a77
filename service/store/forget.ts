import { addCounts } from './event-counts.ts'
import { createForgottenLog } from './forgotten.ts'
import { createReplyStore } from './replies.ts'
import type { Sql, SqlValues, Statements } from './sql.ts'
import type { ActionCount } from './stored-event.ts'

/** So many events go at once, so that others are served in between. */
const PORTION = 2_000

/** Forgets events that arrived before a moment (epoch ms). Settles with how many. */
export async function forgetBefore(store: Sql, before: number): Promise<number> {
  const log = await createForgottenLog(store)
  await log.note('before', String(before))
  const forgotten = await forget(store, 'received_at < @before', { before })
  await store.run('delete from page_instances where started_at < @before', { before })
  await forgetReplies(store, 'at < @before', { before })
  return forgotten
}

/** Forgets all events of a user id, whole and spelled exactly so. Settles with how many. */
export async function forgetUser(store: Sql, uid: string): Promise<number> {
  const log = await createForgottenLog(store)
  await log.note('user', uid)
  await forgetReplies(store, 'uid = @uid', { uid })
  return forget(store, 'uid = @uid', { uid })
}

/** Forgets all events of user ids that begin so. Settles with how many. */
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
