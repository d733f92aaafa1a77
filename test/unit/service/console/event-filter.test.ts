import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventSearch } from '../../../../service/console/event-search.ts'
import { openDatabase } from '../../../../service/store/database.ts'
import { type EventFilter, passes } from '../../../../service/store/event-filter.ts'
import { createEventStore } from '../../../../service/store/event-table.ts'
import { sqliteStore } from '../../../../service/store/sqlite.ts'
import { loggedEvent } from '../../../support/fixtures/logged-event.ts'

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

test('the search and the live feed agree on what passes a filter', async () => {
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
