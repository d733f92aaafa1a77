import type { EventStore } from '../store/event-table.ts'
import type { Arrival, LoggedEvent, NewEvent } from '../store/stored-event.ts'

/** The path of an event from the tracker's response to its consumers. */
export interface EventLog {
  /**
   * Writes an entry to this machine's disk. Resolves when the entry is on the disk.
   *
   * @throws RequestError 503 `busy` with `Retry-After`: the spool or the disk is full.
   */
  append(entry: NewEntry): Promise<void>
  /**
   * Delivers entries to a consumer in batches, starting after the last finished one. A batch is delivered again if its handler rejects,
   * after a pause, or if a killed process had not finished it. Consumers with the same name share the entries.
   */
  consume(name: string, handle: BatchHandler): LogConsumer
  /**
   * Resolves when a consumer in this process has finished all entries appended before the call, or
   * after `forMs`. Resolves at once if the entries are sent to an engine.
   */
  settled(forMs: number): Promise<void>
  /** Why this machine's disk takes no entries now, after its last entry was refused; `undefined` if it takes them. */
  fault(): unknown
  status(): Promise<LogStatus>
  /** Delivers the waiting entries, for at most `forMs`, and closes the files. Call it after the last append. */
  close(forMs?: number): Promise<void>
}

export type BatchHandler = (entries: readonly LogEntry[]) => Promise<void>

/** A running consumer. */
export interface LogConsumer {
  /** The last error of the handler; `undefined` after a successful batch. */
  failure(): unknown
  /** When the oldest entry that it knows and has not finished was received, in epoch milliseconds; `undefined` if none waits. */
  oldest(): number | undefined
  /** Resolves when the current batch is finished; no other follows. */
  stop(): Promise<void>
}

/** The state of a log. */
export interface LogStatus {
  /** Whether entries are leaving this machine: the engine responds and accepts them. */
  readonly isUp: boolean
  /** The number of entries that have not left this machine yet. */
  readonly spooled: number
  readonly spooledBytes: number
  /** The limit up to which the most valuable actions are accepted. */
  readonly limitBytes: number
  /** The number of unfinished entries for each consumer name. */
  readonly lag: Readonly<Record<string, number>>
}

/** One tracker request in the log, with everything needed to parse the event again with newer rules. */
export interface LogEntry extends Arrival {
  /** The site and action that the request names; both may be any text. */
  readonly site: string
  readonly action: string
  /** The query string exactly as it arrived. */
  readonly query: string
}

/** An entry that is not in a log yet. */
export type NewEntry = Omit<LogEntry, 'origin'>

/** Parses the query string of a request as an event. */
export type EventReader = (query: string) => NewEvent

/** Parses an entry of the log as an event to store. */
export const loggedEvent = (entry: LogEntry, readEvent: EventReader): LoggedEvent => ({
  ...readEvent(entry.query),
  origin: entry.origin,
  browser: entry.browser,
  receivedAt: entry.receivedAt,
})

/** The consumer that fills the store. It finishes a batch once the store has committed it. */
export const storeEvents = (
  log: EventLog,
  events: EventStore,
  readEvent: EventReader,
): LogConsumer =>
  log.consume('store', async (entries) => {
    await events.add(entries.map((entry) => loggedEvent(entry, readEvent)))
  })
