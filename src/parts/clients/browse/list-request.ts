import { wellFormed } from '../../../wire/fields'
import type { ListContext } from '../../../wire/list-and-order'
import { jsonText, queryString } from '../../../wire/pixel-url'
import type { VisitorFields } from '../../../wire/tracker-event'
import { BrowseError } from '../service-error'
import { parametersOf, type Query } from './query-parameters'

/** The device type for Browse's campaigns. */
export interface Device {
  readonly type: 'desktop' | 'tablet' | 'mobile'
  /** Absent if the system is not in the contract. */
  readonly os?: 'android' | 'ios' | 'windows'
  readonly source: 'browser'
}

/** The contract's name for each system, by a word in the user agent. */
const systems = [
  ['android', /Android/],
  ['ios', /iP(hone|ad|od)/],
  ['windows', /Windows/],
] as const

/** The kind of device, from the user agent, which every request contains anyway. Nothing else is measured. */
export function deviceOf(userAgent: string, touchPoints: number): Device {
  // An iPad presents itself as a Mac, but Macs have no touch screen.
  const isPad = /iPad/.test(userAgent) || (touchPoints > 1 && /Macintosh/.test(userAgent))
  const isMobile = /Mobi/.test(userAgent) && !isPad
  const isTablet = isPad || (!isMobile && /Android|Tablet/.test(userAgent))
  const [os] = isPad ? ['ios' as const] : (systems.find(([, says]) => says.test(userAgent)) ?? [])
  const handheld = isTablet ? 'tablet' : 'desktop'
  return { type: isMobile ? 'mobile' : handheld, ...(os && { os }), source: 'browser' }
}

/** The device of this browser. */
export const readDevice = (): Device => deviceOf(navigator.userAgent, navigator.maxTouchPoints)

/** The contract's two endpoints. */
export type ListPath = 'category' | 'search'

/** Parts of a list request besides the query. */
export interface ListRequestDeps {
  /** Host of Browse, without a trailing slash. */
  readonly browseUrl?: string | undefined
  readonly apiKey?: string | undefined
  readonly siteKey: string
  /** The visitor; `undefined` until known. */
  readonly user: () => Pick<VisitorFields, 'uid' | 'visit_type'> | undefined
  /** Whether to send the user id and device type as headers, which costs a CORS preflight. */
  readonly browseHeaders: boolean
  readonly device: () => Device
}

/** Headers allow only printable ASCII, but a user id can contain anything. */
const headerText = (text: string) => wellFormed(text).replace(/[^ -~]+/g, encodeURIComponent)

const headersFor = (device: Device, uid: string | undefined) => ({
  ...(uid && { 'svc-user-id': headerText(uid) }),
  'svc-device-type': jsonText(device),
})

/** Every error in a query is a `bad-request`. */
function readable(query: Query) {
  try {
    return parametersOf(query)
  } catch (cause) {
    throw cause instanceof BrowseError ? cause : new BrowseError('bad-request', cause, { cause })
  }
}

/** The list's name in events. @throws BrowseError `bad-request` unless there is exactly one name, of the kind that the path accepts. */
function listOf(path: ListPath, { q, p, 'p-id': page = p }: Record<string, string>): ListContext {
  const [name, value] = path === 'search' ? ['query', q] : ['page', page]
  if (!value) throw new BrowseError('bad-request', `the ${name} is missing or empty`)
  if (q && page)
    throw new BrowseError('bad-request', 'query and page: a list has one of them; leave one out')
  return { [name]: value } as unknown as ListContext
}

function ofVisitor({ uid, visit_type }: Pick<VisitorFields, 'uid' | 'visit_type'>) {
  return { 'user-type': visit_type === 'repeat' ? 'frequent' : 'first-time', uid }
}

/**
 * The request for a list, and the list's name in events.
 *
 * @throws BrowseError `bad-request` if the settings or the query do not make a valid request.
 */
export function listRequest(path: ListPath, query: Query, deps: ListRequestDeps) {
  const { browseUrl, apiKey, siteKey } = deps
  if (!browseUrl || !apiKey) {
    throw new BrowseError('bad-request', 'the setting browseUrl or apiKey is missing')
  }
  const parameters = readable(query)
  const given = Object.fromEntries(parameters)
  const list = listOf(path, given)
  const user = deps.user()
  const fixed = {
    ...(!given.version && { version: 'V2' }),
    ...(path === 'category' && { pagetype: 'boolean' }),
    ...(user && ofVisitor(user)),
  }
  const all = queryString([...parameters, ...Object.entries(fixed)])
  return {
    url: `${browseUrl}/${apiKey}/${siteKey}/${path}?${all}`,
    headers: deps.browseHeaders ? headersFor(deps.device(), user?.uid) : {},
    list,
  }
}
