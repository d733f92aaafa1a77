const csvFaults: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: 'the row has more or fewer cells than the first one',
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote is closed in the middle of a cell',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'text follows a closed quote',
  INVALID_OPENING_QUOTE: 'a quote begins in the middle of a cell',
}

interface ParserError {
  readonly code?: string
  readonly message: string
  readonly lines?: number
}

/**
 * Explains in plain language why a feed cannot be read.
 *
 * @param read - Products read so far, which help to locate the fault.
 */
export function feedFault(error: unknown, read: number): string {
  if (error instanceof FeedError) return error.message
  const { code = '', message, lines } = error as ParserError
  if (/^(CSV_|INVALID_)/.test(code)) {
    return `line ${lines ?? read + 2}: ${csvFaults[code] ?? 'this is no CSV'}.`
  }
  return systemFaults[code] ?? jsonFault(message, read > 0 ? ` after product ${read}` : '')
}

const systemFaults: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file.',
  EACCES: 'the file may not be read by this user.',
}

function jsonFault(message: string, after: string): string {
  if (/ended/.test(message)) return `the JSON breaks off${after}.`
  const [, byte] = /absolute position "(\d+)"/.exec(message) ?? []
  if (byte !== undefined) return `the JSON is malformed${after}, at byte ${byte}.`
  return /^Unexpected/.test(message) ? `the JSON is malformed${after}.` : message
}

/** A catalogue cannot be used; the message names the file and, if possible, the place. */
export class FeedError extends Error {
  override readonly name = 'FeedError'

  /** The same error, prefixed with the file's name unless it already contains it. */
  withFile(file: string): FeedError {
    return this.message.startsWith(file)
      ? this
      : new FeedError(`${file}: ${this.message}`, { cause: this })
  }
}
