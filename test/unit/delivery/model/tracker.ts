import type { RequestPixel } from '../../../../src/platform/pixel-request.ts'
import type { Life, Timeline } from './timeline.ts'

/** How the tracker, or the network before it, behaves. */
export interface Mood {
  readonly latencyMs: number
  /** Nothing for no answer at all. */
  readonly status: number | undefined
  readonly isKept: boolean
  /** Neither answered nor refused. */
  readonly isHanging?: boolean
  readonly askedMs?: number
}

/** A tracker that is well. */
export const well: Mood = { latencyMs: 50, status: 200, isKept: true }

/** One request that carried an event. */
export interface Sent {
  readonly t: string
  readonly pids: readonly string[]
  readonly at: number
  readonly clockChanges: number
  readonly life: Life
  isOpen: boolean
  isKept: boolean
  /** Whether the page that sent it was left, or died, before it was answered. */
  wasLeft: boolean
  /** Whether that page was told of a good answer. */
  wasConfirmed: boolean
}

/** A well tracker, with or without CORS headers on its answers. */
export function createTracker(timeline: Timeline, hasCors: boolean) {
  const sent: Sent[] = []
  const doubled: string[] = []
  let mood = well
  let isOnline = true
  let clockChanges = 0

  /** Two pages, or one page twice, send an event at the same time; a page that was left has no say in it. */
  function noteDoubled({ t }: Sent) {
    const others = sent.filter((other) => other.isOpen && other.t === t && !other.wasLeft)
    // A lease is a time on the clock.
    if (others.some((other) => other.clockChanges === clockChanges)) doubled.push(t)
  }

  /** What a page hears of an answer: nothing of one that it may not read. */
  function heardOf(answer: number | undefined, mode: 'cors' | 'no-cors') {
    if (answer === undefined || hasCors) return answer
    return mode === 'no-cors' ? 0 : undefined
  }

  function requestFor(life: Life): RequestPixel {
    return (url, { mode, method }, onAnswer) => {
      const { askedMs } = mood
      const request = method === undefined ? begin(url, life) : undefined
      let isGivenUp = false

      function end(answer?: number) {
        if (isGivenUp) return
        const heard = heardOf(answer, mode)
        if (request) close(request, heard)
        onAnswer(heard, askedMs)
      }

      if (request) arrive(request, mood)
      hear(mood, (answer) => end(request && lost.has(request) ? undefined : answer), life)
      return () => {
        isGivenUp = true
        if (request) close(request)
      }
    }
  }

  function close(request: Sent, heard?: number) {
    request.isOpen = false
    request.wasConfirmed = Number(heard) < 400
  }

  function hear(
    { isHanging, latencyMs, status }: Mood,
    end: (answer?: number) => void,
    life: Life,
  ) {
    if (!isOnline) timeline.in(1, () => end(), life)
    else if (!isHanging)
      timeline.in(latencyMs, () => timeline.in(0, () => end(isOnline ? status : undefined), life))
  }

  function begin(url: string, life: Life): Sent {
    const request = sentOf(url, life)
    noteDoubled(request)
    sent.push(request)
    return request
  }

  function arrive(request: Sent, { latencyMs, status, isKept, isHanging }: Mood) {
    if (!isOnline || isHanging) return
    // Where nobody can tell a refusal from a welcome, any answer counts.
    const isAnswered = !hasCors && status !== undefined
    timeline.in(latencyMs / 2, () => {
      if (!isOnline) lost.add(request)
      if (!lost.has(request)) request.isKept = isKept || isAnswered
    })
  }

  const lost = new Set<Sent>()

  function sentOf(url: string, life: Life): Sent {
    const query = new URL(url).searchParams
    const data = query.get('data') ?? ''
    return {
      t: query.get('t') ?? '',
      pids: data.match(/pid\d+\b/g) ?? [],
      at: timeline.elapsed(),
      clockChanges,
      life,
      isOpen: true,
      isKept: false,
      wasLeft: false,
      wasConfirmed: false,
    }
  }

  const openOf = (life: Life) => sent.filter((request) => request.isOpen && request.life === life)

  return {
    /** Every request that carried an event, in order. */
    sent,
    /** How often a clock was set. */
    clockChanges: () => clockChanges,
    /** The `t` of events that were under way twice at the same time. */
    doubled,
    requestFor,
    isOnline: () => isOnline,
    setOnline(is: boolean) {
      isOnline = is
    },
    setMood(next: Mood) {
      mood = next
    },
    clockChanged() {
      clockChanges += 1
    },
    /** A page is left: what is under way goes on. */
    left(life: Life) {
      for (const request of openOf(life)) request.wasLeft = true
    },
    /** A page died, and with it what is under way, unless it got through. */
    died(life: Life, isThrough: boolean) {
      for (const request of openOf(life)) {
        request.wasLeft = true
        if (!isThrough) lost.add(request)
      }
    },
  }
}
