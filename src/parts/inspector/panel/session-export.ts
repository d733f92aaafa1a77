import type { EventLogEntry } from '../../calls/event-history'
import type { Finding, Inspected } from '../inspector-api'
import { elementName } from '../page-elements'

/** A text file to save. */
export interface TextFile {
  readonly name: string
  readonly text: string
}

/** Downloads a JSON file as if a link to it had been clicked. */
export function saveFile(document: Document, { name, text }: TextFile) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

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

export interface SessionDeps {
  readonly read: () => readonly EventLogEntry[]
  /** Entries of earlier pages, oldest first. */
  readonly earlier: readonly SessionEntry[]
}

/** Everything that was noticed since the panel was opened, and what the tag still remembered from before. */
export interface Session {
  /** Adds the tag's new entries. */
  readonly update: () => void
  /** Oldest first. */
  readonly entries: () => readonly SessionEntry[]
  /** Entries for the next page of the tab, without elements, which cannot be stored. */
  readonly entriesToSave: (pageUrl: string) => readonly SessionEntry[]
  /** Whether a tile of this product was clicked. */
  readonly isClicked: (pid: string) => boolean
  readonly clear: () => void
}

/** Far more entries than a person reads. Limits the memory of a panel that stays open. */
const CAPACITY = 1_000

/** The most entries saved for the next page: storage is small, and only the recent ones matter. */
const MOST_SAVED = 100

/** Starts with the entries that the tag remembers. */
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

export interface SessionFileDeps {
  readonly window: Window & typeof globalThis
  readonly tag: Inspected
  readonly session: Session
  readonly findings: readonly Finding[]
}

/** Replaces elements with their names and keeps everything else. */
const plain = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'localName' in value
    ? elementName(value as Element)
    : value

/** Everything that the panel knows, for a colleague or a bug report. It contains the visitor's id, as the requests do. */
export function sessionFile({ window, tag, session, findings }: SessionFileDeps): TextFile {
  const savedAt = new window.Date().toISOString()
  const { version, settings } = tag
  const content = {
    savedAt,
    page: window.location.href,
    browser: window.navigator.userAgent,
    version,
    settings,
    consent: tag.consent(),
    user: tag.user(),
    findings,
    events: session.entries(),
  }
  return {
    name: `svc-session-${savedAt.replace(/[:.]/g, '-')}.json`,
    text: JSON.stringify(content, plain, 2),
  }
}
