import { type Cancel, now, schedule } from '../../browser/clock'
import { randomDecimal } from '../../browser/ids'
import { isOnline, isVisible } from '../../browser/visibility'
import { warnOnce } from '../../browser/warn-once'
import { noteStatus } from '../../log/event-log'
import { entries, forget, keep, release } from '../../send/journal'
import type { JournalEntry } from '../../send/journal-entry'
import { isArriving } from '../../send/last-response'
import { urlOf } from '../../send/request'
import { statusAfter } from '../../send/response-status'
import {
  entryFor,
  type Failure,
  finish,
  inFlight,
  isUnderWay,
  launchSoon,
  MAX_IN_FLIGHT,
  type Recovery,
  settle,
} from '../../send/sender'
import { settings } from '../../settings/read-settings'
import { newEventId } from '../../track/event-id'
import type { TrackerEvent } from '../../wire/tracker-event'
import { lacksCors } from './cors-detection'
import { doubtFetch } from './image-request'
import { claimLeftOvers, keepRawRecords } from './left-overs'
import { overflow } from './overflow'
import { retryAfterMs } from './retry-after'
import { afterAnswer, afterFailure, type Health, unknownHealth } from './retry-policy'
import { splitEvent } from './split-event'

/*
 * Sends what did not go well at once: after failures with pauses, what earlier pages left, what is too long, and what is too much.
 * More than 150 lines: every way to send asks the same health, pause and room.
 */

let health: Health = unknownHealth
let askedUntil = 0
/** Whether the journal may hold something that no page is seeing to. */
let mayFind = true
let isClaiming = false
let isStopped = false
let cancelWake: Cancel = () => {}
/** Failures that wait for the answer whether the tracker lacks CORS headers, by key. */
let doubtful: Map<string, Failure> | undefined
/** Responses to what was sent until then (ms) cannot be read: the tracker lacks CORS headers, as was found out at that time. */
let unreadableUntil = 0

/** Splits an event whose URL is too long; what stays too long is dropped. */
function fit(entry: JournalEntry) {
  const isShort = (event: TrackerEvent) => urlOf(event).length <= settings.maxUrlBytes
  const parts = splitEvent(entry.event, isShort, newEventId)
  forget(entry.key)
  if (parts[0]?.data.url !== entry.event.data.url)
    warnOnce(
      'an address is too long for the tracker, so events carry a shorter one; scrubUrl removes parameters',
    )
  for (const event of parts) {
    if (event.t !== entry.event.t) noteStatus(event.t, { state: 'queued', event })
    if (isShort(event)) keep(entryFor(event))
    else
      noteStatus(event.t, {
        state: 'dropped',
        reason: `longer than ${settings.maxUrlBytes} characters`,
      })
  }
}

function accept(entry: JournalEntry) {
  // Consent may have been denied before, and granted since.
  isStopped = false
  if (entry.size > settings.maxUrlBytes) fit(entry)
  for (const one of overflow([...entries.values()].filter((one) => !isUnderWay(one))))
    finish(one, { state: 'dropped', reason: 'the journal is full' })
  sendWaiting()
}

/** Sends what waits, one at a time while the tracker is in trouble. Not for a hidden page: it may be going, or be one of many. */
function sendWaiting() {
  // Events from before this part was there, and records of earlier pages or of another script.
  for (const entry of [...entries.values()])
    if (entry.size > settings.maxUrlBytes && !isUnderWay(entry)) fit(entry)
  if (isStopped || health.pausedUntil > 0 || !isVisible()) return
  const limit = health.failures > 0 ? 1 : MAX_IN_FLIGHT
  const waiting = [...entries.values()].filter(
    (entry) => !isUnderWay(entry) && !doubtful?.has(entry.key),
  )
  let room = limit - (entries.size - waiting.length)
  for (const entry of waiting.sort((one, other) => (one.key < other.key ? -1 : 1))) {
    if (room <= 0) return
    room -= 1
    launchSoon(renewed(entry))
  }
  claimWaiting(room, limit)
}

/** An entry with a lease that lasts until it is answered. */
function renewed(entry: JournalEntry): JournalEntry {
  if (entry.until >= now() + 10_000 && entry.silentMs === undefined) return entry
  const fresh = entryFor(entry.event)
  keep(fresh)
  return fresh
}

