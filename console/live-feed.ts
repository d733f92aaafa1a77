import { Readable } from 'node:stream'
import {
  type EventFilter,
  type EventStore,
  passes,
  type RefusedRequests,
  type StoredEvent,
} from 'svc-tag-service'
import type { CountedActions } from './event-search.ts'
import { createTotals, type Totals } from './totals.ts'
import type { LiveNews } from './wire.ts'

/** Notifies live pages of new events. */
export type LiveFeed = ReturnType<typeof createLiveFeed>

/** Dependencies of a feed. */
export interface LiveFeedDeps {
  readonly events: EventStore
  readonly refused: RefusedRequests
  readonly actions: readonly string[]
  /** Counts the stored events that pass a filter. */
  readonly count: (filter: EventFilter) => Promise<CountedActions>
  /** The totals of all events, which the feed keeps up to date. */
  readonly totals: Totals
}

/** How long events are collected for one message: short enough to feel immediate, long enough for a page to render in between. */
const GATHER_MS = 150

/** As many as the page shows; when more arrive at once, only the newest are sent. */
export const SHOWN_EVENTS = 200

/** The filter for a page's counts: all actions, because each action is a button with its count. */
export const withoutAction = ({ action, otherThan, ...filter }: EventFilter): EventFilter => filter

/** Starts listening. No timer runs while nothing arrives or no page is open. */
export function createLiveFeed(deps: LiveFeedDeps) {
  const { events, refused, totals, count, actions } = deps
  const lines = new Set<Line>()
  let timer: NodeJS.Timeout | undefined

  function sendAll() {
    timer = undefined
    for (const line of lines) line.send()
  }

  function onChange(change: (line: Line) => void) {
    for (const line of lines) change(line)
    if (lines.size > 0) timer ??= setTimeout(sendAll, GATHER_MS)
  }

  async function restart() {
    totals.restart(await events.counts())
    onChange((line) => line.reset())
  }

  // If the store does not answer, the pages reconnect and get the error.
  const reset = () => void restart().catch(close)

  function close() {
    for (const { stream } of lines) stream.destroy()
  }

  const stops = [
    events.watch({
      onEvent(event) {
        totals.add(event)
        onChange((line) => line.add(event))
      },
      onReset: reset,
    }),
    refused.watch(() => onChange((line) => line.noteRefused())),
  ]

  return {
    /** A stream of server-sent events, each a `LiveNews`; it ends when the reader disconnects. */
    open(filter: EventFilter): Readable {
      const counted = withoutAction(filter)
      const isLimited = Object.keys(counted).length > 0
      const own = isLimited ? createOwnTotals(counted, actions, count) : wholeTotals(totals)
      const line = createLine(filter, own, refused)
      lines.add(line)
      line.stream.once('close', () => lines.delete(line))
      void own.isReady.then(line.send, () => line.stream.destroy())
      return line.stream
    },
    viewers: () => lines.size,
    /** Tells every page to reload its list after events were deleted. */
    reset,
    close() {
      for (const stop of stops) stop()
      clearTimeout(timer)
      close()
    },
  }
}

/** The totals of all events, which the feed itself updates. */
const wholeTotals = (totals: Totals): LineTotals => ({
  isReady: Promise.resolve(),
  add: () => undefined,
  reset: () => undefined,
  now: () => ({ totals: totals.list(), isWhole: true }),
})

type LineTotals = ReturnType<typeof createOwnTotals>

/** The totals of a filter: counted once, then updated with each new event. */
function createOwnTotals(
  filter: EventFilter,
  actions: readonly string[],
  count: LiveFeedDeps['count'],
) {
  let early: StoredEvent[] = []
  let counted: (Omit<CountedActions, 'counts'> & { readonly own: Totals }) | undefined

  /** Whether an announced event is missing from the count; it may have been stored and counted before. */
  const isNews = ({ id, repeats }: StoredEvent, upTo: number) => repeats > 0 || id > upTo

  const isReady = count(filter).then(({ counts, upTo, isWhole }) => {
    const own = createTotals(actions, counts)
    for (const event of early) if (isNews(event, upTo)) own.add(event)
    early = []
    counted = { own, upTo, isWhole }
  })

  return {
    isReady,
    add(event: StoredEvent) {
      if (!passes(event, filter)) return
      if (!counted) early.push(event)
      else if (isNews(event, counted.upTo)) counted.own.add(event)
    },
    // The page opens a new stream, which starts a new count.
    reset: () => counted?.own.restart([]),
    /** `undefined` while the stored events are being counted. */
    now: (): Pick<LiveNews, 'totals' | 'isWhole'> | undefined =>
      counted && { totals: counted.own.list(), isWhole: counted.isWhole },
  }
}

type Line = ReturnType<typeof createLine>

/** The changes that one page has not received yet. */
function createLine(filter: EventFilter, totals: LineTotals, refused: RefusedRequests) {
  let waiting = new Map<number, StoredEvent>()
  let isReset = false
  let hasRefused = false
  let hasNews = true
  let isReading = false
  const stream = new Readable({
    read() {
      isReading = true
      send()
    },
  })

  /** Sends the waiting changes. If the page is slow to read, they keep waiting and are merged, so that they do not grow. */
  function send() {
    const counts = totals.now()
    if (!isReading || !hasNews || !counts) return
    const news: LiveNews = {
      ...counts,
      events: [...waiting.values()],
      ...(hasRefused && { refused: refused.list() }),
      ...(isReset && { isReset }),
    }
    waiting = new Map()
    isReset = false
    hasRefused = false
    hasNews = false
    isReading = stream.push(`data: ${JSON.stringify(news)}\n\n`)
  }

  return {
    stream,
    add(event: StoredEvent) {
      hasNews = true
      totals.add(event)
      if (!passes(event, filter)) return
      waiting.delete(event.id)
      waiting.set(event.id, event)
      // A repeat of an old event must not take the place of a new one.
      if (waiting.size > SHOWN_EVENTS) waiting.delete(Math.min(...waiting.keys()))
    },
    noteRefused() {
      hasNews = true
      hasRefused = true
    },
    reset() {
      totals.reset()
      waiting.clear()
      isReset = true
      hasNews = true
    },
    send,
  }
}
