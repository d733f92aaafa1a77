import { now } from '../browser/clock'
import { readCookies, removeCookie, writeCookie } from '../browser/cookies'
import { local } from '../browser/storage'
import type { UserId } from '../wire/brand'

/** The contract's cookie. */
export const USER_COOKIE = 'svc.userId'

/** Marks the cookie as the tag's own: `<written at> <id>`. */
const MARKER = 'own'

/** 400 days, the longest that [browsers keep a cookie](https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html). */
const LIFE_S = 34_560_000
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
  const [at, own] = (local.read(MARKER) ?? marker ?? '').split(/ (.*)/s)
  return id && own === id ? Number(at) : Number.NaN
}

/** Makes this the user id from now on, in a cookie of the tag's own. */
export function writeUserId(id: UserId) {
  writeCookie(USER_COOKIE, id, LIFE_S)
  inMemory = id
  marker = `${now()} ${id}`
  local.write(MARKER, marker)
}

/** Extends the life of the tag's own cookie, at most once a day. A server's cookie is never rewritten: its life cannot be read. */
export function refreshUserId(id: UserId) {
  if (now() - writtenAt(id) > DAY_MS) writeUserId(id)
}

/** Forgets the user id, and removes the cookie if it is the tag's own. */
export function eraseUserId() {
  if (writtenAt(userIdIn(readCookies())) >= 0) removeCookie(USER_COOKIE)
  inMemory = marker = undefined
  local.remove(MARKER)
}
