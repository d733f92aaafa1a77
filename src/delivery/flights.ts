import type { Clock } from '../platform/clock'
import type { Kept } from './kept'
import type { Request } from './request'

/** An event under way. */
export interface Flight {
  kept: Kept
  readonly sentAt: number
  /** Since when it may be waiting for the tracker: a browser sends a few at a time, in order. */
  since: number
  giveUp: () => void
}

export interface FlightDeps {
  readonly clock: Clock
  readonly request: Request
  /** Hears each end: the status, 0 for one that cannot be read, nothing when there was no answer in time. */
  readonly onEnd: (flight: Flight, status?: number, askedMs?: number) => void
  /** Hears from time to time of what is still under way. */
  readonly onLong: (flight: Flight) => void
}

/** The events under way. */
export interface Flights {
  readonly launch: (kept: Kept, url: string) => void
  readonly hasRoomFor: (kept: Kept) => boolean
  readonly has: (key: string) => boolean
  /** In the order of their launch. */
  readonly all: () => readonly Flight[]
  /** Gives up all; nothing more is heard of them. */
  readonly clear: () => void
}

/** Shared with the page's other scripts: Chromium refuses above 256 requests, or about 512 KiB of URLs, under way. */
export const MOST_OUT = 64
const MOST_CHARACTERS = 262_144

const TIME_LIMIT_MS = 10_000

/** Starts empty, with no timer running. */
export function createFlights({ clock, request, onEnd, onLong }: FlightDeps): Flights {
  const out = new Map<string, Flight>()
  let characters = 0
  let cancelWatch: (() => void) | undefined

  function remove({ kept }: Flight) {
    out.delete(kept.key)
    characters -= kept.size
    if (out.size > 0) return
    cancelWatch?.()
    cancelWatch = undefined
  }

  function end(flight: Flight, status?: number, askedMs?: number) {
    remove(flight)
    const now = clock.now()
    // What was sent later was perhaps still in the browser's own queue.
    if (status !== undefined)
      for (const later of out.values()) if (later.sentAt >= flight.sentAt) later.since = now
    onEnd(flight, status, askedMs)
  }

  function watch() {
    const now = clock.now()
    for (const flight of [...out.values()]) {
      // The clock may have been set back.
      flight.since = Math.min(flight.since, now)
      if (now - flight.since < TIME_LIMIT_MS) onLong(flight)
      else {
        flight.giveUp()
        end(flight)
      }
    }
    const [first] = out.values()
    cancelWatch = first && clock.schedule(watch, first.since + TIME_LIMIT_MS - now)
  }

  return {
    launch(kept, url) {
      const now = clock.now()
      const flight: Flight = { kept, sentAt: now, since: now, giveUp: () => {} }
      out.set(kept.key, flight)
      characters += kept.size
      cancelWatch ??= clock.schedule(watch, TIME_LIMIT_MS)
      flight.giveUp = request(url, (status, askedMs) => {
        if (out.get(kept.key) === flight) end(flight, status, askedMs)
      })
    },
    hasRoomFor: ({ size }) => out.size < MOST_OUT && characters + size < MOST_CHARACTERS,
    has: (key) => out.has(key),
    all: () => [...out.values()],
    clear() {
      for (const flight of [...out.values()]) {
        remove(flight)
        flight.giveUp()
      }
    },
  }
}
