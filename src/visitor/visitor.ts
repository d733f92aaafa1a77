import { now } from '../browser/clock'
import { readCookies } from '../browser/cookies'
import { newId, newShortId } from '../browser/ids'
import { withLock } from '../browser/locks'
import { settings } from '../settings/read-settings'
import type { UserId, VisitId } from '../wire/brand'
import type { VisitorFields } from '../wire/page-fields'
import { isGranted } from './consent'
import { RECORD_COOKIE, type Visit } from './stored-visitor'
import { eraseUserId, refreshUserId, userIdIn, writeUserId } from './user-id'
import { eraseVisit, extendVisit, startVisit } from './visit'

/** An id from `svc.identify()` before consent; written when consent comes. */
let pendingLogin: UserId | undefined

function writeLogin() {
  if (pendingLogin && isGranted()) {
    writeUserId(pendingLogin)
    pendingLogin = undefined
  }
}

const fieldsOf = (uid: UserId, { id, type }: Visit): VisitorFields => ({
  uid,
  visitId: id,
  visit_type: type,
})

/** The visitor, whose visit this activity extends; `undefined` without consent, user id or visit. */
export function currentVisitor(): VisitorFields | undefined {
  if (!isGranted()) return undefined
  writeLogin()
  const cookies = readCookies()
  const uid = userIdIn(cookies)
  const visit = uid && extendVisit(cookies[RECORD_COOKIE])
  return visit && fieldsOf(uid, visit)
}

function begin(onBegun: (visitor?: VisitorFields) => void) {
  // Consent may have been denied since the lock was asked for.
  if (!isGranted()) return
  const cookies = readCookies()
  const known = userIdIn(cookies)
  if (!known && !settings.createUserId) return
  const at = now()
  const ongoing = extendVisit(cookies[RECORD_COOKIE])
  const uid = known ?? (`uid-${at}-${newId()}` as UserId)
  if (!known) writeUserId(uid)
  else if (settings.createUserId) refreshUserId(uid)
  // Another tab was faster, or the user's cookie went while the visit goes on.
  if (ongoing) return onBegun()

  const id = `visitId-${at}-${newShortId()}` as VisitId
  const visit: Visit = { id, type: known ? 'repeat' : 'first_time', lastSeenAt: at }
  startVisit(visit)
  onBegun(fieldsOf(uid, visit))
}

/**
 * Begins a visit if none is going on, and creates the user id if it may.
 *
 * @param isLeaving - The page is going: begins at once, without waiting for other tabs.
 * @param onBegun - Hears the visitor of the new visit; nobody if another tab was faster. Not called if no user id can be had.
 */
export function beginVisit(isLeaving: boolean, onBegun: (visitor?: VisitorFields) => void) {
  if (isLeaving) begin(onBegun)
  else withLock(() => begin(onBegun))
}

/** Sets the user id of a login. */
export function identify(id: UserId) {
  pendingLogin = id
  writeLogin()
}

/** Forgets the visitor, as a logout does: the next event begins a new user id and a new visit. */
export function resetVisitor() {
  pendingLogin = undefined
  eraseUserId()
  eraseVisit()
}
