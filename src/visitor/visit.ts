import { now, whenIdle } from '../browser/clock'
import { removeCookie, writeCookie } from '../browser/cookies'
import { settings } from '../settings/read-settings'
import type { Timestamp, VisitId } from '../wire/brand'
import type { VisitType } from '../wire/page-fields'

/** One visit. Id and type are one record, so that they cannot drift apart. */
export interface Visit {
  readonly id: VisitId
  readonly type: VisitType
  readonly lastSeenAt: Timestamp
}

/** The tag's own cookie with the whole record. */
export const RECORD_COOKIE = 'svc.visitRecord'
/** Mirrors for the shop to read. */
const ID_COOKIE = 'svc.visitId'
const TYPE_COOKIE = 'svc.visit'

/** Activity is written once this part of the idle limit has passed since the last write. */
const PRECISION = 1 / 60

let current: Visit | undefined
let writtenAt = 0
/** Whether the cookie was there at the last read: then a missing one means that the visit was ended. */
let isStored = false
let isWriting = false

/** Reads the record's text; `undefined` for anything else. */
export function parseVisit(text: string | undefined): Visit | undefined {
  const [, type, lastSeenAt, id] = /^(first_time|repeat)\|(\d+)\|(.+)$/.exec(text ?? '') ?? []
  return id
    ? {
        id: id as VisitId,
        type: type as VisitType,
        lastSeenAt: Number(lastSeenAt) as Timestamp,
      }
    : undefined
}

/** Whether a visit goes on. A clock that was set back makes the pause negative, which keeps the visit whole. */
export const isOngoing = (visit: Visit | undefined, at: Timestamp, idleLimitMs: number): boolean =>
  visit !== undefined && at - visit.lastSeenAt < idleLimitMs

function write() {
  isWriting = false
  if (!current) return
  writtenAt = current.lastSeenAt
  const seconds = (settings.visitTimeoutMs * (1 + PRECISION)) / 1_000
  writeCookie(RECORD_COOKIE, `${current.type}|${current.lastSeenAt}|${current.id}`, seconds)
  writeCookie(ID_COOKIE, current.id, seconds)
  writeCookie(TYPE_COOKIE, current.type, seconds)
}

/**
 * Extends the visit that is going on by this activity, and returns it; `undefined` if it has ended or none has begun.
 *
 * @param stored - The text of the record's cookie: another tab may have extended the visit, or begun the next.
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

/** Begins a visit and writes it at once. */
export function startVisit(visit: Visit) {
  current = visit
  write()
}

/** Writes an extension that waits for idle time: the page may be going. */
export function flushVisit() {
  if (isWriting) write()
}

/** Forgets the visit, here and in the cookies. */
export function eraseVisit() {
  current = undefined
  isWriting = false
  for (const name of [RECORD_COOKIE, ID_COOKIE, TYPE_COOKIE]) removeCookie(name)
}
