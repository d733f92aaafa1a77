import type { Action } from '../../wire/tracker-event'
import { fieldsOf, type PageRequest, type Report, type Reports } from './tag-report'

/** One request to GA4. Several events may share it, each a line of the body. */
export interface Ga4Request extends PageRequest {
  /** Absent for a GET, and if the browser does not reveal it. */
  readonly body?: string
}

/** GA4's e-commerce events and the tracker's names for them. */
const ACTION_OF: Readonly<Record<string, Action>> = {
  search: 'search',
  view_search_results: 'search',
  view_item_list: 'PRODUCT_IMPRESSIONS',
  select_item: 'click',
  add_to_cart: 'cart',
  purchase: 'order',
}

/** Actions that GA4 can express. A comparison leaves out the others. */
export const GA4_ACTIONS: readonly Action[] = [...new Set(Object.values(ACTION_OF))]

/** Whether a request is a GA4 hit, sent to Google or to the shop's tagging server. */
export function isGa4(url: string): boolean {
  const { pathname, searchParams } = new URL(url)
  return /\/collect$/.test(pathname) && searchParams.get('v') === '2' && searchParams.has('tid')
}

/** Parses an item, in which two letters name each member: `idsku-7~nmRunner~pr59.9~qt1`. */
function itemOf(text: string): Readonly<Record<string, string>> {
  const members = text.split('~').map((part) => [part.slice(0, 2), part.slice(2)])
  return Object.fromEntries(members)
}

/** The items `pr1`, `pr2` and so on, in order. */
const itemsOf = (event: URLSearchParams) =>
  [...event].filter(([name]) => /^pr\d+$/.test(name)).map(([, text]) => itemOf(text))

function reportsOf(event: URLSearchParams, at: number): readonly Report[] {
  const sentAs = event.get('en') ?? ''
  const action = ACTION_OF[sentAs]
  if (!action) return []
  if (action === 'search')
    return [{ action, at, sentAs, fields: fieldsOf({ query: event.get('ep.search_term') }) }]
  const hasAmount = action === 'cart' || action === 'order'
  return itemsOf(event).map(({ id, nm, qt, pr }) => ({
    action,
    at,
    sentAs,
    fields: fieldsOf({
      pid: id ?? nm,
      qty: hasAmount ? (qt ?? '1') : undefined,
      price: action === 'order' ? pr : undefined,
    }),
  }))
}

/** The parameters of each event in a request. Those in the URL apply to all events. */
function eventsOf({ url, body }: Ga4Request): readonly URLSearchParams[] {
  const shared = new URL(url).searchParams
  const lines = (body ?? '').split('\n').filter(Boolean)
  if (lines.length === 0) return [shared]
  return lines.map((line) => new URLSearchParams([...shared, ...new URLSearchParams(line)]))
}

/** Reads GA4 requests, batched or not. Only e-commerce events are read. */
export function readGa4(requests: readonly Ga4Request[]): Reports {
  const hits = requests.filter(({ url }) => isGa4(url))
  const isUnreadable = ({ url, body }: Ga4Request) =>
    !new URL(url).searchParams.has('en') && body === undefined
  return {
    reports: hits.flatMap((hit) => eventsOf(hit).flatMap((event) => reportsOf(event, hit.at))),
    faults: hits.filter(isUnreadable).map(() => 'a GA4 request whose body cannot be read'),
  }
}
