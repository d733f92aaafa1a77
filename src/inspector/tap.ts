import type { EventTime, Timestamp } from '../brand'
import type { Action, Fact, ListContext, Origin, Step, TrackerEvent } from '../events'

/** One thing that the tag saw, and what became of it. */
export interface LedgerEntry {
  /** Counts what the tag saw on this page, from 1; 0 for a tile that waits to be seen. */
  readonly id: number
  readonly at: Timestamp
  /** `undefined` when it was seen and deliberately not counted. */
  readonly t: EventTime | undefined
  readonly action: Action | undefined
  /** What was seen, before page, visit and visitor were known. */
  readonly data: Fact['data'] | undefined
  /** What is sent, once that is known: of impressions the whole batch. */
  readonly event: TrackerEvent | undefined
  /** Where on the page; `undefined` when it was not an element, or the element has gone. */
  readonly element: Element | undefined
  /** The list it belongs to. */
  readonly list: ListContext | undefined
  readonly state: Step['state'] | 'ignored'
  readonly reason: string | undefined
  /** The event that this one became part of. */
  readonly into: EventTime | undefined
  /** What the last try was answered. */
  readonly answer: string | undefined
  /** Tries that failed. */
  readonly tries: number
  /** All that became of it, oldest first. */
  readonly trail: readonly LedgerStep[]
}

export interface LedgerStep {
  readonly at: Timestamp
  readonly state: Step['state']
  readonly reason?: string
  readonly answer?: string
  readonly into?: EventTime
}

/** Remembers the last things that the tag saw. */
export interface Tap {
  readonly seen: (t: EventTime, fact: Fact, origin: Origin) => void
  readonly step: (t: EventTime, step: Step) => void
  readonly ignored: (reason: string, origin: Origin & { readonly action?: Action }) => void
  /** Oldest first. */
  readonly entries: () => readonly LedgerEntry[]
  /** The same, and after it the tiles that wait to be seen. */
  readonly explain: () => readonly LedgerEntry[]
  /** Calls one listener, which must not throw, after every change; the next call replaces it, or ends it. */
  readonly watch: (onChange?: () => void) => void
}

/** Enough to look back over a page, and more than can wait for consent: what made room is still here. A bound for the shop's memory. */
const CAPACITY = 400

type Line = Partial<LedgerEntry> & { readonly find?: () => Element | undefined }

/** Elements are held weakly, so that looking back never keeps a list alive that the page has thrown away. */
function weakly(element: Element | undefined): () => Element | undefined {
  if (!element || typeof WeakRef !== 'function') return () => undefined
  const reference = new WeakRef(element)
  return () => reference.deref()
}

export interface TapDeps {
  readonly now: () => Timestamp
  /** The list that an element belongs to at this moment. */
  readonly listOf: (element: Element) => ListContext | undefined
  /** Tiles that wait to be seen, each with what they wait for. */
  readonly unseen: () => readonly (readonly [tile: Element, reason: string])[] | undefined
}

const entryOf = ({ find, trail = [], ...line }: Line) =>
  ({
    element: find?.(),
    ...line,
    trail,
    tries: trail.filter(({ state }) => state === 'tried').length,
  }) as LedgerEntry

/** Starts empty. */
export function createTap({ now, listOf, unseen }: TapDeps): Tap {
  const lines = new Map<EventTime | number, Line>()
  let count = 0
  let tell: (() => void) | undefined

  function add(line: Line, { element, at }: Origin = {}) {
    count += 1
    lines.set(line.t ?? count, {
      id: count,
      at: at ?? now(),
      find: weakly(element),
      list: element && listOf(element),
      ...line,
    })
    for (const oldest of lines.keys()) {
      if (lines.size <= CAPACITY) break
      lines.delete(oldest)
    }
    tell?.()
  }

  const entries = () => [...lines.values()].map(entryOf)

  return {
    seen: (t, { action, data }, origin) => add({ t, action, data, state: 'queued' }, origin),
    ignored: (reason, origin) => add({ reason, action: origin.action, state: 'ignored' }, origin),
    step(t, step) {
      // The further parts of an event that was too long are seen here first; so is the loss of what an earlier page left.
      const { event, reason } = step as { event?: TrackerEvent; reason?: string }
      if (!lines.has(t) && (event ?? reason)) add({ t, action: event?.action })
      const line = lines.get(t)
      if (!line) return
      const trail = [...(line.trail ?? []), { ...step, event: undefined, at: now() }]
      lines.set(t, { ...line, reason: undefined, ...step, trail })
      tell?.()
    },
    entries,
    explain: () => [
      ...entries(),
      ...(unseen() ?? []).map(([element, reason]) =>
        entryOf({
          id: 0,
          at: now(),
          action: 'PRODUCT_IMPRESSIONS',
          element,
          list: listOf(element),
          state: 'held',
          reason,
        }),
      ),
    ],
    watch(onChange) {
      tell = onChange
    },
  }
}
