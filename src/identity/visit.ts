import type { Timestamp, VisitId } from '../brand'
import type { VisitType } from '../events'

/** One visit of a visitor. Id and type are one record, so that they cannot drift apart. */
export interface Visit {
  readonly id: VisitId
  readonly type: VisitType
  readonly lastSeenAt: Timestamp
}

/**
 * The visit that an activity continues; `undefined` when it begins a new one.
 *
 * @param previous - The visit last kept in this browser.
 * @param idleLimitMs - A visit without activity for this long has ended.
 */
export function visitAt(
  now: Timestamp,
  previous: Visit | undefined,
  idleLimitMs: number,
): Visit | undefined {
  // A clock that was set back makes this negative, which keeps the visit whole.
  return previous && now - previous.lastSeenAt < idleLimitMs
    ? { ...previous, lastSeenAt: now }
    : undefined
}

/** A visit as one text, for a cookie. */
export const visitText = ({ id, type, lastSeenAt }: Visit): string => `${type}|${lastSeenAt}|${id}`

/** Reads such a text back; `undefined` for anything else. */
export function parseVisit(text: string | undefined): Visit | undefined {
  const [, type, lastSeenAt, id] = /^(first_time|repeat)\|(\d+)\|(.+)$/.exec(text ?? '') ?? []
  return id
    ? {
        id: id as VisitId,
        type: type as VisitType,
        lastSeenAt: Number(lastSeenAt) as Timestamp,
      }
    : undefined
}
