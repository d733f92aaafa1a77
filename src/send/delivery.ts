import { type Cancel, now, schedule } from '../browser/clock'
import { followGate, isGateOpen } from '../browser/consent-gate'
import { hooks } from '../browser/hooks'
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
  hasAnsweredSince,
  isArriving,
  noteAnswer,
  noteFailure,
  rememberDropsRepeats,
  silentSince,
} from './last-response'
import { claimLeftOvers } from './left-overs'
import {
  afterAnswer,
  afterFailure,
  type Health,
  LONGEST_PAUSE_MS,
  type Outcome,
  ownPauseMs,
  retryAfterMs,
  statusAfter,
  unknownHealth,
} from './outcome'
import { platform } from './platform'
import { entries, entryFor, forget, keep, release } from './queue'
import { byWorth, MAX_PROBES, probesAmong, type QueueEntry } from './queue-entry'
import { canFetch, fetchPixel, tracker } from './transport'

/*
 * Decides what is sent and when: new events at once, failed events again after growing pauses, and the events that earlier pages and closed
 * tabs left. A failure belongs to its event if other events are answered meanwhile; the tracker is down only if everything fails. More than
 * 150 lines because every way to send checks the same gate, health, pause and capacity.
 */

let health: Health = unknownHealth
/** No requests before this time (ms), because the tracker asked for a pause. */
let askedUntil = 0
/** Whether the store may hold events that no page is sending. */
let mayHoldMore = false
/** When the waiting events were last gone through (ms). What was not due then needs a timer, even if its pause has ended since. */
let lookedAt = 0
/** When the next lease of another page ends (ms). */
let leaseEndsAt = Number.POSITIVE_INFINITY
let isClaiming = false
/** Whether the first try of this page failed. */
let hasBegunBadly = false
/** Whether the store is open, or is known to be missing. */
let isStoreReady = false
let isStopped = false
/** Whether requests in flight are stored as left with this page, so that any page may take over their events. */
let isMarked = false
/** Whether a way of sending that works is being looked for. */
let isMending = false
let cancelWake: Cancel = () => {}
let preparing: Promise<unknown> | undefined

/** The failed tries of an event of this page. */
interface Failures {
  readonly count: number
  readonly lastAt: number
  /** When the event is tried again (ms), if only it was refused; otherwise 0. */
  readonly retryAt: number
}

const failures = new Map<string, Failures>()

/** When the pause that the tracker asked for ends (ms); 0 if there is none. */
const askedPause = () => (askedUntil > now() ? askedUntil : 0)

const isTooLong = ({ size }: QueueEntry) => size > settings.maxUrlBytes

/** Whether an event's own pause was over at the last look. A clock that was set back does not make it longer. */
function isDue({ key }: QueueEntry): boolean {
  const waitMs = (failures.get(key)?.retryAt ?? 0) - lookedAt
  return waitMs <= 0 || waitMs > LONGEST_PAUSE_MS
}

/** Requests the recovery part, once. When loaded, it calls {@link sendWaiting}. */
function prepare() {
  preparing ??= hooks.prepare?.() ?? Promise.resolve()
  return preparing
}

/** Whether no request is possible until the recovery part provides another transport. */
const lacksTransport = () => platform.transport === fetchPixel && !canFetch()

/** Adds an event to the queue and sends it in a separate task. Without consent, nothing happens to it. */
export function sendEvent(event: TrackerEvent) {
  if (!isGateOpen()) return
  platform.noteStatus(event.t, { state: 'queued', event })
  const entry = marked(entryFor(event))
  keep(entry)
  const isWell = health.failures === 0 && health.pausedUntil === 0
  const mayTry = (isWell || mayDiffer(entry)) && !isMending
  if (!mayTry || isTooLong(entry) || lacksTransport()) sendWaiting()
  // The others are sent when a response makes room.
  else if (countUnderWay() < MAX_IN_FLIGHT) launchSoon(entry)
}

/**
 * Whether a new event may arrive although others failed: only one has, or those that have are of other actions or much longer. It is then
 * tried at once, because nothing shows that the tracker is down. A pause that the tracker asked for, and one without end, hold.
 */
function mayDiffer({ size, event: { action } }: QueueEntry): boolean {
  if (askedUntil > now() || health.pausedUntil === Number.POSITIVE_INFINITY) return false
  const failed = [...failures.keys()].flatMap((key) => entries.get(key) ?? [])
  return (
    failed.length < 2 || failed.every((one) => one.event.action !== action || one.size > 2 * size)
  )
}

/** Keeps the queue within its limits: splits events that are too long, and drops the least valuable ones if there are too many. */
function trimQueue() {
  const { shorten, overflow } = hooks
  for (const entry of [...entries.values()]) {
    if (!isTooLong(entry) || isUnderWay(entry)) continue
    if (shorten) shorten(entry)
    // The event waits until the recovery part is loaded.
    else void prepare()
  }
  for (const entry of overflow?.([...entries.values()].filter(isWaiting)) ?? [])
    finish(entry, { state: 'dropped', reason: 'the queue is full' })
}

