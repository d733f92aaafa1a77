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
