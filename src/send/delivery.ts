import { type Cancel, now, schedule } from '../browser/clock'
import { randomDecimal } from '../browser/ids'
import { settings } from '../settings/read-settings'
import type { EventStatus, TrackerEvent } from '../wire/tracker-event'
import {
  abortAll,
  countUnderWay,
  flightHooks,
  inFlight,
  isUnderWay,
  launchAll,
  launchSoon,
  MAX_IN_FLIGHT,
} from './in-flight'
import {
  dropsRepeats,
  isArriving,
  noteResponse,
  rememberDropsRepeats,
  silentSince,
} from './last-response'
import { claimLeftOvers } from './left-overs'
import {
  afterAnswer,
  afterFailure,
  type Health,
  type Outcome,
  retryAfterMs,
  statusAfter,
  unknownHealth,
} from './outcome'
import { platform } from './platform'
import { entries, entryFor, forget, keep, release } from './queue'
import { byWorth, type QueueEntry } from './queue-entry'
import { canFetch, fetchPixel } from './transport'

/*
 * Decides what is sent and when: new events at once, failed events again after growing pauses, and the events that earlier pages and closed
 * tabs left. More than 150 lines because every way to send checks the same health, pause and capacity.
 */

/** Functions that a page rarely needs, provided by a part. */
export interface DeliveryHooks {
  /** Loads the functions below. Settles when they are available or the first attempt has failed. */
  prepare: () => Promise<unknown>
  /** Splits or shortens an event whose URL is too long, and stores the result. */
  shorten?: (entry: QueueEntry) => void
  /** The entries to drop so that the rest fits. */
  overflow?: (waiting: readonly QueueEntry[]) => readonly QueueEntry[]
  /** Finds out whether the tracker responds without CORS headers. @param hasAnswered - Whether a response has been read by now. */
  lacksCors?: (hasAnswered: () => boolean) => Promise<boolean>
  /** Called if a try fails before any response. */
  onFirstFailure?: () => void
}

/** Set by the tag and by the recovery part. */
export const deliveryHooks: DeliveryHooks = { prepare: async () => {} }

/** The longest time without a try on a platform without an event for the return of the network. */
const LONGEST_PAUSE_MS = 300_000

let health: Health = unknownHealth
/** No requests before this time (ms), because the tracker asked for a pause. */
let askedUntil = 0
/** Whether the store may hold events that no page is sending. */
let mayHoldMore = false
let isClaiming = false
/** Whether the first try of this page failed. */
let hasBegunBadly = false
/** Whether the store is open, or is known to be missing. */
let isStoreReady = false
let isStopped = false
let cancelWake: Cancel = () => {}
/** Failures by key, waiting until it is known whether the tracker lacks CORS headers. */
let undecided: Map<string, Outcome> | undefined
/** Responses to requests sent before this time (ms) cannot be read, because the tracker was found to lack CORS headers at that time. */
let unreadableUntil = 0
let preparing: Promise<unknown> | undefined

const isTooLong = ({ size }: QueueEntry) => size > settings.maxUrlBytes

/** Requests the recovery part, once. When loaded, it calls {@link sendWaiting}. */
function prepare() {
  preparing ??= deliveryHooks.prepare()
  return preparing
}

/** Whether no request is possible until the recovery part provides another transport. */
const lacksTransport = () => platform.transport === fetchPixel && !canFetch()

/** Adds an event to the queue and sends it in a separate task. */
export function sendEvent(event: TrackerEvent) {
  platform.noteStatus(event.t, { state: 'queued', event })
  // Consent may have been denied earlier and granted since.
  isStopped = false
  const entry = marked(entryFor(event))
  keep(entry)
  if (health.failures > 0 || health.pausedUntil > 0 || isTooLong(entry) || lacksTransport())
    sendWaiting()
  // The others are sent when a response makes room.
  else if (countUnderWay() < MAX_IN_FLIGHT) launchSoon(entry)
}

/** Keeps the queue within its limits: splits events that are too long, and drops the least valuable ones if there are too many. */
function trimQueue() {
  const { shorten, overflow } = deliveryHooks
  for (const entry of [...entries.values()]) {
    if (!isTooLong(entry) || isUnderWay(entry)) continue
    if (shorten) shorten(entry)
    // The event waits until the recovery part is loaded.
    else void prepare()
  }
  for (const entry of overflow?.([...entries.values()].filter(isWaiting)) ?? [])
    finish(entry, { state: 'dropped', reason: 'the queue is full' })
}

const isWaiting = (entry: QueueEntry) => !isUnderWay(entry) && !undecided?.has(entry.key)

