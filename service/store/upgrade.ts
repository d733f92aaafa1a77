import type { Db } from './database.ts'
import { EVENT_COLUMNS, rowOf } from './event-row.ts'
import { EVENT_SCHEMA } from './event-schema.ts'
import type { Sql } from './sql.ts'

/** A row of the table as version 0.1.0 had it. */
interface OldRow {
  readonly id: number
  readonly action: string
  readonly uid: string
  readonly t: string
  readonly data: string
  readonly reasons: string
  readonly query: string
  readonly received_at: number
  readonly repeats: number
  readonly differing: number
}

const SET_ASIDE = `
  alter table tracker_events rename to tracker_events_old;
  drop index if exists kept_once;
  drop index if exists tracker_events_by_action;
  drop index if exists tracker_events_by_uid;
  drop index if exists tracker_events_by_visit;
`

const COUNT = `
  insert into event_counts select action, sum(is_good), sum(1 - is_good), sum(repeats)
  from tracker_events group by action`

/** Brings the events of an older version into the form of this one, in place, or changes nothing. */
export function upgradeEvents(db: Db): Db {
  const columns = db.prepare('select name from pragma_table_info(?)').pluck().all('tracker_events')
  if (columns.length === 0 || columns.includes('key')) return db
  db.transaction(() => {
    db.exec(SET_ASIDE)
    db.exec(EVENT_SCHEMA)
    const names = [...EVENT_COLUMNS, 'repeats', 'differing']
    const insert = db.prepare(
      `insert into tracker_events (${names}) values (${names.map(() => '?')})`,
    )
    const select = db.prepare('select * from tracker_events_old order by id')
    for (const row of select.all() as OldRow[]) insert.run(...valuesOf(row))
    db.exec(`${COUNT}; drop table tracker_events_old`)
  })()
  return db
}

const valuesOf = ({ id, data, reasons, received_at: receivedAt, ...row }: OldRow) => [
  ...rowOf({
    ...row,
    site: new URLSearchParams(row.query).get('SvcKey') ?? '',
    data: JSON.parse(data),
    reasons: JSON.parse(reasons),
    notes: [],
    receivedAt,
    browser: '',
    origin: `old.${id}`,
  }),
  row.repeats,
  row.differing,
]

const NOTES = "notes text not null default '[]'"

/** Its index comes after it: a store of an older version has no such column when its schema is made. */
const NOTED =
  "create index if not exists tracker_events_noted on tracker_events (id) where notes <> '[]'"

/** Gives the events of a store their notes, if it was made before there were any, and the index of those that have some. */
export async function addNotes(sql: Sql): Promise<void> {
  if (sql.kind === 'postgres')
    await sql.exec(`alter table tracker_events add column if not exists ${NOTES}`)
  else await addMissingColumn(sql)
  await sql.exec(NOTED)
}

async function addMissingColumn(sql: Sql) {
  const columns = await sql.all<{ readonly name: string }>(
    "select name from pragma_table_info('tracker_events')",
  )
  if (columns.some(({ name }) => name === 'notes')) return
  await sql.exec(`alter table tracker_events add column ${NOTES}`)
}
