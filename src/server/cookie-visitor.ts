import { now } from '../browser/clock'
import { attempt } from '../browser/guard'
import { newId, newShortId } from '../browser/ids'
import {
  ID_COOKIE,
  parseVisit,
  RECORD_COOKIE,
  TYPE_COOKIE,
  USER_COOKIE,
} from '../visitor/stored-visitor'
import type { VisitType } from '../wire/tracker-event'

/** A shopper in one visit. Plain JSON: store it with the order. */
export interface Visitor {
  /** The user id, as in the cookie `svc.userId`. */
  readonly uid: string
  readonly visitId: string
  readonly visit_type: VisitType
}

const visitIdAt = (at: number): string => `visitId-${at}-${newShortId()}`

/** The cookies of a header by name, decoded. If several have the same name the first counts, as in the tag. */
function parseCookies(header: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const [name = '', text = ''] = pair.split(/=(.*)/s).map((part) => part.trim())
    if (!cookies.has(name)) cookies.set(name, attempt(() => decodeURIComponent(text)) ?? text)
  }
  return cookies
}

/**
 * Reads the tag's visitor from the `Cookie` header of a request. A user id without a visit begins a
 * visit.
 *
 * @returns `undefined` without a user id, because the shopper has not consented or blocks the tag.
 * @example
 * const visitor = visitorFromCookies(request.headers.cookie)
 */
export function visitorFromCookies(header: string | null | undefined): Visitor | undefined {
  const cookies = parseCookies(header ?? '')
  const uid = cookies.get(USER_COOKIE)
  if (!uid) return undefined
  const visit = parseVisit(cookies.get(RECORD_COOKIE))
  return {
    uid,
    visitId: visit?.id ?? (cookies.get(ID_COOKIE) || visitIdAt(now())),
    visit_type:
      visit?.type ?? (cookies.get(TYPE_COOKIE) === 'first_time' ? 'first_time' : 'repeat'),
  }
}

/** Creates a visitor without cookies, for example for a caller on the telephone. Store it: another call creates another visitor. */
export function newVisitor(): Visitor {
  const at = now()
  return { uid: `uid-${at}-${newId()}`, visitId: visitIdAt(at), visit_type: 'first_time' }
}
