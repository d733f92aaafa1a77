import type { StoredEvent } from './stored-event.ts'

/** Which events to show; what is absent does not limit. */
export interface EventFilter {
  readonly id?: number
  readonly action?: string
  /** Leaves out these actions. */
  readonly otherThan?: readonly string[]
  /** The beginning of a visit id or of a user id. */
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
  (filter.who === undefined || isBy(event, filter.who)) &&
  (filter.uid === undefined || event.uid === filter.uid) &&
  (filter.visitId === undefined || event.visitId === filter.visitId) &&
  (filter.text === undefined || has(event, filter.text))

const isBy = ({ uid, visitId }: StoredEvent, who: string) =>
  uid.startsWith(who) || visitId.startsWith(who)

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

/** Sorts behind everything that continues a text. */
const LAST_CHARACTER = '\u{10ffff}'

/** The first and the last id that begin so, for users and for visits. */
export const rangesOf = (who: string): readonly string[] => {
  const end = who + LAST_CHARACTER
  return [who, end, who, end]
}

const COLUMNS = { id: 'id', action: 'action', uid: 'uid', visitId: 'visit_id' } as const

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
  // As ranges, because those can use an index and "begins with" cannot.
  if (who !== undefined) {
    const sql = '(uid between ? and ? or visit_id between ? and ?)'
    parts.push({ sql, values: rangesOf(who) })
  }
  if (text !== undefined) {
    parts.push({ sql: 'instr(lower(data), lower(?)) > 0', values: [written(text)] })
  }
  return {
    sql: parts.map(({ sql }) => sql).join(' and ') || 'true',
    values: parts.flatMap(({ values }) => values),
  }
}
