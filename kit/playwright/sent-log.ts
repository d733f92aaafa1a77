import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import type { TrackerEvent } from '../../src/module'
import { type Ga4Request, isGa4 } from '../../src/parts/shadow/read-ga4.ts'
import { isPixel, parsePixel } from '../../src/parts/shadow/read-pixel.ts'
import { type Delivery, keyOf, type SentEvent, timeOf } from './sent-event.ts'

/** The services that the tag talks to. */
export type Service = 'tracker' | 'browse' | 'agent'

/** How a service responds. */
export interface Answer {
  /** @defaultValue `200` */
  readonly status?: number
  /** The milliseconds before the response. */
  readonly delayMs?: number
  /** No response at all, as without a network connection. */
  readonly isOffline?: boolean
  /** Sent as JSON unless it is a string. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The number of requests that get this response; later ones get the usual one. All if absent. */
  readonly times?: number
}

/** The paths of requests to Browse and the agent: Browse's contains two keys, the agent's its version. */
const PATHS = {
  browse: /\/[^/]+\/[^/]+\/(category|search)$/,
  agent: /\/v1\/sites\/[^/]+\/conversation(\/[^/]+\/chat)?$/,
}

/** The service that a request is for. The path of Browse may look like a shop's page, so only requests by scripts count. */
function serviceOf(url: URL, isByScript: boolean): Service | undefined {
  if (isPixel(url.href)) return 'tracker'
  if (!isByScript) return undefined
  if (PATHS.agent.test(url.pathname)) return 'agent'
  const isBrowse = PATHS.browse.test(url.pathname) && /[?&](p|p-id|q)=/.test(url.search)
  return isBrowse ? 'browse' : undefined
}

/** CORS headers that let every origin read the response to any request. */
const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
}

/** Responds to a request instead of the service. */
async function give(route: Route, answer: Answer): Promise<void> {
  const { status = 200, delayMs = 0, isOffline, body = '', headers } = answer
  if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (isOffline) return route.abort('internetdisconnected')
  const isText = typeof body === 'string'
  await route.fulfill({
    status: route.request().method() === 'OPTIONS' ? 204 : status,
    headers: { ...openToAll, ...headers },
    contentType: isText ? 'text/plain' : 'application/json',
    body: isText ? body : JSON.stringify(body),
  })
}

/** Everything that the pages of a context sent, and how it is answered. */
export type SentLog = Awaited<ReturnType<typeof openSentLog>>

/** Requests of this tag identify themselves, unless the page omits fields that are not in the contract's table. */
const isByThisTag = (data: Readonly<Record<string, unknown>>, isStrict: boolean) =>
  isStrict || String(data.ver ?? '').startsWith('svc-tag/')

/**
 * Intercepts the requests of a context's pages. Requests to the tracker are always answered here; those to Browse and the agent only if the
 * test has set a response. GA4 requests are answered too, so that a test does not add to the shop's reports.
 */
export async function openSentLog(context: BrowserContext | Page, isStrict: boolean) {
  const sent = new Map<string, SentEvent>()
  const answers = new Map<Service, Answer & { left: number }>()
  const trackers = new Set<string>()
  let faults: string[] = []
  let others: Ga4Request[] = []

  function take(request: Request) {
    const url = request.url()
    trackers.add(new URL(url).origin)
    if (request.method() !== 'GET') return
    const event = parsePixel(url)
    if (typeof event === 'string') return faults.push(event)
    if (!isByThisTag(event.data, isStrict)) return others.push({ url, at: Date.now() })
    const { searchParams, origin, pathname } = new URL(url)
    const complete = { ...event, uid: searchParams.get('uid') ?? '' } as unknown as TrackerEvent
    const delivery = {
      trackerUrl: origin + pathname.replace(/\/v2\/1p\.jpg$/, ''),
      siteKey: searchParams.get('SvcKey') ?? '',
    }
    add(complete, { ...delivery, seen: 'request' })
  }

  function add(event: TrackerEvent, delivery: Omit<Delivery, 'tries'>) {
    const key = keyOf(event)
    const before = sent.get(key)
    // A request on the network is more reliable than the tag's own record.
    if (before && delivery.seen === 'exit') return
    sent.set(key, { ...event, ...delivery, tries: (before?.tries ?? 0) + 1 })
  }

  function answerFor(service: Service): Answer | undefined {
    const given = answers.get(service)
    if (!given || given.left <= 0) return service === 'tracker' ? {} : undefined
    given.left -= 1
    return given
  }

  async function onRequest(route: Route) {
    const request = route.request()
    const isByScript = ['fetch', 'xhr'].includes(request.resourceType())
    const service = serviceOf(new URL(request.url()), isByScript)
    if (service === 'tracker') take(request)
    const answer = service && answerFor(service)
    return answer ? give(route, answer) : route.fallback()
  }

  await context.route((url) => serviceOf(url, true) !== undefined, onRequest)
  await context.route(
    (url) => isGa4(url.href),
    (route) => {
      const request = route.request()
      const body = request.postData()
      others.push({ url: request.url(), at: Date.now(), ...(body !== null && { body }) })
      return route.fulfill({ status: 204 })
    },
  )

  return {
    /** The tag's events, each once, in chronological order. */
    events: (): readonly SentEvent[] =>
      [...sent.values()].sort((one, two) => timeOf(one) - timeOf(two)),
    /** The addresses of the trackers that got a request, also of other tags. */
    trackers: (): readonly string[] => [...trackers],
    /** Tracker requests of the tag that do not follow the contract, each with the reason. */
    faults: (): readonly string[] => faults,
    /** Requests of other tags: those to GA4, and tracker requests that this tag did not make. */
    others: (): readonly Ga4Request[] => others,
    /** Adds what the tag recorded while a page was left. */
    addLeft(events: readonly TrackerEvent[]) {
      for (const event of events) add(event, { trackerUrl: '', siteKey: '', seen: 'exit' })
    },
    answer: (service: Service, answer: Answer) =>
      void answers.set(service, { ...answer, left: answer.times ?? Number.POSITIVE_INFINITY }),
    clear() {
      sent.clear()
      faults = []
      others = []
    },
  }
}
