import type { StoredEvent } from './stored-event.ts'

/** Selects events; absent fields do not filter. */
export interface EventFilter {
  readonly id?: number
  readonly action?: string
  readonly otherThan?: readonly string[]
  /** A complete visit id or user id. */
  readonly who?: string
  readonly uid?: string
  readonly visitId?: string
  /** Matches anywhere in the payload; ASCII letters are case-insensitive. */
  readonly text?: string
  readonly isGood?: boolean
  readonly hasNotes?: true
  /** When it happened, in epoch milliseconds; `to` is excluded. */
  readonly from?: number
  readonly to?: number
  /** Whether a browser agent caused it. */
  readonly isAgent?: boolean
}

/** Whether an event passes; agrees with the store's own search. */
export const passes = (event: StoredEvent, filter: EventFilter): boolean =>
  (filter.id === undefined || event.id === filter.id) &&
  (filter.action === undefined || event.action === filter.action) &&
  !filter.otherThan?.includes(event.action) &&
  (filter.isGood === undefined || event.isGood === filter.isGood) &&
  (filter.hasNotes === undefined || event.notes.length > 0) &&
  (filter.who === undefined || [event.uid, event.visitId].includes(filter.who)) &&
  (filter.uid === undefined || event.uid === filter.uid) &&
  (filter.visitId === undefined || event.visitId === filter.visitId) &&
  (filter.text === undefined || has(event, filter.text)) &&
  isInScope(event, filter)

const isInScope = (event: StoredEvent, { from, to, isAgent }: EventFilter): boolean =>
  event.at >= (from ?? event.at) &&
  event.at < (to ?? Number.POSITIVE_INFINITY) &&
  (isAgent === undefined || isOfAgent(event) === isAgent)

const isOfAgent = ({ data }: StoredEvent) =>
  (data as { readonly actor?: unknown } | null)?.actor === 'agent'

const has = ({ data }: StoredEvent, text: string) =>
  small(JSON.stringify(data)).includes(small(written(text)))

/** Lower-cases only ASCII, like the database's `lower`. */
const small = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** A text as escaped in JSON. */
const written = (text: string) => JSON.stringify(text).slice(1, -1)

/** A filter as an SQL condition with its values. */
export interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

const COLUMNS = { id: 'id', action: 'action', uid: 'uid', visitId: 'visit_id' } as const

/** A union, because no database uses two indexes at once and keeps the order. */
const IDS_OF = `select id from tracker_events where uid = ?
  union select id from tracker_events where visit_id = ?`

const OF_AGENT = "case when json_extract(data, '$.actor') = 'agent' then 1 else 0 end"

function scopeParts({ from, to, isAgent }: EventFilter): Condition[] {
  const parts: Condition[] = []
  if (from !== undefined) parts.push({ sql: 'at >= ?', values: [from] })
  if (to !== undefined) parts.push({ sql: 'at < ?', values: [to] })
  if (isAgent !== undefined) parts.push({ sql: `${OF_AGENT} = ?`, values: [Number(isAgent)] })
  return parts
}

/** Converts a filter to SQL; an empty filter gives `true`. */
export function conditionOf(filter: EventFilter): Condition {
  const { otherThan, who, text, isGood, hasNotes } = filter
  const parts: Condition[] = (['id', 'action', 'uid', 'visitId'] as const).flatMap((name) => {
    const value = filter[name]
    return value === undefined ? [] : { sql: `${COLUMNS[name]} = ?`, values: [value] }
  })
  if (otherThan) {
    const places = otherThan.map(() => '?').join()
    parts.push({ sql: `action not in (${places})`, values: otherThan })
  }
  // Written as a literal, because a partial index is not used with a bound value.
  if (isGood !== undefined) parts.push({ sql: `is_good = ${isGood ? 1 : 0}`, values: [] })
  if (hasNotes) parts.push({ sql: "notes <> '[]'", values: [] })
  if (who !== undefined) parts.push({ sql: `id in (${IDS_OF})`, values: [who, who] })
  if (text !== undefined) {
    parts.push({ sql: 'instr(lower(data), lower(?)) > 0', values: [written(text)] })
  }
  parts.push(...scopeParts(filter))
  return {
    sql: parts.map(({ sql }) => sql).join(' and ') || 'true',
    values: parts.flatMap(({ values }) => values),
  }
}
