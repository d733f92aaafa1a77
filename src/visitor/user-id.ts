import { now } from '../browser/clock'
import { readCookies, removeCookie, writeCookie } from '../browser/cookies'
import { local } from '../browser/storage'
import type { UserId } from '../wire/brand'
import { USER_COOKIE, USER_LIFE_S, USER_MARKER } from './stored-visitor'

const DAY_MS = 86_400_000

/** The id of this page where cookies are blocked. */
let inMemory: UserId | undefined
let marker: string | undefined

/** The user id, given the page's cookies. A server may set the cookie late and a login may change it, so each event asks. */
export function userIdIn(cookies: ReturnType<typeof readCookies>): UserId | undefined {
  const stored = cookies[USER_COOKIE] as UserId | undefined
  if (stored) inMemory = undefined
  return stored || inMemory
}

/** When the tag wrote the cookie; `NaN` for a cookie that somebody else set. */
function writtenAt(id: UserId | undefined): number {
  const [at, own] = (local.read(USER_MARKER) ?? marker ?? '').split(/ (.*)/s)
  return id && own === id ? Number(at) : Number.NaN
}

/** Makes this the user id from now on, in a cookie of the tag's own. */
export function writeUserId(id: UserId) {
  writeCookie(USER_COOKIE, id, USER_LIFE_S)
  inMemory = id
  marker = `${now()} ${id}`
  local.write(USER_MARKER, marker)
}

/** Extends the life of the tag's own cookie, at most once a day. A server's cookie is never rewritten: its life cannot be read. */
export function refreshUserId(id: UserId) {
  if (now() - writtenAt(id) > DAY_MS) writeUserId(id)
}

/** Forgets the user id, and removes the cookie if it is the tag's own. */
export function eraseUserId() {
  if (writtenAt(userIdIn(readCookies())) >= 0) removeCookie(USER_COOKIE)
  inMemory = marker = undefined
  local.remove(USER_MARKER)
}