/**
 * Sends waiting events, one at a time while the tracker is failing. A hidden page sends none,
 * because it may be about to close, or be one of many.
 */
export function sendWaiting() {
  if (isStopped) return
  trimQueue()
  if (health.pausedUntil > 0 || !platform.isVisible()) return
  if (lacksTransport()) return void prepare()
  const limit = health.failures > 0 ? 1 : MAX_IN_FLIGHT
  const waiting = [...entries.values()].filter(isWaiting)
  const room = limit - (entries.size - waiting.length)
  const due = waiting.filter((entry) => !isTooLong(entry)).sort(byWorth)
  for (const entry of due.slice(0, Math.max(room, 0))) launchSoon(renewed(entry))
  claimWaiting(room - due.length, limit)
}

/**
 * On a platform that does not learn when the page is left, every event in flight is stored as if
 * the page had been left: it then counts as sent if the tracker is healthy.
 */
const marked = (entry: QueueEntry): QueueEntry =>
  platform.hearsLeaving || health.failures > 0 || dropsRepeats() ? entry : { ...entry, silentMs: 0 }

/** An entry with a lease that lasts until the response. */
function renewed(entry: QueueEntry): QueueEntry {
  if (entry.until >= now() + 10_000 && entry.silentMs === undefined) return entry
  const fresh = marked(entryFor(entry.event, entry.key))
  keep(fresh)
  return fresh
}

/** Claims events that earlier pages and closed tabs left. Before the first response, it claims only one, to test the tracker. */
function claimWaiting(room: number, limit: number) {
  const { hasAnswered } = health
  // Claiming is limited because each claim reads the whole store.
  if (!isStoreReady || !mayHoldMore || isClaiming || room < (hasAnswered ? limit / 2 : limit))
    return
  isClaiming = true
  mayHoldMore = false
  claimLeftOvers(hasAnswered ? room : 1, isArrivingHere, ({ claimed, isMore, nextAt }) => {
    isClaiming = false
    // In the meantime, the events were erased or delivery has ended.
    if (isStopped) return entries.clear()
    mayHoldMore ||= isMore
    if (nextAt < Number.POSITIVE_INFINITY && health.pausedUntil === 0) wakeAt(nextAt)
    // The first response may have come while the store was read, and decides about events that pages left in flight.
    if (claimed > 0 || mayHoldMore) sendWaiting()
  })
}

/** While the tracker fails, or if this page's first request failed, events that earlier pages had in flight count as not received. */
const isArrivingHere = (silentMs: number) =>
  health.failures > 0 || hasBegunBadly || dropsRepeats() ? false : isArriving(silentMs)

function wakeAt(at: number) {
  cancelWake()
  if (at < Number.POSITIVE_INFINITY && !isStopped) cancelWake = schedule(resumeDelivery, at - now())
}

/** Tries at once, whatever pause there was. Called when the store is open, the page is back or the network has returned. */
export function resumeDelivery() {
  isStoreReady = true
  isStopped = false
  health = { ...health, pausedUntil: 0 }
  mayHoldMore = true
  sendWaiting()
}

/**
 * Whether a response did not come from the tracker. Either a service worker created it (its type is then `basic` whatever its origin, or
 * `default` in Chromium), or the worker's cache returned the response to another event. A redirect comes from the tracker.
 */
const isForeign = ({ entry, response }: Outcome): boolean => {
  const { type, url, redirected } = response ?? ({} as Partial<Response>)
  if (type === 'default') return true
  if (!url || redirected) return false
  const isOwnOrigin = url.startsWith(`${location.origin}/`)
  return !url.includes(encodeURIComponent(entry.event.t)) || (type === 'basic' && !isOwnOrigin)
}

/** Handles the end of a request. */
export function settle(given: Outcome): void {
  const outcome = isForeign(given) ? { ...given, response: undefined } : given
  const { entry, sentAt, response } = outcome
  const status = statusAfter(response)
  noteResponse(sentAt, status.state)
  // The event was erased in the meantime, because consent was denied.
  if (!entries.has(entry.key)) return
  if (status.state === 'retrying') {
    judgeFailure(outcome)
    return
  }
  if (response?.headers?.get('svc-drops-repeats') === '1') rememberDropsRepeats()
  finish(entry, status)
  onResponse()
}

function onResponse() {
  mayHoldMore ||= !health.hasAnswered
  const wasWell = health.hasAnswered && health.failures === 0
  health = afterAnswer(health)
  askedUntil = 0
  // Going through all waiting events takes time, so it is done when half of the connections are free.
  if (!wasWell || countUnderWay() < MAX_IN_FLIGHT / 2) sendWaiting()
}

