import { conditionOf, createEventStore, openDatabase, sqliteStore } from 'svc-tag-service'
import { expect, test } from 'vitest'
import { loggedEvent } from '../../test/support/fixtures/logged-event.ts'
import { createEventSearch } from '../event-search.ts'

// What is found is in live-model.test.ts; here is how.

/** A store with so many clicks, each on a product of its own number. */
async function storeOf(count: number) {
  const db = openDatabase(':memory:')
  const store = sqliteStore(db)
  const events = await createEventStore(store)
  await events.add(
    Array.from({ length: count }, (_, n) =>
      loggedEvent({ uid: `uid-${n % 3}`, t: `${n}|1`, data: { pid: `P${n + 1}-` } }),
    ),
  )
  return { db, search: createEventSearch(store) }
}

test('events of a user, events with a note and bad events are read through ordered indexes', async () => {
  const { db } = await storeOf(1)
  for (const [index, condition, order] of [
    ['tracker_events_of_uid', "uid = 'u' and (at, id) < (1, 1)", 'at desc, id desc'],
    ['tracker_events_noted', conditionOf({ isGood: true, hasNotes: true }).sql, 'id desc'],
    ['tracker_events_bad', conditionOf({ isGood: false }).sql, 'id desc'],
  ] as const) {
    const select = `select * from tracker_events where ${condition} order by ${order}`
    const plan = JSON.stringify(db.prepare(`explain query plan ${select}`).all())
    expect(plan).toContain(index)
    expect(plan).not.toContain('TEMP B-TREE')
  }
  db.close()
})

test('other requests are served while a text is searched', async () => {
  const { db, search } = await storeOf(1_000)
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  await search.count({ text: 'nothing has this' })
  clearImmediate(timer)
  expect(turns).toBeGreaterThanOrEqual(3)
  db.close()
})
