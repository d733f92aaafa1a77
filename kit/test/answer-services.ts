import type { Route } from '@playwright/test'

/** The services that the tag talks to. */
export type Service = 'tracker' | 'browse' | 'agent'

/** How a service answers. */
export interface Answer {
  /** @defaultValue `200` */
  readonly status?: number
  /** Milliseconds before the answer. */
  readonly delayMs?: number
  /** No answer at all, as without a network. */
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
export function serviceOf(url: URL, isByScript: boolean): Service | undefined {
  if (PATHS.tracker.test(url.pathname)) return 'tracker'
  if (!isByScript) return undefined
  if (PATHS.agent.test(url.pathname)) return 'agent'
  const isBrowse = PATHS.browse.test(url.pathname) && /[?&](p|p-id|q)=/.test(url.search)
  return isBrowse ? 'browse' : undefined
}

/** Every origin may read it, whatever it asks with. */
const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
}

/** Answers a request in place of the service. */
export async function give(route: Route, answer: Answer): Promise<void> {
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
