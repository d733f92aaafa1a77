import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { EventFilter } from '../store/event-filter.ts'
import type { StoredEvent } from '../store/stored-event.ts'
import type { EventSearch } from './event-search.ts'

/** A file of events while it is made, and its type. */
export interface ExportedEvents {
  readonly type: string
  readonly stream: Readable
}

/** Events read at a time; only these are in memory. */
const PAGE = 500

const COLUMNS = [
  'id',
  'receivedAt',
  'action',
  'uid',
  'visitId',
  't',
  'isGood',
  'reasons',
  'notes',
  'repeats',
  'data',
  'query',
] as const

/**
 * Writes the events that pass a filter, newest first, as `EventSearch` does: one JSON object a line, or one
 * row each.
 */
export function exportEvents(
  search: EventSearch,
  filter: EventFilter,
  format: 'ndjson' | 'csv',
): ExportedEvents {
  const events = Readable.from(allOf(search, filter))
  if (format === 'ndjson') {
    const lines = events.map((event: StoredEvent) => `${JSON.stringify(event)}\n`)
    return { type: 'application/x-ndjson; charset=utf-8', stream: lines }
  }
  const rows = stringify({ header: true, columns: [...COLUMNS], escape_formulas: true })
  events
    .map(rowOf)
    .on('error', (error) => rows.destroy(error))
    .pipe(rows)
  return { type: 'text/csv; charset=utf-8', stream: rows }
}

async function* allOf(search: EventSearch, filter: EventFilter): AsyncGenerator<StoredEvent> {
  let before: number | undefined
  do {
    const { events, nextBefore } = await search.newest(filter, { limit: PAGE, before })
    yield* events
    before = nextBefore
  } while (before !== undefined)
}

const rowOf = (event: StoredEvent) => ({
  ...event,
  receivedAt: new Date(event.receivedAt).toISOString(),
  reasons: event.reasons.join(' '),
  notes: event.notes.join(' '),
  data: JSON.stringify(event.data),
})
