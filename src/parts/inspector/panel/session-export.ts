import type { EventLogEntry } from '../../calls/event-history'
import type { SessionEntry } from './session-entry'

export interface SessionDeps {
  readonly read: () => readonly EventLogEntry[]
  /** Entries of earlier pages, oldest first. */
  readonly earlier: readonly SessionEntry[]
}

/** Everything seen since the panel was opened, and what the tag still remembered then. */
export interface Session {
  /** Takes over what the tag has seen meanwhile. */
  readonly update: () => void
  /** Oldest first. */
  readonly entries: () => readonly SessionEntry[]
  /** Entries for the next page of the tab: without elements, which stay behind. */
  readonly entriesToSave: (pageUrl: string) => readonly SessionEntry[]
  /** Whether a tile of this product was clicked. */
  readonly isClicked: (pid: string) => boolean
  readonly clear: () => void
}

/** Far more than a person reads; a bound for a panel that is left open. */
const CAPACITY = 1_000

/** Entries saved for the next page, at most: storage is small, and only the way here matters. */
const MOST_SAVED = 100

/** Starts with what the tag remembers. */
export function createSession({ read, earlier }: SessionDeps): Session {
  let before = earlier
  let entries = new Map<number, SessionEntry>()
  let clearedTo = 0
  const clicked = new Set<string>()

  function take(entry: EventLogEntry) {
    const { action, data } = entry
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
    update,
    entries: all,
    entriesToSave: (pageUrl) =>
      all()
        .slice(-MOST_SAVED)
        .map((entry) => ({ earlierPage: pageUrl, ...entry, element: undefined })),
    isClicked: (pid) => clicked.has(pid),
    clear() {
      clearedTo = Math.max(0, ...entries.keys())
      before = []
      entries = new Map()
    },
  }
}
