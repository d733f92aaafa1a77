import type { EventStore } from '../store/event-table.ts'
import type { LoggedEvent, NewEvent } from '../store/stored-event.ts'
import type { EventLog, LogConsumer } from './log-consumer.ts'
import type { LogEntry } from './log-entry.ts'

/** Reads the query string of a request as an event. */
export type EventReader = (query: string) => NewEvent

/** Reads an entry of the log as an event to store. */
export const loggedEvent = (entry: LogEntry, readEvent: EventReader): LoggedEvent => ({
  ...readEvent(entry.query),
  origin: entry.origin,
  browser: entry.browser,
  receivedAt: entry.receivedAt,
})

/** The consumer that fills the store. It finishes a batch when the store has committed it. */
export const storeEvents = (
  log: EventLog,
  events: EventStore,
  readEvent: EventReader,
): LogConsumer =>
  log.consume('store', async (entries) => {
    await events.add(entries.map((entry) => loggedEvent(entry, readEvent)))
  })
