import { hash } from 'node:crypto'
import type { SqlValue } from './sql.ts'
import { gradeOf, type LoggedEvent, type NewEvent, type StoredEvent } from './stored-event.ts'

/** An event as a table row. */
export interface EventRow {
  readonly id: number
  readonly site: string
  readonly action: string
  readonly uid: string
  readonly visit_id: string
  readonly t: string
  readonly at: number
  readonly data: string
  readonly reasons: string
  readonly notes: string
  readonly query: string
  readonly is_good: number
  readonly browser: string
  readonly repeats: number
  readonly differing: number
  readonly received_at: number
}

/** Converts a table row to an event. */
export function storedEvent(row: EventRow): StoredEvent {
  const verdict = { reasons: JSON.parse(row.reasons), notes: JSON.parse(row.notes) }
  const { id, site, action, uid, t, at, browser, repeats, differing, query } = row
  return {
    ...{ id, site, action, uid, visitId: row.visit_id, t, at, browser, repeats, differing, query },
    ...{ data: JSON.parse(row.data), isGood: row.is_good === 1, receivedAt: row.received_at },
    ...{ ...verdict, grade: gradeOf(verdict) },
  }
}

/** The event that `storedEvent` would return, without reading the store. */
export function newlyStored(id: number, event: LoggedEvent): StoredEvent {
  const { origin: _origin, ...given } = event
  const [site = '', action = '', uid = '', visitId = '', t = ''] = namesOf(event)
  return {
    ...{ ...given, id, site, action, uid, visitId, t, at: momentOf(event), grade: gradeOf(event) },
    ...{ isGood: event.reasons.length === 0, repeats: 0, differing: 0 },
  }
}

/** The columns of `rowOf`, in the same order. */
export const EVENT_COLUMNS = [
  ...['key', 'site', 'action', 'uid', 'visit_id', 't', 'at', 'data', 'reasons', 'notes', 'query'],
  ...['is_good', 'browser', 'received_at', 'origin'],
]

/** The key that an event has by itself: see `partsOf`. */
export const keyOfEvent = (event: LoggedEvent): string => keyOf(partsOf(event))

/** An event as a row: the values of `EVENT_COLUMNS`. */
export const rowOf = (event: LoggedEvent, key = keyOfEvent(event)): readonly SqlValue[] => [
  key,
  ...valuesOf(event),
]

/**
 * The row of an event whose sender had already given its `t` to another event.
 *
 * @param other - The id of that other event.
 */
export const conflictRowOf = (event: LoggedEvent, other: number): readonly SqlValue[] => [
  keyOf([...partsOf(event), event.action, jsonOf(event.data)]),
  ...valuesOf(withConflict(event, other)),
]

/** Adds a note about the other event. */
export const withConflict = (event: LoggedEvent, other: number): LoggedEvent => ({
  ...event,
  notes: [`Event ${other} has the same uid and t, but different content.`, ...event.notes],
})

const namesOf = (event: LoggedEvent): readonly string[] =>
  [event.site, event.action, event.uid, visitOf(event), event.t].map(withoutNul)

const valuesOf = (event: LoggedEvent): readonly SqlValue[] => [
  ...namesOf(event),
  momentOf(event),
  jsonOf(event.data),
  jsonOf(event.reasons),
  jsonOf(event.notes),
  event.query,
  event.reasons.length === 0 ? 1 : 0,
  event.browser,
  event.receivedAt,
  event.origin,
]

/** With 16 bytes, a collision among 10^15 events is practically impossible. */
const KEY_BYTES = 16

/**
 * The parts that identify an event: site, user and `t`. Good and bad events are separate, so that a corrected event is not dropped as a
 * repeat of the faulty one. Without a user or a `t`, only a redelivery of the same request is a duplicate.
 */
const partsOf = ({ site, uid, t, reasons, origin }: LoggedEvent): readonly unknown[] =>
  uid && t ? [site, uid, t, reasons.length === 0] : [origin]

function keyOf(parts: readonly unknown[]): string {
  const bytes = hash('sha256', JSON.stringify(parts), 'buffer')
  return bytes.subarray(0, KEY_BYTES).toString('base64url')
}

/** Epoch milliseconds from `t`, or the time of arrival if `t` is missing or only a time spent. */
export const momentOf = ({ t, receivedAt }: Pick<LoggedEvent, 't' | 'receivedAt'>): number =>
  /^(?:\d{1,15}\||\d{12,15}$)/.test(t) ? Number.parseInt(t, 10) : receivedAt

function visitOf({ data }: NewEvent): string {
  const { visitId } = (data ?? {}) as { readonly visitId?: unknown }
  return typeof visitId === 'string' ? visitId : ''
}

/** Databases end a text at NUL, so names that differ only after it would be equal. */
const withoutNul = (name: string) => name.replaceAll('\0', '\ufffd')

/**
 * JSON that PostgreSQL also accepts, without NUL or lone surrogates. The first alternative skips an escaped
 * backslash, after which `u0000` is plain text.
 */
function jsonOf(value: unknown): string {
  const text = JSON.stringify(value)
  if (!text.includes('\\u')) return text
  return text.replace(
    /(\\\\)|\\u(?:0000|d[89a-f][0-9a-f]{2})/g,
    (_all, backslash) => backslash ?? '\ufffd',
  )
}
