import { hash } from 'node:crypto'
import type { Sql } from './sql.ts'

/** Remembers what was deleted from a store, for copies of the events that follow it. */
export interface ForgottenLog {
  /** Notes that events up to the newest were deleted by their arrival or by their user. Of a user only the hash is kept. */
  note(what: 'before' | 'user' | 'users', value: string): Promise<void>
  /** The deletions after one, oldest first, each as a condition on `events`. */
  after(id: number): Promise<readonly ForgottenEntry[]>
}

/** One deletion. */
export interface ForgottenEntry {
  readonly id: number
  /** In SQL, on the columns `received_at`, `uid` and `event_id`, and the table `uid_names`. */
  readonly condition: string
}

const SCHEMA = `
  create table if not exists forgotten (
    id integer primary key autoincrement,
    what text not null,
    value text not null,
    upto integer not null
  ) strict`

/** Only the latest `--keep` counts: it includes those before. */
const DROP_EARLIER = "delete from forgotten where what = 'before' and @what = 'before'"

const NOTE = `
  insert into forgotten (what, value, upto)
  select @what, @value, coalesce(max(id), 0) from tracker_events`

/** Opens the deletions of a store, making their table when it is missing. */
export async function createForgottenLog(store: Sql): Promise<ForgottenLog> {
  await store.exec(SCHEMA)
  return {
    note: (what, value) =>
      store.transaction(async (statements) => {
        await statements.run(DROP_EARLIER, { what })
        await statements.run(NOTE, { what, value: what === 'user' ? hash('sha256', value) : value })
      }),
    async after(id) {
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
