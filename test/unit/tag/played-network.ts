import type { Lifecycle, Timeline } from '../../fakes/timeline'

/** How a tracker, or the network before it, treats a request. */
export type Treatment =
  | 'well'
  | 'slow'
  | 'hang'
  | 'reset'
  /** Received, but the response is lost. */
  | 'lost'
  | '403 without CORS'
  | 'pause of 60 s'
  | 404
  | 406
  | 500
  | 503

/** Which events a tracker treats so; all others it treats well. */
export type Subject =
  | 'everything'
  | 'one product'
  | 'orders'
  | 'clicks'
  | 'visitors'
  | 'long addresses'

/** A fault of one tracker. */
export interface Fault {
  readonly subject: Subject
  readonly how: Treatment
}

/** One request to a tracker. */
export interface Sent {
  readonly page: Sender
  readonly url: string
  readonly origin: string
  readonly key: string
  readonly action: string
  readonly t: string
  readonly uid: string
  readonly visitId: string
  /** The product that identifies an event of the model; absent for a `visitor`. */
  readonly pid: string | undefined
  readonly at: number
  readonly how: Treatment
  /** Whether the tracker has counted it. */
  isReceived: boolean
  /** What the page learned: a status (0 if it cannot read it), `failed`, or nothing yet. */
  /** Given up are requests that a refusal of consent ended, which says nothing of the tracker. */
  outcome?: number | 'failed' | 'given up'
  endedAt: number
  /** The page was left, or died, before it learned anything. */
  wasLeft: boolean
  /** The page was left in an orderly way while its tracker answered: the one case in which an event may count as sent unproved. */
  mayCount: boolean
}

/** The tag waits this long for a response. */
const TIME_LIMIT_MS = 10_000

/** Longer than a claim of another page that has begun. */
const TAKE_BACK_MS = 500

/** The page that sends. */
export interface Sender {
  readonly name: string
  readonly lifecycle: Lifecycle
}

/** A request as `fetch` or an image makes it. */
export interface Requested {
  readonly url: string
  readonly method: string
  /** Absent for an image. */
  readonly mode: string | undefined
  readonly hasCustomHeader: boolean
  readonly signal: AbortSignal | undefined
}

/** How a page learns of a response: its status, or 0 if it may not be read, and the headers that it may read. */
export interface Ending {
  readonly resolve: (status: number, headers: Readonly<Record<string, string>>) => void
  readonly reject: () => void
}

const LATENCY_MS = 40
const SLOW_MS = 3_000
const LONG = 1_500

const WELL: Fault = { subject: 'everything', how: 'well' }

/** The events that a fault is about. */
const IS_SUBJECT: Readonly<
  Record<Subject, (event: Pick<Sent, 'action' | 'pid'>, url: string) => boolean>
> = {
  everything: () => true,
  'one product': ({ pid }) => Number(pid?.slice(3)) % 5 === 1,
  orders: ({ action }) => action === 'order',
  clicks: ({ action }) => action === 'click',
  visitors: ({ action }) => action === 'visitor',
  'long addresses': (_event, url) => url.length > LONG,
}

const isCounted = (how: Treatment) => how === 'well' || how === 'slow' || how === 'lost'

/** The status with which a tracker answers; `undefined` if it does not answer. */
function statusOf(how: Treatment): number | undefined {
  if (typeof how === 'number') return how
  if (how === '403 without CORS') return 403
  if (how === 'pause of 60 s') return 429
  return how === 'well' || how === 'slow' ? 200 : undefined
}

/** What a page may read of a response; `undefined` if for the page there is none. */
function readableOf(how: Treatment, mode: string | undefined): number | undefined {
  const status = statusOf(how)
  if (status === undefined) return undefined
  if (mode === 'no-cors') return 0
  // An image loads whatever its headers, unless its status is an error.
  if (mode === undefined) return status < 400 ? 0 : undefined
  return how === '403 without CORS' ? undefined : status
}

/** The network and the trackers. */
export type PlayedNetwork = ReturnType<typeof createNetwork>

/**
 * @param declaresRepeats - Whether trackers say that they count each `(uid, t)` once.
 * @param onRequest - Called with each request of a page to a tracker, probes included, before it leaves.
 */
