import { addCounts } from './event-counts.ts'
import { createFactTables } from './fact-schema.ts'
import type { Sql, SqlValues, Statements } from './sql.ts'
import type { ActionCount } from './stored-event.ts'
import { beginChange, noteVisits, sumChosen, sumEvents, sumProducts, sumSeen } from './sums.ts'

/** So many events go at once, so that others are served in between. */
const PORTION = 2_000

const INDEX = 'create index if not exists fact_products_event on fact_products (event_id)'

/** Forgets events that arrived before a moment (epoch ms). Settles with how many. */
export async function forgetBefore(store: Sql, before: number): Promise<number> {
  const forgotten = await forget(store, 'received_at < @before', { before })
  await store.run('delete from page_instances where started_at < @before', { before })
  return forgotten
}

/** Forgets all events of a user id, whole and spelled exactly so. Settles with how many. */
export const forgetUser = (store: Sql, uid: string): Promise<number> =>
  forget(store, 'uid = @uid', { uid })

/** Forgets all events of user ids that begin so. Settles with how many. */
export const forgetUsers = (store: Sql, prefix: string): Promise<number> =>
  forget(store, 'uid between @prefix and @end', { prefix, end: `${prefix}\u{10ffff}` })

async function forget(store: Sql, condition: string, values: SqlValues): Promise<number> {
  await createFactTables(store)
  await store.exec(INDEX)
  const forgetPortion = async (statements: Statements) => {
    const ids = await forgetSome(statements, condition, values)
    if (ids.length > 0) await forgetFacts(statements, ids.join())
    return ids.length
  }
  let forgotten = 0
  for (;;) {
    const count = await store.transaction(forgetPortion)
    if (count === 0) return forgotten
    forgotten += count
  }
}

async function forgetSome(
  statements: Statements,
  condition: string,
  values: SqlValues,
): Promise<readonly number[]> {
  const rows = await statements.all<{ readonly id: number }>(
    `select id from tracker_events where ${condition} limit ${PORTION}`,
    values,
  )
  const ids = rows.map(({ id }) => Number(id))
  if (ids.length === 0) return ids
  const counts = await statements.all<ActionCount>(
    `select action, -sum(is_good) as good, -sum(1 - is_good) as bad, -sum(repeats) as repeats
     from tracker_events where id in (${ids}) group by action`,
  )
  await addCounts(statements, counts)
  await statements.exec(`delete from tracker_events where id in (${ids})`)
  return ids
}

/** Takes the facts of events out of the sums and deletes them. What is owed to them stays so. */
async function forgetFacts(statements: Statements, ids: string) {
  await beginChange(statements)
  await statements.exec(`
    insert into changed_events select event_id from fact_events where event_id in (${ids});
    insert into changed_products
    select id, 1 from fact_products where event_id in (select id from changed_events)`)
  await noteVisits(statements)
  await sumProducts(statements, -1)
  await sumEvents(statements, -1)
  await sumSeen(statements, -1)
  await statements.exec(`
    delete from fact_lists where visit in (select visit from fact_events where event_id in (${ids}));
    delete from fact_products where id in (select id from changed_products);
    delete from fact_facets where event_id in (${ids});
    delete from fact_events where event_id in (${ids})`)
  await sumChosen(statements)
}
