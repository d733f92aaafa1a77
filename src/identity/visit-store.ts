import type { Timestamp, VisitId } from '../brand'
import type { VisitType } from '../events'
import type { CookieJar } from '../platform/cookies'
import { parseVisit, type Visit, visitAt, visitText } from './visit'

/** The current visit of this browser, shared by its tabs and by the subdomains of the shop. */
export interface VisitStore {
  /** The visit that is going on, now extended by this activity; `undefined` when it has ended or none has begun. */
  readonly touch: (now: Timestamp) => Visit | undefined
  readonly begin: (now: Timestamp, id: VisitId, type: VisitType) => void
  readonly erase: () => void
}

/** Ours: the whole record in one cookie. The other two are mirrors for the shop to read. */
const RECORD = 'svc.visitRecord'
const ID = 'svc.visitId'
const TYPE = 'svc.visit'

/** An activity is written down only when this part of the idle limit has passed since the last that was. */
const PRECISION = 1 / 60

const MS_PER_DAY = 86_400_000

/** Keeps the visit in cookies; in memory, for this page, where they are blocked. */
export function createVisitStore(cookies: CookieJar, idleLimitMs: number): VisitStore {
  let inMemory: Visit | undefined
  let writtenAt = 0
  /** It was read the last time: cookies are kept here. */
  let isKept = false

  function write(visit: Visit) {
    inMemory = visit
    writtenAt = visit.lastSeenAt
    const days = (idleLimitMs * (1 + PRECISION)) / MS_PER_DAY
    cookies.write(RECORD, visitText(visit), days)
    cookies.write(ID, visit.id, days)
    cookies.write(TYPE, visit.type, days)
  }

  return {
    touch(now) {
      // Another tab may have gone on in the same visit, or begun the next.
      const stored = parseVisit(cookies.read(RECORD))
      // Where they are kept, one that is gone was ended: by a logout in another tab, or with all cookies.
      if (isKept && !stored) inMemory = undefined
      isKept = Boolean(stored)
      if (stored && !(stored.lastSeenAt < Number(inMemory?.lastSeenAt))) {
        inMemory = stored
        writtenAt = stored.lastSeenAt
      }
      const visit = visitAt(now, inMemory, idleLimitMs)
      if (!visit) return undefined

      inMemory = visit
      if (Math.abs(now - writtenAt) > idleLimitMs * PRECISION) write(visit)
      return visit
    },
    begin: (now, id, type) => write({ id, type, lastSeenAt: now }),
    erase() {
      inMemory = undefined
      for (const name of [RECORD, ID, TYPE]) cookies.remove(name)
    },
  }
}
