import { Readable } from 'node:stream'
import { type EventFilter, passes } from '../store/event-filter.ts'
import type { EventStore } from '../store/events.ts'
import type { StoredEvent } from '../store/stored-event.ts'
import type { Totals } from './totals.ts'
import type { LiveNews } from './wire.ts'

/** Tells live pages what arrives. */
export interface LiveFeed {
  /** A stream of server-sent events, `LiveNews` each; it ends when its reader goes away. */
  open(filter: EventFilter): Readable
  /** How many pages are looking. */
  viewers(): number
  close(): void
}

export interface LiveFeedDeps {
  readonly events: EventStore
  readonly totals: Totals
  /** Events that arrive within this time are one message. */
  readonly gatherMs?: number
}

/** Quick enough to look like at once, rare enough for a page to draw. */
const GATHER_MS = 150

/** As many as the page shows; of a flood, the newest. */
export const SHOWN_EVENTS = 200

/** Begins to listen; no timer runs while nothing arrives or nobody looks. */
export function createLiveFeed({ events, totals, gatherMs = GATHER_MS }: LiveFeedDeps): LiveFeed {
  const lines = new Set<Line>()
  let timer: NodeJS.Timeout | undefined

  function tell() {
    timer = undefined
    for (const line of lines) line.tell()
  }

  function hear(change: (line: Line) => void) {
    for (const line of lines) change(line)
    if (lines.size > 0) timer ??= setTimeout(tell, gatherMs)
  }

  const stop = events.watch({
    onEvent(event) {
      totals.add(event)
      hear((line) => line.add(event))
    },
    onReset() {
      totals.clear()
      hear((line) => line.reset())
    },
  })

  return {
    open(filter) {
      const line = createLine(filter, totals)
      lines.add(line)
      line.stream.once('close', () => lines.delete(line))
      return line.stream
    },
    viewers: () => lines.size,
    close() {
      stop()
      clearTimeout(timer)
      for (const { stream } of lines) stream.destroy()
    },
  }
}

/** What one page has not been told yet. */
interface Line {
  readonly stream: Readable
  add(event: StoredEvent): void
  reset(): void
  /** Sends what waits, unless the page is slow to read: then it waits on, without growing. */
  tell(): void
}

function createLine(filter: EventFilter, totals: Totals): Line {
  let waiting = new Map<number, StoredEvent>()
  let isReset = false
  let hasNews = true
  let isReading = false
  const stream = new Readable({
    read() {
      isReading = true
      tell()
    },
  })

  function tell() {
    if (!isReading || !hasNews) return
    const news: LiveNews = {
      events: [...waiting.values()],
      totals: totals.list(),
      ...(isReset && { isReset }),
    }
    waiting = new Map()
    isReset = false
    hasNews = false
    isReading = stream.push(`data: ${JSON.stringify(news)}\n\n`)
  }

  return {
    stream,
    add(event) {
      hasNews = true
      if (!passes(event, filter)) return
      waiting.delete(event.id)
      waiting.set(event.id, event)
      if (waiting.size > SHOWN_EVENTS) waiting.delete(waiting.keys().next().value as number)
    },
    reset() {
      waiting.clear()
      isReset = true
      hasNews = true
    },
    tell,
  }
}
