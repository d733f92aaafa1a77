import { Readable } from 'node:stream'
import type { EventFilter, StoredEvent } from 'svc-tag-service'
import type { Calendar } from './analytics/calendar.ts'
import { readScope, SHOPPERS } from './analytics/scope.ts'
import type { EventSearch } from './event-search.ts'
import { badParameter, oneOf, textOf } from './read-parameter.ts'
import { OTHER_ACTIONS } from './totals.ts'
import { createCsvWriter } from './write-csv.ts'

/** A file of events, streamed while it is written, and its type. */
export interface ExportedEvents {
  readonly type: string
  readonly stream: Readable
}

/** How many events to read at a time; no more are in memory. */
const PAGE = 500

const COLUMNS = 'id receivedAt action uid visitId t isGood reasons notes repeats data query'.split(
  ' ',
)

/** Writes the events that pass a filter, newest first, in the order of `EventSearch`: one JSON object per line, or one CSV row each. */
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
  const rows = createCsvWriter(COLUMNS)
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

const TEXTS = ['action', 'who', 'shopper', 'visit', 'text'] as const

const OTHERS = ['state', 'event', 'before', 'format', 'from', 'to', 'shoppers'] as const

/** The query parameters of the live page's requests, unchecked. */
export type EventQuery = Readonly<
  Partial<Record<(typeof TEXTS)[number] | (typeof OTHERS)[number], unknown>>
>

/**
 * Reads which events a live page asks for; empty texts do not filter.
 *
 * @throws RequestError 400 `bad-parameter`.
 */
export function readFilter(
  query: EventQuery,
  known: readonly string[],
  calendar: Calendar,
): EventFilter {
  const [action = '', who, uid, visitId, text] = TEXTS.map((name) =>
    textOf(name, query[name]).trim(),
  )
  const state = query.state ? oneOf('state', query.state, ['good', 'note', 'bad']) : ''
  const id = numberOf('event', query.event)
  return {
    ...(id !== undefined && { id }),
    ...(action && actionFilter(action, known)),
    ...(who && { who }),
    ...(uid && { uid }),
    ...(visitId && { visitId }),
    ...(text && { text }),
    ...(state && { isGood: state !== 'bad' }),
    ...(state === 'note' && { hasNotes: true }),
    ...scopeIn(query, calendar),
  }
}

/** Reads the period and the shoppers. */
function scopeIn(query: EventQuery, calendar: Calendar): EventFilter {
  const shoppers = oneOf('shoppers', query.shoppers || 'both', SHOPPERS)
  const { from, to } = readScope({ from: query.from, to: query.to }, calendar)
  return {
    ...(from > 0 && { from }),
    ...(to < Number.MAX_SAFE_INTEGER && { to }),
    ...(shoppers !== 'both' && { isAgent: shoppers === 'agents' }),
  }
}

/** Reads the event before which the page of events starts; `undefined` for the newest page. */
export const readBefore = ({ before }: EventQuery): number | undefined => numberOf('before', before)

/** Reads the format of an export. @throws RequestError 400 `bad-parameter`. */
export const readFormat = ({ format }: EventQuery) => oneOf('format', format, ['ndjson', 'csv'])

const actionFilter = (action: string, known: readonly string[]): EventFilter =>
  action === OTHER_ACTIONS ? { otherThan: known } : { action }

function numberOf(name: string, value: unknown): number | undefined {
  const text = textOf(name, value)
  if (text === '') return undefined
  if (!/^\d{1,15}$/.test(text)) throw badParameter(name, 'is the number of an event.')
  return Number(text)
}
