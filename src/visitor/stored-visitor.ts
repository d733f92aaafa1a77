import { hashOf } from '../wire/hash'
import type { Timestamp, VisitId, VisitType } from '../wire/tracker-event'

/* The stored form of a visitor and a visit. Pure. Shared by the tag and the Shopify pixels, so that both see the same shopper. */

/** The contract's cookie. */
export const USER_COOKIE = 'svc.userId'

/** The key of the `localStorage` item that marks the user cookie as the tag's own: `<written at> <id>`. */
export const USER_MARKER = 'user-marker'

/** 400 days, the longest that [browsers keep a cookie](https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html). */
export const USER_LIFE_S = 34_560_000

/** The tag's own cookie, with the whole record of a visit. */
export const RECORD_COOKIE = 'svc.visitRecord'

/** Copies of the record's members, for the shop to read. */
export const ID_COOKIE = 'svc.visitId'
export const TYPE_COOKIE = 'svc.visit'

/** Activity is written only after this part of the idle limit has passed since the last write. */
export const PRECISION = 1 / 60

/** One visit, shared by all shops of an origin. One record, so that its members cannot get out of step. */
export interface Visit {
  readonly id: VisitId
  readonly type: VisitType
  readonly lastSeenAt: Timestamp
  /**
   * The {@link reportKey} of each site key whose tracker got the `visitor` event of this visit; absent in the record of an older version, which
   * knew only one.
   */
  readonly reportedTo?: readonly string[]
}

/** Stands for a site key in the record of a visit. */
export const reportKey = (siteKey: string): string => hashOf(siteKey)

/** More site keys than one origin has. */
const MAX_REPORTS = 8

/** Whether the tracker of a site key got the `visitor` event of a visit. */
export const isReportedTo = ({ reportedTo }: Visit, key: string): boolean =>
  reportedTo?.includes(key) ?? true

/** The visit, after its `visitor` event was reported to a site key. */
export const withReport = (visit: Visit, key: string): Visit => ({
  ...visit,
  reportedTo: [...(visit.reportedTo ?? []), key].slice(-MAX_REPORTS),
})

/** Reads the record's text; `undefined` for anything else. */
export function parseVisit(text: string | undefined): Visit | undefined {
  const [, type, lastSeenAt, id, reports] =
    /^(first_time|repeat)\|(\d+)\|([^|]+)(?:\|(.*))?$/.exec(text ?? '') ?? []
  return id
    ? {
        id: id as VisitId,
        type: type as VisitType,
        lastSeenAt: Number(lastSeenAt) as Timestamp,
        ...(reports !== undefined && { reportedTo: reports.split('.') }),
      }
    : undefined
}

/** The cookies of a visit with their texts. All live {@link visitLife} seconds. */
export const visitCookies = ({
  id,
  type,
  lastSeenAt,
  reportedTo,
}: Visit): readonly (readonly [name: string, text: string])[] => [
  [RECORD_COOKIE, [type, lastSeenAt, id, ...(reportedTo ? [reportedTo.join('.')] : [])].join('|')],
  [ID_COOKIE, id],
  [TYPE_COOKIE, type],
]

/** Seconds that the cookies of a visit live after an activity. */
export const visitLife = (idleLimitMs: number): number => (idleLimitMs * (1 + PRECISION)) / 1_000

/** Whether a visit is still going on. If the clock was set back, the pause is negative and the visit continues. */
export const isOngoing = (visit: Visit | undefined, at: Timestamp, idleLimitMs: number): boolean =>
  visit !== undefined && at - visit.lastSeenAt < idleLimitMs
