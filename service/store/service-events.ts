import { createEventStore, type EventStore } from './events.ts'
import { pageRecorder } from './loss.ts'
import type { Sql } from './sql.ts'

/** Opens the events of a store with all that the service derives from them as they arrive. */
export const createServiceEvents = (store: Sql): Promise<EventStore> =>
  createEventStore(store, [pageRecorder])
