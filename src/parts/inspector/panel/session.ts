import type { EventLogEntry } from '../../calls/event-history'
import { lossOf } from '../audit/event-rules'

/** One line of the panel: an entry of the event log, kept as long as the panel is open, across the pages of a visit. */
export interface SessionEntry extends EventLogEntry {
  /** The page on which it happened, if that is no longer this page. */
  readonly earlierPage?: string
}

/** The outcome of a line in words, by the state of its event. */
export const outcomeNames = {
  waiting: 'Waiting',
  sent: 'Sent',
  withheld: 'Withheld',
  ignored: 'Not counted',
  dropped: 'Dropped',
} as const

/** The result of a line, used for display and filtering. */
export type Outcome = keyof typeof outcomeNames

export const outcomes = Object.keys(outcomeNames) as readonly Outcome[]

export const outcomeOf = ({ state }: Pick<EventLogEntry, 'state'>): Outcome =>
  state === 'held' || state === 'queued' || state === 'retrying' ? 'waiting' : state

/** Far more entries than a person reads. Limits the memory of a panel that stays open. */
const CAPACITY = 1_000

/** The most entries saved for the next page: storage is small, and only the recent ones matter. */
const MOST_SAVED = 100

/**
 * Collects everything that is noticed while the panel is open, starting with what the tag still remembers.
 *
 * @param read - Reads the tag's entries.
 * @param earlier - Entries of earlier pages, oldest first.
 */
export function createSession(
  read: () => readonly EventLogEntry[],
  earlier: readonly SessionEntry[],
) {
  let before = earlier
  let entries = new Map<number, SessionEntry>()
  let clearedTo = 0
  const clicked = new Set<string>()
  /** Why the last thing that happened on an element was lost; empty if it was not. */
  const losses = new WeakMap<Element, string>()

  function take(entry: EventLogEntry) {
    const { action, data, element } = entry
    if (element) losses.set(element, lossOf(entry) ?? '')
    if (action === 'click' && data && 'pid' in data) clicked.add(data.pid)
    if (entry.id > clearedTo) entries.set(entry.id, entry)
  }

  function update() {
    read().forEach(take)
    for (const id of entries.keys()) {
      if (entries.size <= CAPACITY) break
      entries.delete(id)
    }
  }

  const all = () => [...before, ...entries.values()]

  update()
  return {
    /** Adds the tag's new entries. */
    update,
    /** Oldest first. */
    entries: all,
    /** Entries for the next page of the tab, without elements, which cannot be stored. */
    entriesToSave: (pageUrl: string) =>
      all()
        .slice(-MOST_SAVED)
        .map((entry) => ({ earlierPage: pageUrl, ...entry, element: undefined })),
    /** Why the last press on a control did not count, if the page or its settings are the cause. */
    lossOn: (element: Element) => losses.get(element),
    /** Whether a tile of this product was clicked. */
    isClicked: (pid: string) => clicked.has(pid),
    clear() {
      clearedTo = Math.max(0, ...entries.keys())
      before = []
      entries = new Map()
    },
  }
}
