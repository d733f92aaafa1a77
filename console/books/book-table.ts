import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { BookFault } from './book-fault.ts'
import { readAhead } from './read-ahead.ts'

/** A row of the books with its number in a spreadsheet; row 1 is the header. */
export interface BookRow {
  readonly number: number
  readonly cells: readonly string[]
}

/** The books as a table. */
export interface BookTable {
  readonly header: readonly string[]
  /** The rows below the header. Throws a BookFault for a row that has no place in the table. */
  readonly rows: AsyncIterable<BookRow>
}

/** Enough for any header, and for the byte order mark before it. */
const HEAD_BYTES = 65_536

const MAX_CELL_CHARACTERS = 1_000_000

const DELIMITERS = [',', ';', '\t', '|'] as const

/** The delimiter that occurs most often in the header, outside quotes. */
function delimiterOf(head: string): string {
  const [line = ''] = head.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n|\r/)
  const counts = DELIMITERS.map((one) => [one, line.split(one).length] as const)
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  return best?.[0] ?? ','
}

/** Decodes UTF-8, and UTF-16 with a byte order mark, which Excel writes as “Unicode text”. */
function encodingOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8'
}

async function* decoded(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/**
 * Opens a CSV file: with commas, semicolons, tabs or bars, in UTF-8 or UTF-16.
 *
 * @throws BookFault if it is empty, or no such file.
 */
export async function openTable(source: AsyncIterable<Buffer>): Promise<BookTable> {
  const { first: chunks, all } = await readAhead(
    source,
    (some) => some.reduce((size, { length }) => size + length, 0) >= HEAD_BYTES,
  )
  const head = Buffer.concat(chunks)
  if (head.subarray(0, 2).toString('latin1') === 'PK') {
    throw new BookFault('This is a spreadsheet, not a CSV file. Export or save it as CSV UTF-8.')
  }
  const encoding = encodingOf(head)
  const delimiter = delimiterOf(new TextDecoder(encoding).decode(head))
  const parser = Readable.from(decoded(all, encoding)).pipe(
    parse({
      ...{ bom: true, delimiter, trim: true, relax_column_count: true },
      max_record_size: MAX_CELL_CHARACTERS,
    }),
  )
  const records = parser[Symbol.asyncIterator]() as AsyncIterator<string[]>
  let number = 0
  /** The next row that is not empty. */
  async function next(): Promise<BookRow | undefined> {
    for (;;) {
      const cells = await nextOf(records)
      if (!cells) return undefined
      number += 1
      if (cells.some((cell) => cell !== '')) return { number, cells }
    }
  }
  const first = await next()
  if (!first) throw new BookFault('The file is empty.')
  const header = first.cells
  const repeated = header.find((name, at) => name !== '' && header.indexOf(name) !== at)
  if (repeated !== undefined) {
    throw new BookFault(`Row 1: the column “${repeated}” is there twice. Rename one of them.`)
  }

  async function* checked(): AsyncGenerator<BookRow> {
    for (let row = await next(); row; row = await next()) {
      if (row.cells.length !== header.length) {
        throw new BookFault(
          `Row ${row.number} has ${row.cells.length} cells, but the header has ${header.length}. A text that contains the delimiter or a line end needs quotes.`,
        )
      }
      yield row
    }
  }
  return { header, rows: checked() }
}

async function nextOf(records: AsyncIterator<string[]>): Promise<string[] | undefined> {
  try {
    const { done, value } = await records.next()
    return done ? undefined : value
  } catch (error) {
    const { code, lines } = error as CsvError & { readonly lines?: number }
    if (typeof code !== 'string' || !code.startsWith('CSV_')) throw error
    throw new BookFault(`Line ${lines ?? '?'} is not CSV: a quote is missing or out of place.`)
  }
}
