import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { openDatabase } from '../../../../service/store/database.ts'
import { type EventFilter, passes } from '../../../../service/store/event-filter.ts'
import { createEventStore } from '../../../../service/store/events.ts'

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
      const store = createEventStore(db)
      for (const [index, { action, uid, visitId, isGood }] of events.entries()) {
        const reasons = isGood ? [] : ['bad']
        await store.add({ action, uid, t: `${index}`, data: { visitId }, reasons, query: '' })
      }
      const found = store.newest(wanted, { limit: 100 })
      expect(found).toEqual(
        store
          .list()
          .filter((one) => passes(one, wanted))
          .reverse(),
      )
      db.close()
    }),
    { numRuns: 60 },
  )
})
