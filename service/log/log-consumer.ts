import type { EventStore } from '../store/event-table.ts'
import type { LoggedEvent, NewEvent } from '../store/stored-event.ts'

/** The path of an event from the tracker's response to its consumers. */
export interface EventLog {
  /**
   * Keeps an entry on this machine's disk. Settles after the disk has it.
   *
   * @throws RequestError 503 `busy` with `Retry-After`: the spool is full, or the disk is.
   */
  append(entry: NewEntry): Promise<void>
  /**
   * Delivers entries to a consumer in batches, starting after the last finished one. A batch whose handler rejects
   * is delivered again after a pause, and so is one that a killed process had not finished. Consumers with the
   * same name share the entries.
   */
  consume(name: string, handle: BatchHandler): LogConsumer
  /**
   * Settles when a consumer in this process has finished all that was appended before, or after
   * `forMs`; at once when the entries leave this machine.
   */
  settled(forMs: number): Promise<void>
  status(): Promise<LogStatus>
  /** Delivers the waiting entries, for at most `forMs`, and closes the files. Call it after the last append. */
  close(forMs?: number): Promise<void>
}

export type BatchHandler = (entries: readonly LogEntry[]) => Promise<void>

/** A running consumer. */
export interface LogConsumer {
  /** The last error of the handler; `undefined` after a successful batch. */
  failure(): unknown
  /** Resolves when the current batch is finished; no other follows. */
  stop(): Promise<void>
}

/** How a log is doing. */
export interface LogStatus {
  /** Whether entries are on their way: the engine answers and takes them. */
  readonly isUp: boolean
  /** Entries that have not left this machine yet. */
  readonly spooled: number
  readonly spooledBytes: number
  /** The largest of those that are accepted. */
  readonly limitBytes: number
  /** The number of unfinished entries for each consumer name. */
  readonly lag: Readonly<Record<string, number>>
}

/** One tracker request as the log keeps it: enough to read the event again with newer rules. */
export interface LogEntry {
  /** Names the request among all requests of all intakes: `<spool>.<number>`. */
  readonly origin: string
  /** The site and action that the request named; anybody's text. */
  readonly site: string
  readonly action: string
  /** The query string exactly as it arrived. */
  readonly query: string
  /** The browser's name by its user agent, without a version; empty when unknown. */
  readonly browser: string
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

/** An entry that has no place in a log yet. */
export type NewEntry = Omit<LogEntry, 'origin'>

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
