import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { openDatabase } from '../../../../service/store/database.ts'
import { type EventFilter, passes } from '../../../../service/store/event-filter.ts'
import { createEventStore } from '../../../../service/store/events.ts'
import { sqliteStore } from '../../../../service/store/sqlite.ts'
import { loggedEvent } from '../../../support/logged-event.ts'

const words = ['', 'a', 'ab', 'b', 'é', '%', '_', "'"]
const word = fc.constantFrom(...words)
const event = fc.record({ action: word, uid: word, visitId: word, isGood: fc.boolean() })
const filter: fc.Arbitrary<EventFilter> = fc.record(
  { action: word, otherThan: fc.subarray(words), who: word, isGood: fc.boolean() },
  { requiredKeys: [] },
)

test('the store and the live feed agree on what passes a filter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 12 }), filter, async (events, wanted) => {
      const db = openDatabase(':memory:')
      const store = await createEventStore(sqliteStore(db))
      for (const [index, { action, uid, visitId, isGood }] of events.entries()) {
        const reasons = isGood ? [] : ['bad']
        const t = `${index}`
        await store.add([loggedEvent({ action, uid, t, data: { visitId }, reasons })])
      }
      const found = await store.newest(wanted, { limit: 100 })
      const all = await store.list()
      expect(found).toEqual(all.filter((one) => passes(one, wanted)).reverse())
      db.close()
    }),
    { numRuns: 60 },
  )
})
