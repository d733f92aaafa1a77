import type { NewEvent, StoredEvent } from './stored-event.ts'

/** One event as the table has it. */
interface EventRow {
  readonly id: number
  readonly action: string
  readonly uid: string
  readonly visit_id: string
  readonly t: string
  readonly data: string
  readonly reasons: string
  readonly query: string
  readonly is_good: number
  readonly repeats: number
  readonly differing: number
  readonly received_at: number
}

/** Reads a row of the table. */
export function storedEvent(given: unknown): StoredEvent {
  const row = given as EventRow
  return {
    id: row.id,
    action: row.action,
    uid: row.uid,
    visitId: row.visit_id,
    t: row.t,
    data: JSON.parse(row.data),
    isGood: row.is_good === 1,
    reasons: JSON.parse(row.reasons),
    repeats: row.repeats,
    differing: row.differing,
    receivedAt: row.received_at,
    query: row.query,
  }
}

/** Writes an event as a row: the values of `action, uid, visit_id, t, data, reasons, query, is_good`. */
export const rowOf = (event: NewEvent): readonly (string | number)[] => [
  ...[event.action, event.uid, visitOf(event), event.t].map(withoutNul),
  JSON.stringify(event.data),
  JSON.stringify(event.reasons),
  event.query,
  event.reasons.length === 0 ? 1 : 0,
]

function visitOf({ data }: NewEvent): string {
  const { visitId } = (data ?? {}) as { readonly visitId?: unknown }
  return typeof visitId === 'string' ? visitId : ''
}

/** The database ends a text at NUL: two names that differ behind it would become one. */
const withoutNul = (name: string) => name.replaceAll('\0', '\ufffd')