/** Removes an event with its last status. */
export function finish({ key, event }: QueueEntry, status: EventStatus) {
  forget(key)
  // The `t` is not sliced from the key: the slice would keep the key in memory as long as the history keeps the note.
  platform.noteStatus(event.t, status)
}

/**
 * Handles a failed try. The event is retried, unless the tracker may only lack CORS headers: before
 * its first response, that looks the same.
 */
function judgeFailure(outcome: Outcome): void {
  const { entry, response } = outcome
  if (response || health.hasAnswered || !platform.isOnline()) {
    void prepare()
    retry(outcome)
    return
  }
  renewed(entry)
  const isAsked = undecided !== undefined
  undecided ??= new Map()
  undecided.set(entry.key, outcome)
  if (isAsked) return
  prepare()
    .then(() => {
      deliveryHooks.onFirstFailure?.()
      return deliveryHooks.lacksCors?.(() => health.hasAnswered) ?? false
    })
    .then(conclude, () => conclude(false))
}

/** Handles the waiting failures. If the tracker lacks CORS headers, requests that seemed to fail count as received. */
function conclude(isLacking: boolean) {
  const concluded = [...(undecided?.values() ?? [])]
  undecided = undefined
  if (isLacking && !settings.trackerDropsRepeats) unreadableUntil = now()
  // In the meantime, some entries may have been erased or released to another page.
  for (const outcome of concluded) if (entries.has(outcome.entry.key)) retry(outcome)
  if (isLacking) onResponse()
}

function retry(outcome: Outcome): void {
  const { entry, sentAt, response } = outcome
  const at = now()
  if (!response && sentAt <= unreadableUntil) {
    settle({ ...outcome, sentAt: at, response: { status: 0 } as Response })
    return
  }
  const askedMs = retryAfterMs(response?.headers?.get('retry-after') ?? null, at)
  askedUntil = Math.max(askedUntil, askedMs && at + askedMs)
  hasBegunBadly ||= !health.hasAnswered
  platform.noteStatus(entry.event.t, statusAfter(response))
  const fresh = entryFor(entry.event, entry.key)
  // A hidden page does not retry; another page may.
  if (platform.isVisible()) keep({ ...fresh, until: Math.max(fresh.until, askedUntil) })
  else release({ ...fresh, until: askedUntil })
  const before = health.pausedUntil
  health = afterFailure(health, {
    now: at,
    tookMs: at - sentAt,
    askedMs,
    isSilent: response === undefined,
    isOnline: platform.isOnline(),
    random: randomDecimal(),
  })
  // A platform that is never told that the network has returned must try by itself.
  if (!platform.hearsLeaving)
    health = { ...health, pausedUntil: Math.min(health.pausedUntil, at + LONGEST_PAUSE_MS) }
  mayHoldMore = true
  // The rest of the same pause. If the clock has been set back, the pause would otherwise grow to an hour.
  if (before < health.pausedUntil) wakeAt(health.pausedUntil)
}

/** Stores that the page was left while its events were in flight. If the tracker is healthy, they count as sent. */
function markInFlight() {
  const [first] = inFlight.values()
  const silentMs = first && silentSince(first.sentAt)
  if (silentMs === undefined || !platform.isOnline()) return
  // The next page then sends all unanswered events again.
  if (dropsRepeats()) return
  for (const { entry } of inFlight.values()) {
    if (isArriving(silentMs)) platform.store.remove(entry.key)
    // Not 0, which means assumed delivered; that is not known yet.
    else keep({ ...entry, silentMs: silentMs || 1 })
  }
}

/** Stores what the next page needs, because this page may be unloaded. */
export function leaveDelivery() {
  launchAll()
  markInFlight()
  for (const entry of [...entries.values()])
    if (!isUnderWay(entry)) release({ ...entry, until: askedUntil })
}

/** Erases every event, in memory and in storage, because the shopper refused consent. */
export function eraseDelivery() {
  for (const { event } of entries.values())
    platform.noteStatus(event.t, { state: 'dropped', reason: 'consent denied' })
  abortAll()
  entries.clear()
  undecided = undefined
  cancelWake()
  isStopped = true
  platform.store.erase()
}

/** Stops sending. The next page takes over unanswered events. */
export function stopDelivery() {
  launchAll()
  isStopped = true
  cancelWake()
}

/** Starts sending. */
export const startDelivery = () => {
  flightHooks.onEnd = settle
}
