import { addCounts } from './event-counts.ts'
import type { Sql, Statements } from './sql.ts'
import type { ActionCount } from './stored-event.ts'

/** So many events go at once, so that others are served in between. */
const PORTION = 2_000

const SCHEMA = 'create index if not exists product_facts_event on product_facts (event_id)'

/** Forgets events that arrived before a moment (epoch ms). Settles with how many. */
export const forgetBefore = (store: Sql, before: number): Promise<number> =>
  forget(store, 'received_at < @value', before)

/** Forgets all events of a user id, whole and spelled exactly so. Settles with how many. */
export const forgetUser = (store: Sql, uid: string): Promise<number> =>
  forget(store, 'uid = @value', uid)

async function forget(store: Sql, condition: string, value: string | number): Promise<number> {
  await store.exec(SCHEMA)
  let forgotten = 0
  for (;;) {
    const count = await store.transaction((statements) => forgetSome(statements, condition, value))
    if (count === 0) break
    forgotten += count
  }
  if (typeof value === 'number') {
    await store.run('delete from page_instances where started_at < @value', { value })
  }
  return forgotten
}

async function forgetSome(
  statements: Statements,
  condition: string,
  value: string | number,
): Promise<number> {
  const rows = await statements.all<{ readonly id: number }>(
    `select id from tracker_events where ${condition} limit ${PORTION}`,
    { value },
  )
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => Number(id)).join()
  const counts = await statements.all<ActionCount>(
    `select action, -sum(is_good) as good, -sum(1 - is_good) as bad, -sum(repeats) as repeats
     from tracker_events where id in (${ids}) group by action`,
  )
  await addCounts(statements, counts)
  await statements.run(`delete from product_facts where event_id in (${ids})`)
  await statements.run(`delete from tracker_events where id in (${ids})`)
  return rows.length
}
