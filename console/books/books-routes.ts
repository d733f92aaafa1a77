import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError, type Sql } from 'svc-tag-service'
import { badParameter, oneOf } from '../read-parameter.ts'
import { servePage } from '../serve-page.ts'
import type { DecimalMark } from './amounts.ts'
import { BookFault } from './book-fault.ts'
import { completeMapping, guessMapping, parseMapping } from './book-mapping.ts'
import { type BookForm, readBooks } from './book-orders.ts'
import { openTable } from './book-table.ts'
import type { DateOrder } from './book-times.ts'
import type { BooksPage, BooksPreview, BooksResult } from './books-result.ts'
import { compareBooks } from './compare-books.ts'
import { createKeptBooks } from './kept-books.ts'

/** Dependencies of the books' page. */
export interface BooksDeps {
  readonly store: Sql
  readonly siteKey: string
  /** ISO 4217. */
  readonly currency: string
  /** IANA; of times without an offset. */
  readonly timeZone: string
  /** The books of the sample traffic, as CSV. */
  readonly sample: { books(): string | undefined }
}

type WithForm = {
  Querystring: Readonly<Partial<Record<'map' | 'decimal' | 'dates' | 'zone', unknown>>>
}

const PREVIEW_ROWS = 5

/**
 * Opens the page `/books`. `POST /books/preview` and `POST /books/compare` take a CSV file as it is; nothing of it is written to the disk.
 * Both take `map=field=column` (several times), `decimal`, `dates` and `zone`. `GET /books/data` answers the last result, without orders.
 */
export async function registerBooks(app: FastifyInstance, deps: BooksDeps) {
  const { store, siteKey, currency, timeZone } = deps
  const kept = await createKeptBooks(store)
  servePage(app, 'books', { title: 'Books', content: 'orders', data: '/books/data', timeZone })
  // The body stays a stream: a file may be larger than a request.
  app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload))

  const formOf = ({ query }: FastifyRequest<WithForm>): BookForm => ({
    currency,
    timeZone: zoneOf(query.zone, timeZone),
    mark: query.decimal ? oneOf<DecimalMark>('decimal', query.decimal, ['.', ',']) : undefined,
    dates: query.dates ? oneOf<DateOrder>('dates', query.dates, ['dmy', 'mdy']) : undefined,
  })

  app.get('/books/data', async (): Promise<BooksPage> => {
    const result = await kept.find(siteKey)
    const hasSample = deps.sample.books() !== undefined
    return { currency, timeZone, hasSample, ...(result && { result }) }
  })
  app.post<WithForm>('/books/preview', (request) =>
    withSentences(() => preview(fileOf(request), mapOf(request), formOf(request))),
  )
  app.post<WithForm>('/books/compare', (request) =>
    withSentences(async (): Promise<BooksResult> => {
      const result = await compareBooks(fileOf(request), store, {
        ...{ ...formOf(request), siteKey, map: mapOf(request) },
      })
      await kept.keep(result)
      return result
    }),
  )
  app.delete('/books/data', async () => {
    await kept.forget(siteKey)
    return {}
  })
  app.get('/books/sample.csv', (_request, reply) => {
    const books = deps.sample.books()
    if (books === undefined) throw new RequestError(404, 'no-sample', 'Add sample traffic first.')
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="sample-books.csv"')
      .send(books)
  })
}

const fileOf = ({ body }: FastifyRequest): AsyncIterable<Buffer> => {
  if (body instanceof Readable) return body
  throw new RequestError(415, 'not-csv', 'Send the file as text/csv.')
}

function mapOf({ query }: FastifyRequest<WithForm>): readonly string[] {
  const { map = [] } = query
  return (Array.isArray(map) ? map : [map]).map(String)
}

function zoneOf(given: unknown, usual: string): string {
  if (given === undefined || given === '') return usual
  try {
    return new Intl.DateTimeFormat('en', { timeZone: String(given) }).resolvedOptions().timeZone
  } catch {
    throw badParameter('zone', 'is a time zone such as Europe/Berlin.')
  }
}

/** Answers a fault of the file with its sentence. */
async function withSentences<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BookFault) throw new RequestError(400, 'bad-books', error.message)
    throw error
  }
}

/** Reads the beginning of a file, whose last row may be cut off. */
async function preview(
  file: AsyncIterable<Buffer>,
  map: readonly string[],
  form: BookForm,
): Promise<BooksPreview> {
  const { header, rows } = await openTable(file)
  const mapping = completeMapping(guessMapping(header), parseMapping(map, header))
  const first = []
  try {
    for await (const row of rows) {
      first.push(row)
      if (first.length > 2_000) break
    }
  } catch (error) {
    if (!(error instanceof BookFault) || first.length === 0) throw error
  }
  try {
    const table = { header, rows: Readable.from(first) }
    const { orders, notes } = await readBooks(table, mapping, form)
    const shown = orders.slice(0, PREVIEW_ROWS).map(({ id, t, at, total, currency, status }) => ({
      ...{ id: id || t, at, total: total / 1e6, currency, status },
    }))
    return { header, mapping, orders: shown, notes, problem: '' }
  } catch (error) {
    if (!(error instanceof BookFault)) throw error
    return { header, mapping, orders: [], notes: [], problem: error.message }
  }
}
