import { now } from '../browser/clock'
import { readCookies, removeCookie, writeCookie } from '../browser/cookies'
import { newId, newShortId } from '../browser/ids'
import { local } from '../browser/storage'
import { withLock } from '../browser/tabs'
import { settings } from '../settings/read-settings'
import type { UserId, VisitId, VisitorFields } from '../wire/tracker-event'
import { isGranted } from './consent'
import { RECORD_COOKIE, USER_COOKIE, USER_LIFE_S, USER_MARKER, type Visit } from './stored-visitor'
import { eraseVisit, extendVisit, startVisit } from './visit'

const DAY_MS = 86_400_000

/** The user id of this page, if cookies are blocked. */
let inMemory: UserId | undefined
let marker: string | undefined

/** The user id, given the page's cookies. Each event reads it anew, because a server may set the cookie late and a login may change it. */
function userIdIn(cookies: ReturnType<typeof readCookies>): UserId | undefined {
  const stored = cookies[USER_COOKIE] as UserId | undefined
  if (stored) inMemory = undefined
  return stored || inMemory
}

/** When the tag wrote the cookie; `NaN` if the tag did not set it. */
function writtenAt(id: UserId | undefined): number {
  const [at, own] = (local.read(USER_MARKER) ?? marker ?? '').split(/ (.*)/s)
  return id && own === id ? Number(at) : Number.NaN
}

/** Sets the user id and stores it in the tag's own cookie. */
function writeUserId(id: UserId) {
  writeCookie(USER_COOKIE, id, USER_LIFE_S)
  inMemory = id
  marker = `${now()} ${id}`
  local.write(USER_MARKER, marker)
}

/**
 * Extends the life of the tag's own cookie, at most once a day. A server's cookie is never rewritten, because its lifetime cannot be read.
 */
function refreshUserId(id: UserId) {
  if (now() - writtenAt(id) > DAY_MS) writeUserId(id)
}

/** Clears the user id, and removes the cookie if the tag set it. */
function eraseUserId() {
  if (writtenAt(userIdIn(readCookies())) >= 0) removeCookie(USER_COOKIE)
  inMemory = marker = undefined
  local.remove(USER_MARKER)
}

/** An id from `svc.identify()` before consent; it is written once consent is given. */
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
  // Consent may have been denied since the lock was requested.
  if (!isGranted()) return
  const cookies = readCookies()
  const known = userIdIn(cookies)
  if (!known && !settings.createUserId) return
  const at = now()
  const ongoing = extendVisit(cookies[RECORD_COOKIE])
  const uid = known ?? (`uid-${at}-${newId()}` as UserId)
  if (!known) writeUserId(uid)
  else if (settings.createUserId) refreshUserId(uid)
  // Another tab was faster, or the user id's cookie was removed during the visit.
  if (ongoing) return onBegun()

  const id = `visitId-${at}-${newShortId()}` as VisitId
  const visit: Visit = { id, type: known ? 'repeat' : 'first_time', lastSeenAt: at }
  startVisit(visit)
  onBegun(fieldsOf(uid, visit))
}

/**
 * Begins a visit if there is none, and creates the user id if the settings allow it.
 *
 * @param isLeaving - Whether the page is being left, so that the visit begins without waiting for other tabs.
 * @param onBegun - Called with the visitor of the new visit, or without one if another tab began it. Not called if no user id can be
 * created.
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

/** Forgets the visitor, for example after a logout. The next event begins with a new user id and a new visit. */
export function resetVisitor() {
  pendingLogin = undefined
  eraseUserId()
  eraseVisit()
}