export function createNetwork(
  timeline: Timeline,
  declaresRepeats: boolean,
  onRequest: (page: Sender, sent: Sent | undefined) => void,
) {
  const sent: Sent[] = []
  const faults = new Map<string, Fault>()
  let isOnline = true

  const faultOf = (origin: string) => faults.get(origin) ?? WELL

  function read(page: Sender, url: URL): Sent {
    const text = (name: string) => url.searchParams.get(name) ?? ''
    const data: { visitId?: string } = JSON.parse(text('data') || '{}')
    const event = {
      url: url.href,
      origin: url.origin,
      key: text('SvcKey'),
      action: text('action'),
      t: text('t'),
      uid: text('uid'),
      visitId: data.visitId ?? '',
      pid: /pid\d+/.exec(text('data'))?.[0],
    }
    const fault = faultOf(url.origin)
    return {
      ...event,
      page,
      at: timeline.elapsed(),
      how: IS_SUBJECT[fault.subject](event, url.href) ? fault.how : 'well',
      isReceived: false,
      endedAt: Number.POSITIVE_INFINITY,
      wasLeft: false,
      mayCount: false,
    }
  }

  const headersOf = (how: Treatment): Readonly<Record<string, string>> => ({
    ...(declaresRepeats && { 'svc-drops-repeats': '1' }),
    ...(how === 'pause of 60 s' && { 'retry-after': '60' }),
  })

  /** How the tracker treats a request; a probe, which carries no event, is part of everything. */
  function treatmentOf(origin: string, event: Sent | undefined): Treatment {
    const { subject, how } = faultOf(origin)
    if (event) return event.how
    return subject === 'everything' ? how : 'well'
  }

  /** Ends a request once, and notes how. */
  function endingOf(event: Sent | undefined, { resolve, reject }: Ending) {
    const startedAt = timeline.elapsed()
    let isOver = false
    function end(outcome: NonNullable<Sent['outcome']>, tell: () => void) {
      if (isOver) return
      isOver = true
      if (event) Object.assign(event, { outcome, endedAt: timeline.elapsed() })
      timeline.run(tell)
    }
    return {
      isOver: () => isOver,
      fail: () => end('failed', reject),
      abort: () =>
        end(timeline.elapsed() - startedAt < TIME_LIMIT_MS ? 'given up' : 'failed', reject),
      answer: (status: number, headers: Readonly<Record<string, string>>) =>
        end(status, () => resolve(status, headers)),
    }
  }

  const isInFlight = ({ outcome }: Sent) => outcome === undefined

  /** Whether the tracker has been responding to these requests, or nothing is known yet. */
  const isHealthy = (requests: readonly Sent[]) =>
    isOnline &&
    (requests.every((one) => isInFlight(one) || one.outcome === 'given up') ||
      requests.some(({ outcome }) => Number(outcome) < 400))

  /** Only the page that tried an event knows that it failed. */
  const hasFailed = ({ t, page }: Sent) =>
    sent.some((one) => one.t === t && one.page === page && !isInFlight(one))

  /** The event that a request carries; a probe carries none. */
  const eventIn = (page: Sender, url: URL, { method }: Requested) =>
    method === 'GET' && url.searchParams.has('action') ? read(page, url) : undefined

  /** How soon a request fails that does not reach the network. */
  function failureMs({ hasCustomHeader, mode }: Requested): number | undefined {
    // A custom header needs the tracker's permission, which it does not give. Without CORS the browser drops the header.
    if (hasCustomHeader && mode !== 'no-cors') return LATENCY_MS
    return isOnline ? undefined : 1
  }

  /** A request travels to its tracker, even if its page is gone, and the response to the page. */
  function travel(
    page: Sender,
    event: Sent | undefined,
    how: Treatment,
    mode: string | undefined,
    { isOver, fail, answer }: ReturnType<typeof endingOf>,
  ) {
    const latencyMs = how === 'slow' ? SLOW_MS : LATENCY_MS
    const arrive = () => {
      if (event && isOnline && !isOver()) event.isReceived = isCounted(how)
    }
    const respond = () => {
      const status = readableOf(how, mode)
      if (status === undefined || !isOnline) fail()
      else answer(status, status ? headersOf(how) : {})
    }
    timeline.in(latencyMs / 2, arrive)
    timeline.in(latencyMs, respond, page.lifecycle)
  }

  return {
    /** All requests that carried an event, in order. */
    sent,
    faultOf,
    setFault(origin: string, fault: Fault | undefined) {
      if (fault) faults.set(origin, fault)
      else faults.delete(origin)
    },
    isOnline: () => isOnline,
    setOnline(is: boolean) {
      isOnline = is
    },
    request(page: Sender, requested: Requested, ending: Ending) {
      const url = new URL(requested.url)
      const event = eventIn(page, url, requested)
      onRequest(page, event)
      if (event) sent.push(event)
      const how = treatmentOf(url.origin, event)
      const open = endingOf(event, ending)
      requested.signal?.addEventListener('abort', open.abort)
      const failsAfterMs = failureMs(requested)
      if (failsAfterMs !== undefined) timeline.in(failsAfterMs, open.fail, page.lifecycle)
      else if (how !== 'hang') travel(page, event, how, requested.mode, open)
    },
    /**
     * A page is left, or ends, with requests in flight. An event may then count as sent if the page was left in an orderly way, its tracker
     * had been responding, and the event itself had not failed.
     */
    leave(page: Sender, isOrderly: boolean) {
      const own = sent.filter((one) => one.page === page)
      const mayCountHere = isOrderly && isHealthy(own)
      for (const one of own.filter(isInFlight)) {
        one.wasLeft = true
        one.mayCount ||= mayCountHere && !hasFailed(one)
      }
    },
    /** A page that was only hidden is back: it has a moment to take back what is in flight. */
    comeBack(page: Sender) {
      const taken = () => {
        for (const one of sent) if (one.page === page && isInFlight(one)) one.mayCount = false
      }
      timeline.in(TAKE_BACK_MS, taken, page.lifecycle)
    },
  }
}