const isWaiting = (entry: QueueEntry) => !isUnderWay(entry)

/**
 * Sends the waiting events that are due. While everything fails, these are only a few that show whether the tracker is down. A hidden page
 * sends none, because it may be about to close, or be one of many.
 */
export function sendWaiting() {
  if (isStopped || !isGateOpen()) return
  trimQueue()
  if (health.pausedUntil > 0 || isMending || !platform.isVisible()) return
  if (lacksTransport()) return void prepare()
  const isFailing = health.failures > 0
  const room = (isFailing ? MAX_PROBES : MAX_IN_FLIGHT) - countUnderWay()
  lookedAt = now()
  const due = [...entries.values()].filter(
    (entry) => isWaiting(entry) && !isTooLong(entry) && isDue(entry),
  )
  const chosen = isFailing
    ? probesAmong(due, ({ key }) => failures.get(key)?.count ?? 0)
    : due.sort(byWorth)
  for (const entry of chosen.slice(0, Math.max(room, 0))) launchSoon(renewed(entry))
  claimWaiting(room - chosen.length)
  planWake()
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
  const fresh = marked(entryFor(entry.event, entry.key, entry.refused))
  keep(fresh)
  return fresh
}

/**
 * Claims events that earlier pages and closed tabs left. Before the first response and while everything fails, it claims only those that
 * show whether the tracker is up.
 *
 * @param room - How many more requests may be in flight.
 */
function claimWaiting(room: number) {
  const isUp = health.hasAnswered && health.failures === 0
  const isIdle = isUp ? room >= MAX_IN_FLIGHT / 2 : health.failures > 0 || room === MAX_IN_FLIGHT
  // Claiming is limited because each claim reads the whole store.
  if (!isStoreReady || !mayHoldMore || isClaiming || !isIdle) return
  isClaiming = true
  mayHoldMore = false
  claimLeftOvers(isUp ? room : 0, isArrivingHere, ({ claimed, isMore, nextAt }) => {
    isClaiming = false
    // In the meantime, the events were erased or delivery has ended.
    if (isStopped || !isGateOpen()) return entries.clear()
    mayHoldMore ||= isMore
    leaseEndsAt = nextAt
    // The first response may have come while the store was read, and decides about events that pages left in flight.
    if (claimed > 0 || mayHoldMore) sendWaiting()
    else planWake()
  })
}

/** While the tracker fails, or if this page's first request failed, events that earlier pages had in flight count as not received. */
const isArrivingHere = (silentMs: number) =>
  health.failures > 0 || hasBegunBadly || dropsRepeats() ? false : isArriving(silentMs)

/** Sets one timer for the end of the next pause: that of the tracker, of an event, or of another page's lease. */
function planWake() {
  cancelWake()
  const { pausedUntil } = health
  const own = [...failures.values()].flatMap(({ retryAt }) =>
    retryAt > lookedAt && retryAt <= now() + LONGEST_PAUSE_MS ? retryAt : [],
  )
  const at = pausedUntil || Math.min(leaseEndsAt, ...own)
  // Only a pause that the tracker asked for is so long. Otherwise, the clock has been set back since the pause began.
  const isOver = pausedUntil - Math.max(askedUntil, now()) > 2 * LONGEST_PAUSE_MS
  if (at < Number.POSITIVE_INFINITY && !isStopped && isGateOpen())
    cancelWake = schedule(wake, isOver ? 0 : at - now())
}

/** A pause is over. If the clock has been set back, it would otherwise grow to an hour. */
function wake() {
  health = { ...health, pausedUntil: 0 }
  askedUntil = 0
  if (leaseEndsAt < Number.POSITIVE_INFINITY) mayHoldMore = true
  leaseEndsAt = Number.POSITIVE_INFINITY
  sendWaiting()
}

/** Tries at once, whatever pause there was. Called when the store is open, the page is back or the network has returned. */
export function resumeDelivery() {
  isStoreReady = true
  mayHoldMore = true
  takeBackInFlight()
  wake()
}

/** The page has not been left, only hidden: what is in flight is its own again. */
function takeBackInFlight() {
  if (isMarked)
    for (const { entry } of inFlight.values()) keep(entryFor(entry.event, entry.key, entry.refused))
  isMarked = false
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
  const isAnswered = status.state !== 'retrying'
  if (isAnswered) noteAnswer(sentAt)
  // The event was erased in the meantime, because consent was denied.
  if (!entries.has(entry.key)) return
  if (!isAnswered) {
    retry(outcome)
    return
  }
  if (response?.headers?.get('svc-drops-repeats') === '1') rememberDropsRepeats()
  finish(entry, status)
  onResponse()
}

function onResponse() {
  mayHoldMore ||= !health.hasAnswered
  const wasWell = health.hasAnswered && health.failures === 0
  health = afterAnswer(askedPause())
  // Going through all waiting events takes time, so it is done when half of the connections are free.
  if (!wasWell || countUnderWay() < MAX_IN_FLIGHT / 2) sendWaiting()
}