/** Takes what earlier pages and closed tabs left. Before the first answer one event shows how the tracker is. */
function claimWaiting(room: number, limit: number) {
  const { hasAnswered } = health
  // Each claim reads the whole journal.
  if (!mayFind || isClaiming || room < (hasAnswered ? limit / 2 : limit)) return
  isClaiming = true
  mayFind = false
  claimLeftOvers(hasAnswered ? room : 1, isArrivingHere, ({ claimed, isMore, nextAt }) => {
    isClaiming = false
    mayFind ||= isMore
    if (nextAt < Number.POSITIVE_INFINITY && health.pausedUntil === 0) wakeAt(nextAt)
    if (claimed > 0) sendWaiting()
  })
}

const isArrivingHere = (silentMs: number) => (health.failures > 0 ? false : isArriving(silentMs))

function wakeAt(at: number) {
  cancelWake()
  if (at < Number.POSITIVE_INFINITY) cancelWake = schedule(resume, at - now())
}

function resume() {
  health = { ...health, pausedUntil: 0 }
  mayFind = true
  sendWaiting()
}

function onFailure(failure: Failure) {
  const { entry, response } = failure
  // Erased since, because consent was denied.
  if (!entries.has(entry.key)) return
  const status = statusAfter(response)
  if (status.state === 'dropped') {
    finish(entry, status)
    return onAnswer()
  }
  if (response || health.hasAnswered || !isOnline()) return retry(failure)
  doubtFetch()
  renewed(entry)
  if (doubtful) return void doubtful.set(entry.key, failure)
  doubtful = new Map([[entry.key, failure]])
  lacksCors(() => health.hasAnswered).then(conclude, () => conclude(false))
}

/** Ends the doubt: without CORS headers a request that seemed to fail counts as arrived. */
function conclude(isLacking: boolean) {
  const concluded = [...(doubtful?.values() ?? [])]
  doubtful = undefined
  if (isLacking && !settings.trackerDropsRepeats) unreadableUntil = now()
  // The others were erased, or given up to another page.
  for (const failure of concluded) if (entries.has(failure.entry.key)) retry(failure)
  if (isLacking) onAnswer()
}

function retry(failure: Failure) {
  const { entry, sentAt, response } = failure
  const at = now()
  if (!response && sentAt <= unreadableUntil)
    return settle({ ...failure, sentAt: at, response: { status: 0 } as Response })
  const askedMs = retryAfterMs(response?.headers?.get('retry-after') ?? null, at)
  askedUntil = Math.max(askedUntil, askedMs && at + askedMs)
  noteStatus(entry.event.t, statusAfter(response))
  const fresh = entryFor(entry.event)
  // A hidden page tries nothing again; another may.
  if (isVisible()) keep({ ...fresh, until: Math.max(fresh.until, askedUntil) })
  else release({ ...fresh, until: askedUntil })
  const before = health.pausedUntil
  health = afterFailure(health, {
    now: at,
    tookMs: at - sentAt,
    askedMs,
    isSilent: response === undefined,
    isOnline: isOnline(),
    random: randomDecimal(),
  })
  mayFind = true
  // The same pause goes on: by a clock that was set back it would be another, of an hour.
  if (before < health.pausedUntil) wakeAt(health.pausedUntil)
}

function onAnswer() {
  mayFind ||= !health.hasAnswered
  health = afterAnswer(health)
  askedUntil = 0
  sendWaiting()
}

/** The recovery part's interface for the sender. */
export const recovery: Recovery = {
  accept,
  onFailure,
  onAnswer,
  resume,
  askedUntil: () => askedUntil,
  leave: keepRawRecords,
  stop() {
    isStopped = true
    cancelWake()
  },
}

/** Starts with what failed until now and what waits. */
export function startRecovery(failures: readonly Failure[], hasAnswered: boolean) {
  health = { ...health, hasAnswered }
  failures.forEach(onFailure)
  for (const entry of [...entries.values()]) if (!isUnderWay(entry)) accept(entry)
  if (!inFlight.size || hasAnswered) sendWaiting()
}
