import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventSearch } from '../../../../service/console/event-search.ts'
import { openDatabase } from '../../../../service/store/database.ts'
import { conditionOf, type EventFilter, passes } from '../../../../service/store/event-filter.ts'
import { createEventStore } from '../../../../service/store/event-table.ts'
import { sqliteStore } from '../../../../service/store/sqlite.ts'
import { loggedEvent } from '../../../support/fixtures/logged-event.ts'

/** A store with this many clicks, each on a product with its own number. */
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

test('consecutive pages have no gaps or repeats', async () => {
  const { db, search } = await storeOf(600)
  const ids: number[] = []
  let before: number | undefined
  do {
    const page = await search.newest({ text: 'P' }, { limit: 90, before })
    ids.push(...page.events.map(({ id }) => id))
    before = page.nextBefore
  } while (before !== undefined)
  expect(ids).toEqual(Array.from({ length: 600 }, (_, n) => 600 - n))
  db.close()
})

test('events of one user or visit come in order of t, page by page', async () => {
  const store = sqliteStore(openDatabase(':memory:'))
  const events = await createEventStore(store)
  const moments = [30, 10, 50, 20, 40, 20]
  await events.add(
    moments.map((at, index) =>
      loggedEvent({ uid: 'u', t: `${at}|${index}`, data: { visitId: 'v' } }),
    ),
  )
  const search = createEventSearch(store)
  for (const filter of [{ uid: 'u' }, { visitId: 'v' }]) {
    const found: number[] = []
    let before: number | undefined
    do {
      const page = await search.newest(filter, { limit: 2, before })
      found.push(...page.events.map(({ id }) => id))
      before = page.nextBefore
    } while (before !== undefined)
    expect(found).toEqual([3, 5, 1, 6, 4, 2])
  }
  await store.close()
})

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

const words = ['', 'a', 'ab', 'b', 'É', 'é', '%', '_', "'", '"', 'A']
const word = fc.constantFrom(...words)
const event = fc.record({
  action: word,
  uid: word,
  visitId: word,
  isGood: fc.boolean(),
  hasNotes: fc.boolean(),
  text: word,
})
const filter: fc.Arbitrary<EventFilter> = fc.record(
  {
    id: fc.integer({ min: 1, max: 12 }),
    action: word,
    otherThan: fc.subarray(words),
    who: word,
    uid: word,
    visitId: word,
    text: word,
    isGood: fc.boolean(),
    hasNotes: fc.constant(true as const),
  },
  { requiredKeys: [] },
)

test('the search and the live feed agree on which events pass a filter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 12 }), filter, async (events, wanted) => {
      const db = openDatabase(':memory:')
      const sql = sqliteStore(db)
      const store = await createEventStore(sql)
      for (const [index, { isGood, hasNotes, visitId, text, ...named }] of events.entries()) {
        const reasons = isGood ? [] : ['bad']
        const notes = hasNotes ? ['a note'] : []
        const data = { visitId, text }
        await store.add([loggedEvent({ ...named, t: `${index}`, data, reasons, notes })])
      }
      const search = createEventSearch(sql)
      const found = await search.newest(wanted, { limit: 100 })
      const expected = (await store.list()).filter((one) => passes(one, wanted))
      expect(found).toEqual({ events: expected.reverse() })
      const { counts, isWhole } = await search.count(wanted)
      const counted = counts.reduce((sum, { good, bad }) => sum + good + bad, 0)
      expect([counted, isWhole]).toEqual([expected.length, true])
      db.close()
    }),
    { numRuns: 100 },
  )
})
