import { now, whenIdle } from '../browser/clock'
import { readCookies, removeCookie, writeCookie } from '../browser/cookies'
import { settings } from '../settings/read-settings'
import {
  ID_COOKIE,
  isOngoing,
  PRECISION,
  parseVisit,
  RECORD_COOKIE,
  TYPE_COOKIE,
  type Visit,
  visitCookies,
  visitLife,
} from './stored-visitor'

let current: Visit | undefined
let writtenAt = 0
/** Whether the cookie existed at the last read. If it is then missing, the visit was ended. */
let isStored = false
let isWriting = false

function write() {
  if (!current) return
  writtenAt = current.lastSeenAt
  for (const [name, text] of visitCookies(current))
    writeCookie(name, text, visitLife(settings.visitTimeoutMs))
}

/**
 * Extends the current visit by this activity and returns it; `undefined` if the visit has ended or none has begun.
 *
 * @param stored - The text of the record's cookie, because another tab may have extended the visit or begun the next.
 */
export function extendVisit(stored: string | undefined): Visit | undefined {
  const at = now()
  const other = parseVisit(stored)
  if (isStored && !other) current = undefined
  isStored = other !== undefined
  if (other && !(other.lastSeenAt < Number(current?.lastSeenAt))) {
    current = other
    writtenAt = other.lastSeenAt
  }
  if (!current || !isOngoing(current, at, settings.visitTimeoutMs)) return undefined

  current = { ...current, lastSeenAt: at }
  if (!isWriting && Math.abs(at - writtenAt) > settings.visitTimeoutMs * PRECISION) {
    isWriting = true
    whenIdle(flushVisit)
  }
  return current
}

/** Writes a visit that has begun or was reported, at once. */
export function writeVisit(visit: Visit) {
  current = visit
  isWriting = false
  write()
}

/**
 * Writes a deferred extension now, because the page may be unloaded. Does nothing if another tab
 * has since ended the visit or begun the next.
 */
export function flushVisit() {
  if (!isWriting) return
  isWriting = false
  const stored = isStored ? parseVisit(readCookies()[RECORD_COOKIE]) : current
  if (stored && stored.id === current?.id) {
    // A page of another site key may have reported the visit since.
    current = { ...stored, lastSeenAt: current.lastSeenAt }
    write()
  }
}

/** Clears the visit, in memory and in the cookies. */
export function eraseVisit() {
  current = undefined
  isWriting = false
  for (const name of [RECORD_COOKIE, ID_COOKIE, TYPE_COOKIE]) removeCookie(name)
}