/** Removes an event with its last status. */
export function finish({ key, event }: QueueEntry, status: EventStatus) {
  failures.delete(key)
  forget(key)
  // The `t` is not sliced from the key: the slice would keep the key in memory as long as the history keeps the note.
  platform.noteStatus(event.t, status)
}

/** Handles a failed try: the event waits by its own pauses if others were answered meanwhile, and otherwise with all others. */
function retry(outcome: Outcome): void {
  const { entry, sentAt, response } = outcome
  const { key, event, refused: before = 0 } = entry
  const at = now()
  const { count = 0, lastAt = sentAt } = failures.get(key) ?? {}
  const isOwn = before > 0 || hasAnsweredSince(lastAt)
  const refused = isOwn ? before + 1 : 0
  const retryAt = isOwn ? at + ownPauseMs(refused, randomDecimal()) : 0
  const askedMs = retryAfterMs(response?.headers?.get('retry-after') ?? null, at)
  const asked = askedMs && at + askedMs
  askedUntil = Math.max(askedUntil, asked)
  platform.noteStatus(event.t, statusAfter(response, refused))
  failures.set(key, { count: count + 1, lastAt: at, retryAt })
  holdUntil(Math.max(askedUntil, retryAt), entryFor(event, key, refused))
  void prepare()
  mayHoldMore = true
  if (isOwn) health = { ...health, pausedUntil: Math.max(health.pausedUntil, asked) }
  else pause(outcome, askedMs)
  planWake()
}

/** Keeps a failed event for its next try. A hidden page does not retry; another page may. */
function holdUntil(at: number, entry: QueueEntry) {
  if (platform.isVisible()) keep({ ...entry, until: Math.max(entry.until, at) })
  else handOver({ ...entry, until: at })
}

/** Everything fails, so all sending pauses. */
function pause({ sentAt, response }: Outcome, askedMs: number) {
  const at = now()
  const isOnline = platform.isOnline()
  const isSilent = response === undefined
  const { hasAnswered } = health
  noteFailure()
  hasBegunBadly ||= !hasAnswered
  const failure = { now: at, tookMs: at - sentAt, askedMs, isSilent, isOnline }
  health = afterFailure(health, { ...failure, random: randomDecimal() })
  // A platform that is never told that the network has returned must try by itself.
  if (!platform.hearsLeaving)
    health = { ...health, pausedUntil: Math.min(health.pausedUntil, at + LONGEST_PAUSE_MS) }
  if (isSilent && isOnline && !hasAnswered) mend()
}

/** Leaves an event to any page that claims it after this lease. */
function handOver(entry: QueueEntry) {
  failures.delete(entry.key)
  release(entry)
}

/** Looks for a way of sending that works. Until it is found, nothing is sent, because it would fail in the same way. */
function mend() {
  if (isMending) return
  isMending = true
  const { transport } = platform
  const { hasCors } = tracker
  const end = () => {
    isMending = false
    // The pause was for the way of sending that failed.
    if (platform.transport !== transport || tracker.hasCors !== hasCors)
      health = { ...health, pausedUntil: askedPause() }
    sendWaiting()
  }
  prepare()
    .then(() => hooks.mendTransport?.(() => health.hasAnswered))
    .then(end, end)
}

/** Stores that the page was left while its events were in flight. If the tracker is healthy, they count as sent. */
function markInFlight() {
  const [first] = inFlight.values()
  const silentMs = first && silentSince(first.sentAt)
  if (silentMs === undefined || !platform.isOnline()) return
  // The next page then sends all unanswered events again.
  if (dropsRepeats()) return
  isMarked = true
  for (const { entry } of inFlight.values()) leaveInFlight(entry, silentMs)
}

function leaveInFlight(entry: QueueEntry, silentMs: number) {
  // What was refused before is likely to be refused again.
  if (entry.refused) keep({ ...entry, until: 0 })
  else if (isArriving(silentMs)) platform.store.remove(entry.key)
  // Not 0, which means assumed delivered; that is not known yet.
  else keep({ ...entry, silentMs: silentMs || 1 })
}

/** Stores what the next page needs, because this page may be unloaded. */
export function leaveDelivery() {
  launchAll()
  markInFlight()
  for (const entry of [...entries.values()])
    if (!isUnderWay(entry))
      handOver({ ...entry, until: Math.max(askedUntil, failures.get(entry.key)?.retryAt ?? 0) })
}

/** Erases every event, in memory and in storage, because the shopper refused consent. */
function eraseDelivery() {
  for (const { event } of entries.values())
    platform.noteStatus(event.t, { state: 'dropped', reason: 'consent denied' })
  abortAll()
  entries.clear()
  failures.clear()
  platform.store.erase()
}

/** Stops sending. The next page takes over unanswered events. */
export function stopDelivery() {
  launchAll()
  isStopped = true
  cancelWake()
}

/** Sends as long as the consent gate is open. */
export const startDelivery = () => {
  flightHooks.onEnd = settle
  followGate({ onClose: () => cancelWake(), onErase: eraseDelivery })
}
