import { now } from '../browser/clock'
import { composedAncestors, matches, parentOf, queryPage } from '../browser/dom'
import { openPart } from '../browser/load-part'
import { isSearch, type ListContext } from '../wire/list-and-order'
import { closestWith, isIgnored, read, selector } from './attributes'

/** One set of results on the page. */
export interface List {
  /** The search text or the value passed to Browse, and the request id. */
  readonly context: ListContext
  /** The query or page without the request id: `query:shoes`. */
  readonly identity: string
  /** The request id if it is known; otherwise the identity and the start. */
  readonly key: string
  /** The element that names the list; `undefined` for a list named by `svc.context()`. */
  readonly element: Element | undefined
}

/** How long the list around an element is cached. A map may read values that change without a mutation. */
const FRESH_MS = 200

/** The name of the stored item with the lists that the shopper has seen in this visit. */
export const SHOWN_LISTS = 'shown-lists'

let isMemoryAsked = false

/** Loads the part that remembers request ids for later pages. */
export function fetchListMemory() {
  if (!isMemoryAsked) void openPart('list-memory')
  isMemoryAsked = true
}

let named: List | undefined
/** The page's only list, if it has been searched for. */
let only: readonly [List | undefined] | undefined
/** The list around each parent node, which all its children share. */
const around = new Map<Node | null, List | undefined>()
let readAt = 0
/** The default list at the last request. */
let lastDefault: readonly [List | undefined] | undefined

function createList(context: ListContext, start = '', element?: Element): List {
  const identity = isSearch(context) ? `query:${context.query}` : `page:${context.page}`
  return { context, identity, element, key: context.requestId || `${identity} ${start}` }
}

function listOn(element: Element): List | undefined {
  const query = read(element, 'query')
  const page = read(element, 'page')
  if (!query && !page) return undefined
  const create = (requestId: string | undefined) =>
    createList(
      { ...(query ? { query } : { page: page ?? '' }), ...(requestId && { requestId }) },
      read(element, 'start'),
      element,
    )
  const requestId = read(element, 'request-id')
  if (requestId) fetchListMemory()
  const list = create(requestId)
  // A list with attributes and no request id is the same list as the one that `svc.context()` named for the response it was rendered from.
  return list.identity === named?.identity && !list.context.requestId
    ? create(named.context.requestId)
    : list
}

/** The innermost list element on a path. A list without a name counts too, because its contents belong to no other list. */
const listElementOn = (path: readonly Element[]) => closestWith(path, 'query', 'page')

function nearest(path: readonly Element[]): List | undefined {
  const first = listElementOn(path)
  if (!first) return undefined
  for (const element of path.slice(path.indexOf(first))) {
    const list = listOn(element)
    if (list) return list
  }
  return undefined
}

function findOnly(): List | undefined {
  const [first, ...others] = [...queryPage(selector('query', 'page'))]
    .filter((element) => !isIgnored(composedAncestors(element)))
    .flatMap((element) => listOn(element) ?? [])
  return others.every(({ key }) => key === first?.key) ? first : undefined
}

/** The list for elements outside of all lists: the page's only list, or otherwise the one named by `svc.context()`. */
export function defaultList(): List | undefined {
  only ??= [findOnly()]
  return only[0] ?? named
}

/** The list that contains a path; outside of all lists, the default list. */
export const listOfPath = (path: readonly Element[]): List | undefined =>
  nearest(path) ?? (listElementOn(path) ? undefined : defaultList())

/** The list of an element; `undefined` if there is none or the element is ignored. Cached for 200 ms for siblings. */
export function listContaining(element: Element): List | undefined {
  const at = now()
  if (Math.abs(at - readAt) > FRESH_MS) {
    around.clear()
    readAt = at
  }
  const place = matches(element, selector('query', 'page', 'ignore')) ? element : parentOf(element)
  if (around.has(place)) return around.get(place)
  const path = composedAncestors(place)
  const list = isIgnored(path) ? undefined : listOfPath(path)
  if (!isIgnored(path) && !listElementOn(path)) lastDefault ??= [list]
  around.set(place, list)
  return list
}

/** Sets the list for events that the markup cannot attribute; `undefined` clears it. */
export const nameList = (context: ListContext | undefined) => {
  named = context && createList(context)
}

/** Whether the default list has changed since the last request. */
export function hasDefaultChanged(): boolean {
  if (!lastDefault) return false
  const [before] = lastDefault
  const list = defaultList()
  lastDefault = [list]
  return list?.key !== before?.key || list?.element !== before?.element
}

/** Clears the cached lists, because the page has changed. */
export function forgetLists() {
  around.clear()
  only = undefined
}
