import { debounced, microtask, now, schedule } from '../browser/clock'
import { attempt, guard } from '../browser/guard'
import { openPart } from '../browser/load-part'
import { isOnline, isVisible } from '../browser/visibility'
import { noteStatus } from '../log/event-log'
import { settings } from '../settings/read-settings'
import type { EventStatus } from '../wire/event-status'
import type { TrackerEvent } from '../wire/tracker-event'
import { rememberDropsRepeats } from './drops-repeats'
import { entries, eraseJournal, forget, keep } from './journal'
import { type JournalEntry, keyOf } from './journal-entry'
import { noteResponse } from './last-response'
import { canFetch, requestPixel, urlOf } from './request'
import { statusAfter } from './response-status'

/*
 * Sends what goes well. At the first trouble the recovery part, fetched then, takes over; until it is there events wait in the journal.
 * More than 150 lines: sending, the hand-over and the end of all share what is ready and what is in flight.
 */

/** An event in flight. */
export interface Flight {
  readonly entry: JournalEntry
  readonly sentAt: number
  readonly abort: () => void
}

/** How a request ended: the response, or nothing. */
export interface Failure {
  readonly entry: JournalEntry
  readonly sentAt: number
  readonly response: Response | undefined
}

/** The recovery part, once it is there: it decides what is sent when. */
export interface Recovery {
  /** Takes an event that is in the journal. */
  readonly accept: (entry: JournalEntry) => void
  readonly onFailure: (failure: Failure) => void
  readonly onAnswer: () => void
  /** Until when the tracker asked to be left alone (ms). */
  readonly askedUntil: () => number
  /** The page may be gone a moment later. */
  readonly leave: () => void
  /** Tries at once, whatever pause there was. */
  readonly resume: () => void
  readonly stop: () => void
}

/** A request costs the main thread up to half a millisecond: so many are no long task. */
const PER_TASK = 16

/** Shared with the page's other scripts: Chromium refuses above 256 requests, or about 512 KiB of URLs, in flight. */
export const MAX_IN_FLIGHT = 64
const MAX_CHARACTERS = 262_144

/** Longer than a request may take; a hidden page may learn that only a minute later. */
const LEASE_MS = 15_000
const HIDDEN_LEASE_MS = 90_000

const TIME_LIMIT_MS = 10_000

/** Events in flight, in the order of their launch. */
export const inFlight = new Map<string, Flight>()
let ready: JournalEntry[] = []
const launching = debounced(
  () => launchReady(PER_TASK),
  (task) => schedule(task, 0),
)

/** Failures until the recovery part is there. */
const failures: Failure[] = []
/** The recovery part, once it is there. */
export let recovery: Recovery | undefined
let isTroubled = false

const leaseEnd = (): number => now() + (isVisible() ? LEASE_MS : HIDDEN_LEASE_MS)

/** Fetches the recovery part, once. It calls {@link useRecovery}. */
export function callRecovery() {
  if (isTroubled) return
  isTroubled = true
  void openPart('svc-recovery.js').then(() => {
    // It did not come: a later page tries again.
    if (!recovery) isTroubled = false
  })
}

/** Hands over to the recovery part. Returns what failed until now. */
export function useRecovery(part: Recovery): readonly Failure[] {
  recovery = part
  return failures.splice(0)
}

const carriesTooMuch = ({ size }: JournalEntry): boolean =>
  inFlight.size >= MAX_IN_FLIGHT ||
  [...inFlight.values()].reduce((sum, { entry }) => sum + entry.size, size) > MAX_CHARACTERS

/** The journal's entry of an event, with a lease from now on. */
export const entryFor = (event: TrackerEvent): JournalEntry => ({
  v: 1,
  key: keyOf(event),
  event,
  size: urlOf(event).length,
  until: leaseEnd(),
})

/** Keeps an event in the journal and sends it in a task of its own. */
export function sendEvent(event: TrackerEvent) {
  noteStatus(event.t, { state: 'queued', event })
  const entry = entryFor(event)
  keep(entry)
  const isHard =
    entry.size > settings.maxUrlBytes || entries.size > MAX_IN_FLIGHT || !isOnline() || !canFetch()
  if (isHard) callRecovery()
  if (recovery) recovery.accept(entry)
  else if (!isTroubled) launchSoon(entry)
}

/** Sends an event that is in the journal in a task of its own, at once when the page is left. */
export function launchSoon(entry: JournalEntry) {
  ready.push(entry)
  if (isVisible()) launching.start()
  else if (ready.length === 1) microtask(() => launchReady(Number.POSITIVE_INFINITY))
}

function launchReady(count: number) {
  launching.cancel()
  for (const entry of ready.splice(0, count)) {
    if (carriesTooMuch(entry)) callRecovery()
    else if (entries.has(entry.key)) launch(entry)
  }
  if (ready.length > 0) launching.start()
}

/** Whether an event is being sent, or about to be. */
export const isUnderWay = ({ key }: JournalEntry): boolean =>
  inFlight.has(key) || ready.some((entry) => entry.key === key)

/** Sends an event that is in the journal. `keepalive` outlives the page. */
export function launch(entry: JournalEntry, keepalive = true) {
  const sentAt = now()
  const controller = attempt(() => new AbortController())
  const cancel = schedule(() => {
    controller?.abort()
    end()
  }, TIME_LIMIT_MS)
  const abort = () => {
    cancel()
    inFlight.delete(entry.key)
    controller?.abort()
  }
  const flight: Flight = { entry, sentAt, abort }
  inFlight.set(entry.key, flight)
  const end = guard((response?: Response) => {
    cancel()
    if (inFlight.get(entry.key) !== flight) return
    inFlight.delete(entry.key)
    settle({ entry, sentAt, response })
    // Chromium keeps a request whose response nobody has read for as long as its page.
    response?.text?.().catch(() => {})
  })
  // A window that closes is told of a failure that is none: the request goes on.
  requestPixel(urlOf(entry.event), { signal: controller?.signal, keepalive }).then(
    end,
    () => window.closed || end(),
  )
}

/** Takes the end of a request. */
export function settle(failure: Failure) {
  const { entry, sentAt, response } = failure
  const status = statusAfter(response)
  noteResponse(sentAt, status.state)
  if (status.state !== 'sent') {
    if (!recovery) failures.push(failure)
    callRecovery()
    return recovery?.onFailure(failure)
  }
  if (response?.headers?.get('svc-drops-repeats') === '1') rememberDropsRepeats()
  finish(entry, status)
  recovery?.onAnswer()
}

/** Forgets an event with its last status. */
export function finish({ key, event }: JournalEntry, status: EventStatus) {
  forget(key)
  // Not cut out of the key: that would keep the key in memory, as long as the log has the note.
  noteStatus(event.t, status)
}

/** Sends at once what would be sent in a task of its own. */
export const flushSender = () => launchReady(Number.POSITIVE_INFINITY)

/** Forgets every event, here and in this browser: the shopper does not agree. */
export function eraseSender() {
  for (const { abort } of [...inFlight.values()]) abort()
  for (const { event } of entries.values())
    noteStatus(event.t, { state: 'dropped', reason: 'consent denied' })
  ready = []
  recovery?.stop()
  eraseJournal()
}

/** Ends; what is not answered is left to the next page. */
export function stopSender() {
  flushSender()
  recovery?.stop()
}
