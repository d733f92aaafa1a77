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
   * @param onSettled - Hears whether this tab began the visit. Not called when no user id can be had.
   */
  readonly begin: (isLeaving: boolean, onSettled: (hasBegun: boolean) => void) => void
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

  /** Sees to it that there is a user id. Returns whether it is a new one; `undefined` when there is none. */
  function keepUser(now: Timestamp): boolean | undefined {
    const isNewUser = !users.read()
    // Where a server makes the id it sees to its life, too: Safari would cut that to 7 days if a script wrote the cookie again.
    if (!createUserId) return isNewUser ? undefined : false

    if (isNewUser) users.write(`uid-${now}-${newId()}` as UserId, now)
    else users.refresh(now)
    return isNewUser
  }

  /** `undefined` when there is no user id and none may be made. */
  function beginNow(): boolean | undefined {
    // Another tab may have been first.
    if (current()) return false

    const now = clock.now()
    const isNewUser = keepUser(now)
    if (isNewUser === undefined) return undefined

    // The cookie of the user id can go while the visit goes on.
    if (visits.touch(now)) return false
    visits.begin(now, `visitId-${now}-${newId()}` as VisitId, isNewUser ? 'first_time' : 'repeat')
    return true
  }

  return {
    current,
    begin(isLeaving, onSettled) {
      const task = () => {
        const hasBegun = beginNow()
        if (hasBegun !== undefined) onSettled(hasBegun)
      }
      if (isLeaving) task()
      else withLock('visit', task)
    },
  }
}
