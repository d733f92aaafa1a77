import { createEventStore, type EventStore } from './events.ts'
import { pageRecorder } from './loss.ts'
import { createPageSums } from './page-sums.ts'
import type { Sql } from './sql.ts'

/** Opens the events of a store with all that the service derives from them as they arrive. */
export async function createServiceEvents(store: Sql): Promise<EventStore> {
  const events = await createEventStore(store, [pageRecorder])
  await createPageSums(store)
  return events
}
