import type { StoredEvent } from './stored-event.ts'

/** Which events to show; what is absent does not limit. */
export interface EventFilter {
  readonly id?: number
  readonly action?: string
  /** Leaves out these actions. */
  readonly otherThan?: readonly string[]
  /** A whole visit id or a whole user id. */
  readonly who?: string
  /** A whole user id. */
  readonly uid?: string
  /** A whole visit id. */
  readonly visitId?: string
  /** Stands anywhere in the payload; capital letters of ASCII are the same as small ones. */
  readonly text?: string
  readonly isGood?: boolean
  /** Only events that have a note. */
  readonly hasNotes?: true
}

/** Whether an event passes; the same answer as the store's own search gives. */
export const passes = (event: StoredEvent, filter: EventFilter): boolean =>
  (filter.id === undefined || event.id === filter.id) &&
  (filter.action === undefined || event.action === filter.action) &&
  !filter.otherThan?.includes(event.action) &&
  (filter.isGood === undefined || event.isGood === filter.isGood) &&
  (filter.hasNotes === undefined || event.notes.length > 0) &&
  (filter.who === undefined || [event.uid, event.visitId].includes(filter.who)) &&
  (filter.uid === undefined || event.uid === filter.uid) &&
  (filter.visitId === undefined || event.visitId === filter.visitId) &&
  (filter.text === undefined || has(event, filter.text))

const has = ({ data }: StoredEvent, text: string) =>
  small(JSON.stringify(data)).includes(small(written(text)))

/** As the database's `lower` does. */
const small = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** A text as it stands inside JSON. */
const written = (text: string) => JSON.stringify(text).slice(1, -1)

/** The same filter as a condition in SQL, with what is bound to it. */
export interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

const COLUMNS = { id: 'id', action: 'action', uid: 'uid', visitId: 'visit_id' } as const

/** Two questions, because no database finds the events by two indexes and in order. */
const IDS_OF = `select id from tracker_events where uid = ?
  union select id from tracker_events where visit_id = ?`

/** Writes a filter as SQL; `true` for one that limits nothing. */
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
  // Written out, because a partial index is not chosen for a value that is bound.
  if (isGood !== undefined) parts.push({ sql: `is_good = ${isGood ? 1 : 0}`, values: [] })
  if (hasNotes) parts.push({ sql: "notes <> '[]'", values: [] })
  if (who !== undefined) parts.push({ sql: `id in (${IDS_OF})`, values: [who, who] })
  if (text !== undefined) {
    parts.push({ sql: 'instr(lower(data), lower(?)) > 0', values: [written(text)] })
  }
  return {
    sql: parts.map(({ sql }) => sql).join(' and ') || 'true',
    values: parts.flatMap(({ values }) => values),
  }
}
