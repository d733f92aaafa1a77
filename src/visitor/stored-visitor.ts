import type { Timestamp, VisitId, VisitType } from '../wire/tracker-event'

/* The stored form of a visitor and a visit. Pure. Shared by the tag and the Shopify pixels, so that both see the same shopper. */

/** The contract's cookie. */
export const USER_COOKIE = 'svc.userId'

/** The key of the `localStorage` item that marks the cookie as the tag's own: `<written at> <id>`. */
export const USER_MARKER = 'own'

/** 400 days, the longest that [browsers keep a cookie](https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html). */
export const USER_LIFE_S = 34_560_000

/** The tag's own cookie, with the whole record of a visit. */
export const RECORD_COOKIE = 'svc.visitRecord'

/** Copies of the record's members, for the shop to read. */
export const ID_COOKIE = 'svc.visitId'
export const TYPE_COOKIE = 'svc.visit'

/** Activity is written only after this part of the idle limit has passed since the last write. */
export const PRECISION = 1 / 60

/** One visit. The id and the type are one record, so that they cannot get out of step. */
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

/** Whether a visit is still going on. If the clock was set back, the pause is negative and the visit continues. */
export const isOngoing = (visit: Visit | undefined, at: Timestamp, idleLimitMs: number): boolean =>
  visit !== undefined && at - visit.lastSeenAt < idleLimitMs
