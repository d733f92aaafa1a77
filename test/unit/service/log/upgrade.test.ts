import { expect, test } from 'vitest'
import { openDatabase } from '../../../../service/store/database.ts'
import { EVENT_SCHEMA } from '../../../../service/store/event-schema.ts'
import { createEventStore } from '../../../../service/store/event-table.ts'
import { sqliteStore } from '../../../../service/store/sqlite.ts'
import { upgradeEvents } from '../../../../service/store/upgrade.ts'

test('events of version 0.1.0 are read in the form of this version', async () => {
  const db = openDatabase(':memory:')
  db.exec(`
    create table tracker_events (
      id integer primary key autoincrement, action text not null, uid text not null,
      visit_id text not null, t text not null, data text not null, reasons text not null,
      query text not null, is_good integer not null, repeats integer not null default 0,
      differing integer not null default 0, received_at integer not null
    ) strict;
    create unique index kept_once on tracker_events (uid, t, is_good) where uid <> '' and t <> '';
    insert into tracker_events values
      (7, 'click', 'u1', 'v1', '5|0.5', '{"visitId":"v1"}', '[]', 'SvcKey=shop', 1, 2, 1, 9);`)
  const events = await createEventStore(sqliteStore(upgradeEvents(db)))
  expect(await events.list()).toMatchObject([
    { site: 'shop', action: 'click', uid: 'u1', visitId: 'v1', at: 5, repeats: 2, differing: 1 },
  ])
  expect(await events.list()).toMatchObject([{ notes: [], grade: 'good' }])
  expect(await events.counts()).toEqual([{ action: 'click', good: 1, bad: 0, repeats: 2 }])
  expect(upgradeEvents(db)).toBe(db)
})

test('a store without notes gets them, and keeps its events', async () => {
  const db = openDatabase(':memory:')
  db.exec(EVENT_SCHEMA.replace(/ +notes text.*\n/, ''))
  db.exec(`
    insert into tracker_events
      (key, site, action, uid, visit_id, t, at, data, reasons, query, is_good, browser, received_at, origin)
    values ('k', 'shop', 'click', 'u1', 'v1', '5|0.5', 5, '{}', '[]', '', 1, '', 9, 'a.1')`)
  for (let start = 0; start < 2; start += 1) {
    const events = await createEventStore(sqliteStore(upgradeEvents(db)))
    expect(await events.list()).toMatchObject([{ uid: 'u1', notes: [], grade: 'good' }])
  }
})
