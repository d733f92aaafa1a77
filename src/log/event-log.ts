import { now } from '../browser/clock'
import { attempt, guard, warnOnce } from '../browser/guard'
import { hooks } from '../browser/hooks'
import { settings } from '../settings/read-settings'
import type {
  Action,
  EventId,
  EventStatus,
  Ignore,
  RawEvent,
  Timestamp,
} from '../wire/tracker-event'

/** Kinds of the page are strings, so that a page cannot listen to the notes of the log, which only parts receive. */
type Kind = string | typeof NOTE

export const NOTE = 0

interface Listener {
  readonly kind: Kind
  readonly call: (detail: never) => void
}

const listeners = new Set<Listener>()

/** Adds a guarded listener of the page or of a part. Returns the function that removes it. */
export function addListener<Detail>(kind: Kind, listener: (detail: Detail) => void): () => void {
  const entry: Listener = { kind, call: guard(listener) }
  listeners.add(entry)
  return () => {
    listeners.delete(entry)
  }
}

/** Calls the listeners of a kind. */
export function emit(kind: Kind, detail: unknown) {
  for (const listener of listeners) if (listener.kind === kind) listener.call(detail as never)
}

/*
 * Records everything that the tag noticed and its outcome, as it happens. The calls part turns
 * these notes into the entries of `svc.explain()`.
 */

/** Something that was seen: an event with its `t`, or something deliberately not counted, with the reason. */
export interface Observation {
  readonly kind: 'seen'
  readonly at: Timestamp
  readonly t: EventId | undefined
  readonly action: Action | undefined
  readonly data: RawEvent['data'] | undefined
  readonly reason: string | undefined
  /** Weak, so that the log does not keep elements alive that the page has removed. */
  readonly element: WeakRef<Element> | undefined
}

/** A new status of an event. */
export interface StatusChange {
  readonly kind: 'status'
  readonly at: Timestamp
  readonly t: EventId
  readonly status: EventStatus
}

export type LogNote = Observation | StatusChange

/** Enough notes for about 250 events with their statuses, at half a kilobyte each. Bounds the page's memory. */
const CAPACITY = 750

/** The notes, oldest first. */
export const notes: LogNote[] = []

/** Calls back for each new note. Returns the function that ends it. */
export const onNote = (handler: (note: LogNote) => void): (() => void) => addListener(NOTE, handler)

function add(note: LogNote) {
  notes.push(note)
  if (notes.length > CAPACITY) notes.shift()
  emit(NOTE, note)
}

function addObservation(
  { t, action, data, reason }: Partial<Observation>,
  { element, at = now() }: Parameters<Ignore>[1] = {},
) {
  const reference = element && attempt(() => new WeakRef(element))
  add({ kind: 'seen', at, t, action, data, reason, element: reference })
}

/** Notes an event that was recorded. */
export const noteEvent = (t: EventId, { action, data }: RawEvent, source?: Parameters<Ignore>[1]) =>
  addObservation({ t, action, data }, source)

/** Notes an event's new status, and calls the page's listeners. */
export function noteStatus(t: EventId, status: EventStatus) {
  add({ kind: 'status', at: now(), t, status })
  const { state, ...detail } = status
  emit(state, { t, ...detail })
}

/** Notes that something was seen but not counted, and warns on the console, because a mistake in the page loses an event. */
export const reject: Ignore = (reason, source) => {
  addObservation({ reason, action: source?.action }, source)
  const { element } = source ?? {}
  const tag = element && attempt(() => (element.cloneNode() as Element).outerHTML)
  warnOnce(hooks.phrase?.(reason) ?? reason, ...(tag ? [tag] : []))
}

/** Notes that something was seen but not counted; with the setting `debug`, also on the console. */
export const ignore: Ignore = (reason, source) =>
  settings.debug
    ? reject(reason, source)
    : addObservation({ reason, action: source?.action }, source)
