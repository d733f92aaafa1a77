import { now } from '../browser/clock'
import { followGate, isGateOpen } from '../browser/consent-gate'
import { readCookies, removeCookie, writeCookie } from '../browser/cookies'
import { newId, newShortId } from '../browser/ids'
import { local } from '../browser/storage'
import { withLock } from '../browser/tabs'
import { settings } from '../settings/read-settings'
import { UNRENDERED } from '../wire/fields'
import type { UserId, VisitId, VisitorFields } from '../wire/tracker-event'
import {
  isReportedTo,
  RECORD_COOKIE,
  reportKey,
  USER_COOKIE,
  USER_LIFE_S,
  USER_MARKER,
  type Visit,
  withReport,
} from './stored-visitor'
import { eraseVisit, extendVisit, writeVisit } from './visit'

const DAY_MS = 86_400_000

/** The user id of this page, if cookies are blocked. */
let inMemory: UserId | undefined
let marker: string | undefined

/** The user id, given the page's cookies. Each event reads it anew, because a server may set the cookie late and a login may change it. */
function userIdIn(cookies: ReturnType<typeof readCookies>): UserId | undefined {
  const text = cookies[USER_COOKIE] ?? ''
  // A server's template may have written `undefined`; the audit says so.
  const stored = UNRENDERED.test(text) ? undefined : (text as UserId)
  if (stored) inMemory = undefined
  return stored || inMemory
}

/** When the tag wrote the cookie; `NaN` if the tag did not set it. */
function writtenAt(id: UserId | undefined): number {
  const [at, marked] = (local.read(USER_MARKER) ?? marker ?? '').split(/ (.*)/s)
  return id && marked === id ? Number(at) : Number.NaN
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

/** An id from `svc.identify()`, or a logout, before consent; it is carried out once consent is given. */
let pendingLogin: UserId | undefined
let isLogoutPending = false

function carryOut() {
  if (isLogoutPending) erase()
  if (pendingLogin) writeUserId(pendingLogin)
  pendingLogin = undefined
}

function erase() {
  isLogoutPending = false
  eraseUserId()
  eraseVisit()
}

const fieldsOf = (uid: UserId, { id, type }: Visit): VisitorFields => ({
  uid,
  visitId: id,
  visit_type: type,
})

const isReported = (visit: Visit): boolean => isReportedTo(visit, reportKey(settings.siteKey))

/** The visitor, whose visit this activity extends; `undefined` without consent, user id or a visit that this site key knows. */
export function currentVisitor(): VisitorFields | undefined {
  if (!isGateOpen()) return undefined
  carryOut()
  const cookies = readCookies()
  const uid = userIdIn(cookies)
  const visit = uid && extendVisit(cookies[RECORD_COOKIE])
  return visit && isReported(visit) ? fieldsOf(uid, visit) : undefined
}

function begin(onBegun: (visitor?: VisitorFields) => void) {
  // Consent may have been denied since the lock was requested.
  if (!isGateOpen()) return
  carryOut()
  const cookies = readCookies()
  const known = userIdIn(cookies)
  if (!known && !settings.createUserId) return
  const at = now()
  const ongoing = extendVisit(cookies[RECORD_COOKIE])
  const uid = known ?? (`uid-${at}-${newId()}` as UserId)
  if (!known) writeUserId(uid)
  else if (settings.createUserId) refreshUserId(uid)
  // Another tab was faster, or the user id's cookie was removed during the visit.
  if (ongoing && isReported(ongoing)) return onBegun()

  const visit: Visit = ongoing ?? {
    id: `visitId-${at}-${newShortId()}` as VisitId,
    type: known ? 'repeat' : 'first_time',
    lastSeenAt: at,
    reportedTo: [],
  }
  writeVisit(withReport(visit, reportKey(settings.siteKey)))
  onBegun(fieldsOf(uid, visit))
}

/**
 * Begins a visit if there is none, or reports the visit that a page of another site key began. Creates the user id if the settings allow
 * it. Does nothing without consent.
 *
 * @param isLeaving - Whether the page is being left, so that the visit begins without waiting for other tabs.
 * @param onBegun - Called with the visitor that is new to this site key, or without one if another tab was faster. Not called if no user id
 * can be created.
 */
export function beginVisit(isLeaving: boolean, onBegun: (visitor?: VisitorFields) => void) {
  if (isLeaving) begin(onBegun)
  else if (isGateOpen()) withLock(() => begin(onBegun))
}

/** Sets the user id of a login. */
export function identify(id: UserId) {
  pendingLogin = id
  if (isGateOpen()) carryOut()
}

/** Forgets the visitor, for example after a logout. The next event begins with a new user id and a new visit. */
export function resetVisitor() {
  pendingLogin = undefined
  isLogoutPending = true
  if (isGateOpen()) carryOut()
}

/** A refusal deletes the visitor. */
export const watchVisitor = () =>
  followGate({
    onErase() {
      pendingLogin = undefined
      erase()
    },
  })
