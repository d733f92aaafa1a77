import { type LogNote, notes, type Observation } from '../../log/event-log'
import { getOwn } from '../../wire/fields'
import type { ListContext } from '../../wire/list-and-order'
import type {
  Action,
  EventId,
  EventStatus,
  RawEvent,
  Timestamp,
  TrackerEvent,
} from '../../wire/tracker-event'

/** One thing that the tag noticed, and its outcome. */
export interface EventLogEntry {
  /** A running number on this page, from 1; 0 for tiles that wait to be seen or for their batch. */
  readonly id: number
  readonly at: Timestamp
  /** `undefined` if it was seen and deliberately not counted. */
  readonly t: EventId | undefined
  /** `undefined` only if there is no single action: a server's block that cannot be read, or an unknown action. */
  readonly action: Action | undefined
  /** The raw data, before page, visit and visitor were known. */
  readonly data: RawEvent['data'] | undefined
  /** `agent` if a browser agent caused it; `undefined` for people. */
  readonly actor: 'agent' | undefined
  /** The event as sent, once it is complete. */
  readonly event: TrackerEvent | undefined
  /** The element on the page; `undefined` if there was none, or if it has been removed. */
  readonly element: Element | undefined
  /** The list that now contains the element; `undefined` if the element has left the page. */
  readonly list: ListContext | undefined
  readonly state: EventStatus['state'] | 'ignored'
  readonly reason: string | undefined
  /** The response to the last try. */
  readonly answer: string | undefined
  /** Number of failed tries. */
  readonly tries: number
  /** All its statuses, oldest first. */
  readonly trail: readonly EventLogStep[]
}

/** One status of an event. */
export interface EventLogStep {
  readonly at: Timestamp
  readonly state: EventStatus['state']
  readonly reason?: string
  readonly answer?: string
}

/**
 * The number of entries returned. It is larger than the number of events that may wait for consent,
 * so that the first dropped one is included.
 */
const CAPACITY = 250

/** Numbers everything that was noticed on this page, including discarded notes. */
const ids = new WeakMap<LogNote, number>()
let lastId = 0

function idOf(note: LogNote): number {
  const id = ids.get(note) ?? ++lastId
  ids.set(note, id)
  return id
}

type Draft = { -readonly [Name in keyof EventLogEntry]: EventLogEntry[Name] } & {
  trail: EventLogStep[]
}

const draftOf = (note: LogNote, seen?: Observation): Draft => ({
  id: idOf(note),
  at: note.at,
  t: note.t,
  action: seen?.action,
  data: seen?.data,
  actor: getOwn(seen?.data, 'actor') as EventLogEntry['actor'],
  event: undefined,
  element: seen?.element?.deref(),
  list: undefined,
  state: seen && !seen.t ? 'ignored' : 'queued',
  reason: seen?.reason,
  answer: undefined,
  tries: 0,
  trail: [],
})

function apply(draft: Draft, status: EventStatus, at: Timestamp) {
  const { event, reason, answer } = status as {
    event?: TrackerEvent
    reason?: string
    answer?: string
  }
  draft.state = status.state
  draft.event = event ?? draft.event
  draft.action ??= event?.action
  draft.reason = reason
  draft.answer = answer ?? draft.answer
  if (status.state === 'retrying') draft.tries += 1
  draft.trail.push({
    at,
    state: status.state,
    ...(reason && { reason }),
    ...(answer && { answer }),
  })
}

/** Turns notes into entries, oldest first. */
export function entriesFrom(given: readonly LogNote[]): readonly EventLogEntry[] {
  const drafts = new Map<EventId | LogNote, Draft>()
  for (const note of given) {
    if (note.kind === 'seen') drafts.set(note.t ?? note, draftOf(note, note))
    else {
      // Further parts of a split event, and events from an earlier page, have no note of their own.
      const draft = drafts.get(note.t) ?? draftOf(note)
      drafts.set(note.t, draft)
      apply(draft, note.status, note.at)
    }
  }
  return [...drafts.values()].slice(-CAPACITY)
}

/** The last 250 things that the tag noticed, oldest first. */
export const loggedEntries = (): readonly EventLogEntry[] => entriesFrom(notes)
