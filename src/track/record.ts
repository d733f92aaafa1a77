import { microtask, schedule } from '../browser/clock'
import { hooks } from '../browser/hooks'
import { emit, ignore, noteEvent, noteStatus } from '../log/event-log'
import { settings } from '../settings/read-settings'
import { consentState } from '../visitor/consent'
import { beginVisit, currentVisitor } from '../visitor/visitor'
import { getOwn } from '../wire/fields'
import { scrubText } from '../wire/scrub-url'
import type {
  EventContext,
  EventId,
  EventSource,
  PageContext,
  RawEvent,
  Report,
  Timestamp,
  TrackerEvent,
  VisitorFields,
} from '../wire/tracker-event'
import { newEventId, nextNumber } from './event-id'
import { pageContext } from './page-context'

/*
 * Adds the page, visit and visitor to each raw event, and passes it to the sender. More than 150
 * lines because each way in and out holds, releases or drops the same waiting events.
 */

declare const __VERSION__: string

/** A raw event with the time and page of the moment. */
interface PendingEvent {
  readonly event: RawEvent
  readonly t: EventId
  readonly page: PageContext
  readonly isNew?: EventSource['isNew']
}

/** Why an order is not counted. */
export const REPEATED = 'this order was counted before'

/**
 * Events recorded in one task. A thousand events in one loop are spread over several tasks, to
 * avoid a long one; until then they are only in memory.
 */
const PER_TASK = 64

/** More events than a shopper causes before answering a consent banner; limits the memory used. */
const CAPACITY = 200

let pending: PendingEvent[] = []

/** Stamped before the first event that waits for a visit, so that the visitor event is older. */
let pendingVisitor: PendingEvent | undefined

/** Events passed on in this task. */
let inTask = 0
let cancelTurn: (() => void) | undefined

/** Why nothing is recorded: the browser is a robot, or the tag was stopped. */
let blockedReason = ''

/** Records nothing from now on. The reason appears in the event log. */
export const blockRecording = (reason: string) => {
  blockedReason = reason
}

let preferred: readonly unknown[] = []

/** Sets the actions that only the dataLayer reports, as the shop wishes; markup then does not report them. */
export const preferDataLayer = (actions: typeof preferred) => {
  preferred = actions
}

const visitorEvent: RawEvent = { action: 'visitor', data: {} }

let replayed: EventContext | undefined

/** Runs a deferred task with the time and page of the moment it was deferred. */
export function replay(context: EventContext, task: () => void) {
  replayed = context
  try {
    task()
  } finally {
    replayed = undefined
  }
}

function stamp(event: RawEvent, source?: EventSource, t?: EventId): PendingEvent {
  const { at, page = pageContext() } = { ...source, ...replayed }
  return { event: hooks.markActor?.(event) ?? event, t: t ?? newEventId(at), page }
}

function complete({ event, t, page }: PendingEvent, { uid, ...visit }: VisitorFields) {
  const sender = { ver: `svc-tag/${__VERSION__}`, seq: nextNumber() }
  const data = { ...event.data, ...page, ...visit, ...sender }
  const stamped = { action: event.action, uid, t, data } as TrackerEvent
  const completed = hooks.complete?.(stamped) ?? stamped
  emit('event', completed)
  hooks.deliver?.(hooks.filter?.(completed) ?? completed)
}

function release(visitor: VisitorFields, count = PER_TASK - inTask) {
  const released = pending.splice(0, count)
  pendingVisitor = undefined
  if (!inTask)
    microtask(() => {
      inTask = 0
    })
  inTask += released.length
  cancelTurn?.()
  cancelTurn = undefined
  if (pending.length > 0) waitForTurn()
  for (const event of released)
    if (event.isNew?.() ?? true) complete(event, visitor)
    else noteStatus(event.t, { state: 'dropped', reason: REPEATED })
}

function waitForTurn() {
  cancelTurn ??= schedule(() => {
    cancelTurn = undefined
    resumeRecording()
  }, 0)
}

/**
 * Passes on the waiting events, because consent was given, the cookie is there or the shopper is back. Begins a visit if there is none.
 *
 * @param isLeaving - Whether the page is being left, so that everything is passed on at once.
 */
export function resumeRecording(isLeaving = false) {
  if (blockedReason || consentState() === 'denied') return
  const count = isLeaving ? Number.POSITIVE_INFINITY : undefined
  const visitor = currentVisitor()
  if (visitor) return release(visitor, count)

  // Before the wait for other tabs, whose events must not be older than the visitor.
  const first = pendingVisitor ?? stamp(visitorEvent)
  beginVisit(isLeaving, (begun) => {
    if (begun) {
      noteEvent(first.t, first.event, { at: Number.parseInt(first.t, 10) as Timestamp })
      pending.unshift(first)
    }
    const known = begun ?? currentVisitor()
    if (known) release(known, count)
  })
}

function hold({ t }: PendingEvent) {
  const reason = consentState() === 'hold' ? 'consent is on hold' : 'no user id yet'
  noteStatus(t, { state: 'held', reason })
  const oldest = pending.length > CAPACITY && pending.shift()
  if (oldest) noteStatus(oldest.t, { state: 'dropped', reason: `too many waited: ${reason}` })
}

function scrubbed(event: RawEvent): RawEvent {
  const query = getOwn(event.data, 'query')
  return settings.scrubSearch && typeof query === 'string'
    ? ({ ...event, data: { ...event.data, query: scrubText(query) } } as RawEvent)
    : event
}

/** Records an event that markup reports, unless the dataLayer does. */
export const record: Report = (event, source) =>
  preferred.includes(event.action)
    ? ignore('the dataLayer reports it', { ...source, action: event.action })
    : recordHandedOver(event, source)

/**
 * Records an event: stamps it now, completes it when the visitor is known, and passes it to the sender.
 *
 * @returns `true`; `undefined` if the event is not recorded.
 */
export const recordHandedOver: Report = (raw, source = {}) => {
  const reason = blockedReason || (consentState() === 'denied' && 'consent denied')
  if (reason) return ignore(reason, { ...source, action: raw.action })

  const isTurn = inTask < PER_TASK
  const visitor = isTurn ? currentVisitor() : undefined
  if (isTurn && !visitor) pendingVisitor ??= stamp(visitorEvent, source)
  const event = { ...stamp(scrubbed(raw), source, source.t), isNew: source.isNew }
  noteEvent(event.t, event.event, source)
  pending.push(event)
  if (visitor) release(visitor)
  else if (!isTurn) waitForTurn()
  else {
    hold(event)
    resumeRecording()
  }
  return true
}

/** Passes on everything whose visitor is known, because the visitor is about to change or the page asks for it. */
export function flushRecording() {
  const visitor = currentVisitor()
  if (visitor) release(visitor, Number.POSITIVE_INFINITY)
}

/** Drops the pending events. */
export function clearRecording(reason: string) {
  for (const { t } of pending) noteStatus(t, { state: 'dropped', reason })
  pending = []
  pendingVisitor = undefined
  cancelTurn?.()
  cancelTurn = undefined
}
