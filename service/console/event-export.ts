import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { EventFilter } from '../store/event-filter.ts'
import type { StoredEvent } from '../store/stored-event.ts'
import { badParameter } from './analytics/scope.ts'
import type { EventSearch } from './event-search.ts'
import { OTHER_ACTIONS } from './totals.ts'

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
  const rows = stringify({ header: true, columns: COLUMNS, escape_formulas: true })
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

/** The query parameters of the live page's requests, unchecked. */
export interface EventQuery {
  readonly action?: unknown
  readonly who?: unknown
  /** A complete user id. */
  readonly shopper?: unknown
  /** A complete visit id. */
  readonly visit?: unknown
  /** Matches anywhere in the payload. */
  readonly text?: unknown
  /** `good`, `note` (good with a note) or `bad`. */
  readonly state?: unknown
  readonly event?: unknown
  /** An event id; returns only events before it. */
  readonly before?: unknown
  readonly format?: unknown
}

/** No id is longer. */
const MAX_TEXT = 500

/**
 * Reads which events a live page asks for; empty texts do not filter.
 *
 * @throws RequestError 400 `bad-parameter`.
 */
export function readFilter(query: EventQuery, known: readonly string[]): EventFilter {
  const action = textOf('action', query.action)
  const who = textOf('who', query.who)
  const uid = textOf('shopper', query.shopper)
  const visitId = textOf('visit', query.visit)
  const text = textOf('text', query.text)
  const state = textOf('state', query.state)
  const id = numberOf('event', query.event)
  if (!['', 'good', 'note', 'bad'].includes(state)) {
    throw badParameter('state', 'is good, note, bad or absent.')
  }
  return {
    ...(id !== undefined && { id }),
    ...(action && actionFilter(action, known)),
    ...(who && { who }),
    ...(uid && { uid }),
    ...(visitId && { visitId }),
    ...(text && { text }),
    ...(state && { isGood: state !== 'bad' }),
    ...(state === 'note' && { hasNotes: true }),
  }
}

/** Reads the event before which the page of events starts; `undefined` for the newest page. */
export const readBefore = ({ before }: EventQuery): number | undefined => numberOf('before', before)

/** Reads the format of an export. @throws RequestError 400 `bad-parameter`. */
export function readFormat({ format }: EventQuery): 'ndjson' | 'csv' {
  if (format === 'ndjson' || format === 'csv') return format
  throw badParameter('format', 'is ndjson or csv.')
}

const actionFilter = (action: string, known: readonly string[]): EventFilter =>
  action === OTHER_ACTIONS ? { otherThan: known } : { action }

function numberOf(name: string, value: unknown): number | undefined {
  const text = textOf(name, value)
  if (text === '') return undefined
  if (!/^\d{1,15}$/.test(text)) throw badParameter(name, 'is the number of an event.')
  return Number(text)
}

function textOf(name: string, value: unknown = ''): string {
  if (typeof value === 'string' && value.length <= MAX_TEXT) return value.trim()
  throw badParameter(name, `is one text of at most ${MAX_TEXT} characters.`)
}
