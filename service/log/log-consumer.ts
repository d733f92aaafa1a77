import type { LogEntry, NewEntry } from './log-entry.ts'

/** The way of an event from the answered request to those who want it. */
export interface EventLog {
  /**
   * Keeps an entry on this machine's disk. Settles after the disk has it.
   *
   * @throws RequestError 503 `busy` with `Retry-After`: the spool is full, or the disk is.
   */
  append(entry: NewEntry): Promise<void>
  /**
   * Hands entries to a consumer, in batches, from where it last finished one. A batch whose
   * handler rejects comes again, after a pause; so does what a killed process had not finished.
   * Consumers of one name share the entries between them.
   */
  consume(name: string, handle: BatchHandler): LogConsumer
  /**
   * Settles when a consumer in this process has finished all that was appended before, or after
   * `forMs`; at once when the entries leave this machine.
   */
  settled(forMs: number): Promise<void>
  status(): Promise<LogStatus>
  /** Hands over what waits, for at most `forMs`, and closes the files. Call it after the last append. */
  close(forMs?: number): Promise<void>
}

export type BatchHandler = (entries: readonly LogEntry[]) => Promise<void>

/** A running consumer. */
export interface LogConsumer {
  /** The last error of the handler; `undefined` once a batch went through. */
  failure(): unknown
  /** Settles when the batch in hand is finished; no other follows. */
  stop(): Promise<void>
}

/** How a log is doing. */
export interface LogStatus {
  /** Whether entries are on their way: the engine answers and takes them. */
  readonly isUp: boolean
  /** Entries on this machine that did not leave it yet. */
  readonly spooled: number
  readonly spooledBytes: number
  /** The largest of those that are accepted. */
  readonly limitBytes: number
  /** Entries that no consumer of a name has finished yet, by its name. */
  readonly lag: Readonly<Record<string, number>>
}
