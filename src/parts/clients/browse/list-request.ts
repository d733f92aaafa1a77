import { wellFormed } from '../../../wire/fields'
import type { ListContext } from '../../../wire/list-and-order'
import { jsonText, queryString } from '../../../wire/pixel-url'
import type { VisitorFields } from '../../../wire/tracker-event'
import { BrowseError } from '../service-error'
import { parametersOf, type Query } from './query-parameters'

/** The device type for Browse's campaigns. */
export interface Device {
  readonly type: 'desktop' | 'tablet' | 'mobile'
  /** Left out where it is none that the contract names. */
  readonly os?: 'android' | 'ios' | 'windows'
  readonly source: 'browser'
}

/** The contract's names, by what a user agent says. */
const systems = [
  ['android', /Android/],
  ['ios', /iP(hone|ad|od)/],
  ['windows', /Windows/],
] as const

/** The kind of device that a user agent, which every request says anyway, names; nothing else is measured. */
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

/** The two sibling paths of the contract. */
export type ListPath = 'category' | 'search'

/** Parts of a request for a list, besides the query. */
export interface ListRequestDeps {
  /** Host of Browse, without a slash at the end. */
  readonly browseUrl?: string | undefined
  readonly apiKey?: string | undefined
  readonly siteKey: string
  /** The visitor; `undefined` while that is not known. */
  readonly user: () => Pick<VisitorFields, 'uid' | 'visit_type'> | undefined
  /** Whether headers say who asks and on which device; they cost the browser a CORS preflight. */
  readonly browseHeaders: boolean
  readonly device: () => Device
}

interface ListRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The list's name in events. */
  readonly list: ListContext
}

/** A header takes printable ASCII only; a user id can be anything. */
const headerText = (text: string) => wellFormed(text).replace(/[^ -~]+/g, encodeURIComponent)

function headersFor({ browseHeaders, device }: ListRequestDeps, uid: string | undefined) {
  if (!browseHeaders) return {}
  return {
    ...(uid && { 'svc-user-id': headerText(uid) }),
    'svc-device-type': jsonText(device()),
  }
}

/** Every fault of a query is a `bad-request`. */
function readable(query: Query) {
  try {
    return parametersOf(query)
  } catch (cause) {
    throw cause instanceof BrowseError ? cause : new BrowseError('bad-request', cause, { cause })
  }
}

/** The list's name in events. @throws BrowseError `bad-request` unless there is one name, of the kind that the path takes. */
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

/** @throws BrowseError `bad-request` when the settings or the query do not make a request. */
export function listRequest(path: ListPath, query: Query, deps: ListRequestDeps): ListRequest {
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
    headers: headersFor(deps, user?.uid),
    list,
  }
}
