import type { StoredEvent } from './stored-event.ts'

/** Which events to show; what is absent does not limit. */
export interface EventFilter {
  readonly action?: string
  /** Leaves out these actions. */
  readonly otherThan?: readonly string[]
  /** The beginning of a visit id or of a user id. */
  readonly who?: string
  readonly isGood?: boolean
}

/** Whether an event passes; the same answer as the store's own search gives. */
export const passes = (event: StoredEvent, filter: EventFilter): boolean =>
  (filter.action === undefined || event.action === filter.action) &&
  !filter.otherThan?.includes(event.action) &&
  (filter.isGood === undefined || event.isGood === filter.isGood) &&
  (filter.who === undefined || isBy(event, filter.who))

const isBy = ({ uid, visitId }: StoredEvent, who: string) =>
  uid.startsWith(who) || visitId.startsWith(who)

/** The same filter as a condition in SQL, with what is bound to it. */
export interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** Sorts behind everything that continues a text. */
const LAST_CHARACTER = '\u{10ffff}'

/** Writes a filter as SQL; `1` for one that limits nothing. */
export function conditionOf({ action, otherThan, who, isGood }: EventFilter): Condition {
  const parts: Condition[] = []
  if (action !== undefined) parts.push({ sql: 'action = ?', values: [action] })
  if (otherThan) {
    const places = otherThan.map(() => '?').join()
    parts.push({ sql: `action not in (${places})`, values: otherThan })
  }
  if (isGood !== undefined) parts.push({ sql: 'is_good = ?', values: [isGood ? 1 : 0] })
  // As ranges, because those can use an index and "begins with" cannot.
  if (who !== undefined) {
    const end = who + LAST_CHARACTER
    const sql = '(uid between ? and ? or visit_id between ? and ?)'
    parts.push({ sql, values: [who, end, who, end] })
  }
  return {
    sql: parts.map(({ sql }) => sql).join(' and ') || '1',
    values: parts.flatMap(({ values }) => values),
  }
}
