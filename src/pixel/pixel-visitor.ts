import { now } from '../browser/clock'
import { newId, newShortId } from '../browser/ids'
import {
  ID_COOKIE,
  isOngoing,
  isReportedTo,
  PRECISION,
  parseVisit,
  RECORD_COOKIE,
  reportKey,
  TYPE_COOKIE,
  USER_COOKIE,
  USER_LIFE_S,
  USER_MARKER,
  type Visit,
  visitCookies,
  visitLife,
  withReport,
} from '../visitor/stored-visitor'
import type { UserId, VisitId, VisitorFields } from '../wire/tracker-event'
import type { FullPixelSettings } from './pixel-settings'
import type { SandboxCookies } from './sandbox-cookies'
import type { KeptTexts } from './sandbox-store'

/** The visitor of an event, and whether the visit began with it. */
export interface FoundVisitor {
  readonly fields: VisitorFields
  readonly isNew: boolean
}

const DAY_MS = 86_400_000

/**
 * Follows the visitor through the cookies that the theme's tag uses. A sandbox has no lock: if two pages begin a visit at the same moment,
 * the one whose record is stored after both have written counts.
 */
export function createVisitor(
  cookies: SandboxCookies,
  texts: KeptTexts,
  { createUserId, visitTimeoutMs, siteKey }: FullPixelSettings,
) {
  const key = reportKey(siteKey)
  /** The visitor of a page whose cookies are blocked. */
  let inMemory: { readonly uid: UserId; readonly visit: Visit } | undefined

  const fieldsOf = (uid: UserId, { id, type }: Visit): VisitorFields => ({
    uid,
    visitId: id,
    visit_type: type,
  })

  async function writeVisit(visit: Visit) {
    for (const [name, text] of visitCookies(visit))
      await cookies.write(name, text, visitLife(visitTimeoutMs))
  }

  async function writeUser(uid: UserId) {
    // The marker first, because a refusal in between removes only a cookie that it names.
    await texts.write(USER_MARKER, `${now()} ${uid}`)
    await cookies.write(USER_COOKIE, uid, USER_LIFE_S)
  }

  /** When the tag or the pixel wrote this id's cookie; `NaN` if neither did. */
  async function writtenAt(uid: string | undefined): Promise<number> {
    const [at, marked] = ((await texts.read(USER_MARKER)) ?? '').split(/ (.*)/s)
    return uid && marked === uid ? Number(at) : Number.NaN
  }

  async function readStored() {
    const [user, record] = await Promise.all([
      cookies.read(USER_COOKIE),
      cookies.read(RECORD_COOKIE),
    ])
    return { uid: user as UserId | undefined, visit: parseVisit(record) }
  }

  /** Creates the user id, or extends the life of one that was created here. */
  async function ensureUser(known: UserId | undefined): Promise<UserId> {
    const at = now()
    const uid = known ?? (`uid-${at}-${newId()}` as UserId)
    const isDue = !known || (createUserId && at - (await writtenAt(known)) > DAY_MS)
    if (isDue) await writeUser(uid)
    return uid
  }

  async function begin(known: UserId | undefined): Promise<FoundVisitor | undefined> {
    if (!known && !createUserId) return undefined
    const at = now()
    const uid = await ensureUser(known)
    const id = `visitId-${at}-${newShortId()}` as VisitId
    const visit: Visit = {
      id,
      type: known ? 'repeat' : 'first_time',
      lastSeenAt: at,
      reportedTo: [key],
    }
    await writeVisit(visit)
    const stored = await readStored()
    if (!stored.uid || !stored.visit) inMemory = { uid, visit }
    const winner = stored.visit ?? visit
    return { fields: fieldsOf(stored.uid ?? uid, winner), isNew: winner.id === id }
  }

  /** Notes that a visit that a page of another site key began is reported to this one. */
  async function report(uid: UserId, visit: Visit, isStored: boolean) {
    if (isStored) await writeVisit(visit)
    else inMemory = { uid, visit }
  }

  /** Writes an activity, unless the last one is recent. */
  function extend(uid: UserId, visit: Visit, isStored: boolean) {
    const at = now()
    if (Math.abs(at - visit.lastSeenAt) <= visitTimeoutMs * PRECISION) return
    const extended = { ...visit, lastSeenAt: at }
    if (isStored) void writeVisit(extended)
    else inMemory = { uid, visit: extended }
  }

  return {
    /** The visitor, whose visit this activity extends or begins; `undefined` if there is no user id and none may be created. */
    async touch(): Promise<FoundVisitor | undefined> {
      const stored = await readStored()
      // If the user id exists but the record does not, a logout ended the visit.
      const { uid, visit } = stored.uid ? stored : { visit: stored.visit, ...inMemory }
      if (!uid || !visit || !isOngoing(visit, now(), visitTimeoutMs)) return begin(uid)
      const isNew = !isReportedTo(visit, key)
      if (isNew) await report(uid, withReport(visit, key), stored.visit !== undefined)
      else extend(uid, visit, stored.visit !== undefined)
      return { fields: fieldsOf(uid, visit), isNew }
    },
    /** Clears the visitor. A cookie set by the shop's server stays. */
    async erase(): Promise<void> {
      inMemory = undefined
      const marker = (await texts.readOwn(USER_MARKER)) ?? ''
      for (const name of [RECORD_COOKIE, ID_COOKIE, TYPE_COOKIE]) await cookies.erase(name)
      await cookies.erase(USER_COOKIE, (uid) => marker.endsWith(` ${uid}`))
    },
  }
}
