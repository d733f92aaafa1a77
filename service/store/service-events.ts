import { createEventStore, type EventStore } from './event-table.ts'
import { createPageSums } from './page-sums.ts'
import { pageRecorder } from './sequence-loss.ts'
import type { Sql } from './sql.ts'

/**
 * Tables that earlier versions counted reports in. They have user ids, which `delete --uid` does not
 * reach any more.
 */
const DROP_OLD_SUMS = [
  ...['events', 'products', 'facets', 'lists', 'chosen', 'progress'].map((name) => `fact_${name}`),
  ...[
    'events',
    'steps',
    'lists',
    'products',
    'positions',
    'texts',
    'bad',
    'facets',
    'chosen',
    'seen',
  ].map((name) => `sum_${name}`),
  ...['product_facts', 'product_facts_upto'],
]
  .map((table) => `drop table if exists ${table};`)
  .join(' ')

/** Opens the events of a store with all that the service derives from them as they arrive. */
export async function createServiceEvents(store: Sql): Promise<EventStore> {
  const events = await createEventStore(store, [pageRecorder])
  await createPageSums(store)
  await store.exec(DROP_OLD_SUMS)
  return events
}
