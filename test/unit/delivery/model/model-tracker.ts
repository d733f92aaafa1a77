import type { FakeRequest } from '../../../fakes/fake-browser'
import type { Lifecycle, Timeline } from '../../../fakes/timeline'

/** How the tracker, or the network before it, responds. */
export interface TrackerResponse {
  readonly latencyMs: number
  /** `undefined` for no response at all. */
  readonly status: number | undefined
  readonly isReceived: boolean
  /** Neither accepted nor rejected. */
  readonly isHanging?: boolean
  /** The pause of `Retry-After`; 0 for no header. */
  readonly retryAfterMs?: number
}

/** A healthy tracker. */
export const well: TrackerResponse = { latencyMs: 50, status: 200, isReceived: true }

/** One request that carried an event. */
export interface Sent {
  readonly t: string
  readonly pids: readonly string[]
  readonly at: number
  readonly clockChanges: number
  readonly lifecycle: Lifecycle
  readonly isImage: boolean
  isOpen: boolean
  isReceived: boolean
  /** Whether the page that sent it was left, or died, before the response. */
  wasLeft: boolean
  /** Whether that page had time to note that it was left: then the request may count as sent. */
  wasNoted: boolean
  /** Whether that page got a successful response and lived long enough to note it. */
  wasConfirmed: boolean
  /** When the request ended. */
  endedAt: number
  /** Until when the tracker asked the page for a pause; 0 if it did not, or was not heard. */
  askedUntil: number
  /** Whether the page was hidden when the request ended. */
  wasHidden: boolean
}

/** Answered events are removed together when the browser is idle. A page that dies earlier leaves them to be sent again. */
const REMOVAL_MS = 250

/** Creates a healthy tracker, with or without CORS headers in its responses. */
export function createTracker(timeline: Timeline, hasCors: boolean) {
  const sent: Sent[] = []
  const doubled: string[] = []
  const lost = new Set<Sent>()
  let response = well
  let isOnline = true
  let clockChanges = 0

  /** Notes an event that is in flight twice, from one page or two; a page that was left cannot know. */
  function noteDoubled({ t }: Sent) {
    const others = sent.filter((other) => other.isOpen && other.t === t && !other.wasLeft)
    // A lease is a time on the clock.
    if (others.some((other) => other.clockChanges === clockChanges)) doubled.push(t)
  }

  /**
   * A response as the page sees it: nothing if it may not read the response, no status if it did not request to read it, and for an image,
   * which has no mode, whether it loads.
   */
  function visibleOf(status: number | undefined, mode: RequestMode | undefined) {
    if (status === undefined || mode === undefined) return status
    if (mode === 'no-cors') return 0
    return hasCors ? status : undefined
  }

  function onRequest(request: FakeRequest) {
    const { init, lifecycle } = request
    const { latencyMs, status, isHanging, retryAfterMs } = response
    // A probe for CORS headers carries no event.
    const event = init.method === 'HEAD' ? undefined : begin(request)
    const headers = retryAfterMs ? { 'retry-after': `${retryAfterMs / 1_000}` } : undefined
    if (event) {
      arrive(event)
      init.signal?.addEventListener('abort', () => close(event))
    }

    function end(answer?: number) {
      if (init.signal?.aborted) return
      const visible = visibleOf(answer, init.mode)
      if (event) close(event, visible, retryAfterMs)
      if (visible === undefined) request.fail()
      else request.answer(visible, headers)
    }

    const isLost = () => !isOnline || (event && lost.has(event))
    // The page may get the response later than it arrived, when its entry is already gone.
    const respond = () => timeline.in(0, () => end(isLost() ? undefined : status), lifecycle)
    if (!isOnline) timeline.in(1, () => end(), lifecycle)
    else if (!isHanging) timeline.in(latencyMs, respond, lifecycle)
  }

  function close(event: Sent, status?: number, retryAfterMs = 0) {
    event.isOpen = false
    event.endedAt = timeline.elapsed()
    event.wasConfirmed = Number(status) < 400
    // Nothing reads the headers of an image.
    if (Number(status) >= 400 && !event.isImage) event.askedUntil = event.endedAt + retryAfterMs
    event.wasHidden = event.lifecycle.isThrottled
  }

  function begin({ url, lifecycle, init }: FakeRequest): Sent {
    const event: Sent = {
      t: url.searchParams.get('t') ?? '',
      pids: url.searchParams.get('data')?.match(/pid\d+\b/g) ?? [],
      at: timeline.elapsed(),
      clockChanges,
      lifecycle: lifecycle,
      isImage: init.mode === undefined,
      isOpen: true,
      isReceived: false,
      wasLeft: false,
      wasNoted: false,
      wasConfirmed: false,
      endedAt: Number.POSITIVE_INFINITY,
      askedUntil: 0,
      wasHidden: false,
    }
    noteDoubled(event)
    sent.push(event)
    return event
  }

  function arrive(event: Sent) {
    const { latencyMs, status, isReceived, isHanging } = response
    if (!isOnline || isHanging) return
    // If a rejection looks like a success, any response counts.
    const isAnswered = !hasCors && status !== undefined
    timeline.in(latencyMs / 2, () => {
      if (!isOnline) lost.add(event)
      if (!lost.has(event)) event.isReceived = isReceived || isAnswered
    })
  }

  const openOf = (lifecycle: Lifecycle) =>
    sent.filter((event) => event.isOpen && event.lifecycle === lifecycle)

  return {
    /** Every request that carried an event, in order. */
    sent,
    /** How often a clock was set. */
    clockChanges: () => clockChanges,
    /** The `t` of events that were in flight twice at the same time. */
    doubled,
    onRequest,
    setOnline(is: boolean) {
      isOnline = is
    },
    setResponse(next: TrackerResponse) {
      response = next
    },
    onClockChange() {
      clockChanges += 1
    },
    /** A page is left: its requests in flight continue. */
    onLeave(lifecycle: Lifecycle) {
      for (const event of openOf(lifecycle)) event.wasLeft = event.wasNoted = true
    },
    /** A page died with its requests in flight, unless they got through. */
    onDeath(lifecycle: Lifecycle, isThrough: boolean) {
      const justEnded = timeline.elapsed() - REMOVAL_MS
      for (const event of sent)
        event.wasConfirmed &&= event.lifecycle !== lifecycle || event.endedAt <= justEnded
      for (const event of openOf(lifecycle)) {
        event.wasLeft = true
        if (!isThrough) lost.add(event)
      }
    },
  }
}
