import type { Timestamp, UserId, VisitId } from '../brand'
import type { VisitorFields } from '../events'
import type { Clock } from '../platform/clock'
import type { WithLock } from '../platform/locks'
import type { UserIdStore } from './user-id'
import type { VisitStore } from './visit-store'

/** Who is visiting, and in which visit. */
export interface Identity {
  /** The visitor now, whose visit this activity extends; `undefined` while there is no user id or no visit. */
  readonly current: () => VisitorFields | undefined
  /**
   * Begins a visit where there is none, and creates the user id when it may.
   *
   * @param isLeaving - The page is going: do it at once, without asking the other tabs.
   * @param onSettled - Hears the visitor whose visit this tab began; nobody when another tab was faster. Not called when no user
   *   id can be had.
   */
  readonly begin: (isLeaving: boolean, onSettled: (begun?: VisitorFields) => void) => void
}

export interface IdentityDeps {
  readonly users: UserIdStore
  readonly visits: VisitStore
  readonly withLock: WithLock
  readonly clock: Clock
  readonly newId: () => string
  /** Without it only a cookie that somebody else sets is used. */
  readonly createUserId: boolean
}

/** Nothing is read or written before the first call: consent comes first. */
export function createIdentity(deps: IdentityDeps): Identity {
  const { users, visits, withLock, clock, newId, createUserId } = deps

  function current(): VisitorFields | undefined {
    const uid = users.read()
    const visit = uid && visits.touch(clock.now())
    return visit && { uid, visitId: visit.id, visit_type: visit.type }
  }

  function keepUser(known: UserId | undefined, now: Timestamp): UserId {
    if (known) {
      // Where a server makes the id it sees to its life, too: Safari would cut that to 7 days if a script wrote the cookie again.
      if (createUserId) users.refresh(now)
      return known
    }
    const uid = `uid-${now}-${newId()}` as UserId
    users.write(uid, now)
    return uid
  }

  function beginNow(onSettled: (begun?: VisitorFields) => void) {
    const known = users.read()
    if (!known && !createUserId) return
    const now = clock.now()
    // Asked before anything is written: after that the browser has to ask another process for its cookies.
    const isGoingOn = visits.touch(now)
    const uid = keepUser(known, now)
    // Another tab may have been first, and the cookie of the user id can go while the visit goes on.
    if (isGoingOn) return onSettled()

    const visitId = `visitId-${now}-${newId()}` as VisitId
    const visit_type = known ? 'repeat' : 'first_time'
    visits.begin(now, visitId, visit_type)
    onSettled({ uid, visitId, visit_type })
  }

  return {
    current,
    begin(isLeaving, onSettled) {
      if (isLeaving) beginNow(onSettled)
      else withLock('visit', () => beginNow(onSettled))
    },
  }
}
