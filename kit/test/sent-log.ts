import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import type { TrackerEvent } from '../../src/module'
import { type Ga4Request, isGa4 } from '../../src/parts/shadow/read-ga4.ts'
import { isPixel, parsePixel } from '../../src/parts/shadow/read-pixel.ts'
import { type Delivery, keyOf, type SentEvent, timeOf } from './sent-event.ts'

/** The services that the tag talks to. */
export type Service = 'tracker' | 'browse' | 'agent'

/** How a service answers. */
export interface Answer {
  /** @defaultValue `200` */
  readonly status?: number
  /** Milliseconds before the answer. */
  readonly delayMs?: number
  /** No response at all, as without a network. */
  readonly isOffline?: boolean
  /** JSON, unless it is text. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Requests that get this answer; those after them get the usual one. All when absent. */
  readonly times?: number
}

/** The path of each service's requests: Browse has two keys before its last part, the agent its version. */
const PATHS: Readonly<Record<Service, RegExp>> = {
  tracker: /\/v2\/1p\.jpg$/,
  browse: /\/[^/]+\/[^/]+\/(category|search)$/,
  agent: /\/v1\/sites\/[^/]+\/conversation(\/[^/]+\/chat)?$/,
}

/** The service that a request is for. Browse shares its last part with pages of shops, so only scripts' requests count. */
function serviceOf(url: URL, isByScript: boolean): Service | undefined {
  if (PATHS.tracker.test(url.pathname)) return 'tracker'
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

/** Answers a request in place of the service. */
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

/** Everything that left the pages of a context, and how it is answered. */
export type SentLog = Awaited<ReturnType<typeof openSentLog>>

/** Requests of this tag say so, unless the page leaves out what the contract's table does not list. */
const isByThisTag = (data: Readonly<Record<string, unknown>>, isStrict: boolean) =>
  isStrict || String(data.ver ?? '').startsWith('svc-tag/')

/**
 * Stands between the pages of a context and the network. The tracker is always answered here; Browse and the agent once they have
 * an answer. GA4 is answered too, so that a test adds nothing to the shop's reports.
 */
export async function openSentLog(context: BrowserContext | Page, isStrict: boolean) {
  const sent = new Map<string, SentEvent>()
  const answers = new Map<Service, Answer & { left: number }>()
  let faults: string[] = []
  let others: Ga4Request[] = []

  function take(request: Request) {
    const url = request.url()
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
    // A request on the network is surer than the tag's own record.
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

  const isService = (url: URL) => isPixel(url.href) || serviceOf(url, true) !== undefined
  await context.route(isService, onRequest)
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
    /** The tag's events, each once, in the order in which they happened. */
    events: (): readonly SentEvent[] =>
      [...sent.values()].sort((one, two) => timeOf(one) - timeOf(two)),
    /** Tracker requests of the tag that do not follow the contract, each with the reason. */
    faults: (): readonly string[] => faults,
    /** Requests of other tags: GA4's, and tracker requests that this tag did not make. */
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
