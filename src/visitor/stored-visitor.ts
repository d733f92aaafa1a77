import type { Timestamp, VisitId, VisitType } from '../wire/tracker-event'

/*
 * The stored form of a visitor and a visit. Pure. Shared by the tag and the Shopify pixels, so that
 * both see the same shopper.
 */

/** The contract's cookie. */
export const USER_COOKIE = 'svc.userId'

/** The text in `localStorage` that marks the cookie as our own: `<written at> <id>`. */
export const USER_MARKER = 'own'

/** 400 days, the longest that [browsers keep a cookie](https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html). */
export const USER_LIFE_S = 34_560_000

/** Our own cookie with the whole record of a visit. */
export const RECORD_COOKIE = 'svc.visitRecord'

/** Mirrors of the record for the shop to read. */
export const ID_COOKIE = 'svc.visitId'
export const TYPE_COOKIE = 'svc.visit'

/** Activity is written once this part of the idle limit has passed since the last write. */
export const PRECISION = 1 / 60

/** One visit. Id and type are one record, so that they cannot drift apart. */
export interface Visit {
  readonly id: VisitId
  readonly type: VisitType
  readonly lastSeenAt: Timestamp
}

/** Reads the record's text; `undefined` for anything else. */
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

/** The cookies of a visit with their texts. All live {@link visitLife} seconds. */
export const visitCookies = ({
  id,
  type,
  lastSeenAt,
}: Visit): readonly (readonly [name: string, text: string])[] => [
  [RECORD_COOKIE, `${type}|${lastSeenAt}|${id}`],
  [ID_COOKIE, id],
  [TYPE_COOKIE, type],
]

/** Seconds that the cookies of a visit live after an activity. */
export const visitLife = (idleLimitMs: number): number => (idleLimitMs * (1 + PRECISION)) / 1_000

/** Whether a visit goes on. A clock that was set back makes the pause negative, which keeps the visit whole. */
export const isOngoing = (visit: Visit | undefined, at: Timestamp, idleLimitMs: number): boolean =>
  visit !== undefined && at - visit.lastSeenAt < idleLimitMs
