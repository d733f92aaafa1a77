import { now, whenIdle } from '../browser/clock'
import { queryWithin } from '../browser/dom'
import { withPart } from '../browser/load-part'
import { ignore } from '../log/event-log'
import { keepText } from '../send/journal'
import type { EventContext } from '../wire/event-context'
import type { ListContext } from '../wire/list-context'
import { closestWith, has, read, selector } from './attributes'
import { newEventId } from './event-id'
import { handlers, type Interaction } from './interactions'
import { listContaining } from './lists'
import { isChosen, readNearby } from './nearby-fields'
import { pageContext } from './page-context'

/*
 * Fetches the parts for facets and for orders when their attributes are met. Until a part is there, the raw facts are kept: what facets
 * showed and what was pressed, what an order said.
 */

const FACETS = 'svc-facets.js'
const ORDERS = 'svc-orders.js'

/** A facet group with what it showed as chosen when it was met; `undefined` if something had been pressed before. */
export interface FoundFacet {
  readonly group: Element
  readonly chosen: readonly Element[] | undefined
}

/** An interaction that is handled later. */
export type QueuedInteraction = readonly [...Parameters<Interaction>, context: EventContext]

/** The part for facets. */
export interface FacetsPart {
  readonly onInteraction: (
    ...interaction: readonly [...Parameters<Interaction>, context?: EventContext]
  ) => void
  /** A group came, or changed. */
  readonly onFound: (group: Element) => void
  readonly flush: () => void
  readonly stop: () => void
}

/** The part for orders, zero results and events of the server. */
export interface OrdersPart {
  /** An element came, or changed. */
  readonly onFound: (element: Element) => void
  /** The page changed. */
  readonly onScan: () => void
  readonly onRoute: () => void
  readonly flush: () => void
  readonly stop: () => void
}

/** The record of a page that is left before the part for orders came. */
export interface RawFinding extends EventContext {
  /** The id of the order, and its lines as the page shows them. */
  readonly order?: { readonly id: string; readonly lines: readonly (readonly string[])[] }
  /** The text of a block of events. */
  readonly events?: string
  /** The list that found nothing. */
  readonly empty?: ListContext
}

let facets: FacetsPart | undefined
let orders: OrdersPart | undefined
let foundFacets: FoundFacet[] = []
let queued: QueuedInteraction[] = []
let foundOthers = new Set<Element>()
let cancelFacets: (() => void) | undefined

/** This moment, for what is reported later. */
export const contextNow = (): EventContext => ({ at: now(), page: pageContext() })

const queueInteraction: Interaction = (type, path, event) => {
  if (closestWith(path, 'facet', 'facets-apply', 'facets-reset'))
    queued.push([type, path, event, contextNow()])
}

function dropQueued(reason: string) {
  for (const [type, path] of queued) {
    const element = closestWith(path, 'facet', 'facets-apply', 'facets-reset')
    if (/click|change/.test(type)) ignore(reason, { element, action: 'facets' })
  }
  queued = []
}

function fetchFacets() {
  type Open = (found: readonly FoundFacet[], queued: readonly QueuedInteraction[]) => FacetsPart
  void withPart<Open>(FACETS, (open) => {
    facets ??= open(foundFacets, queued)
    handlers.facets = facets.onInteraction
    foundFacets = queued = []
  }).then(() => {
    if (!facets) dropQueued(`${FACETS} could not be loaded`)
  })
}

/** Handles a facet group that came, or changed. */
function onFacet(group: Element) {
  if (facets) return facets.onFound(group)
  const options = queryWithin(group, `${selector('value')},option`)
  foundFacets.push({ group, chosen: queued.length ? undefined : options.filter(isChosen) })
  handlers.facets ??= queueInteraction
  cancelFacets ??= whenIdle(fetchFacets)
}

/** Handles an order, a list without results, or a block of events that came, or changed. */
function onOther(element: Element) {
  if (orders) return orders.onFound(element)
  foundOthers.add(element)
  if (foundOthers.size > 1) return
  void withPart<() => OrdersPart>(ORDERS, (open) => {
    orders = open()
    for (const found of foundOthers) orders.onFound(found)
    foundOthers = new Set()
  })
}

/** Handles the elements that a scan found beside tiles. */
export function onFoundElements(elements: readonly Element[]) {
  for (const element of elements) {
    if (has(element, 'facet')) onFacet(element)
    if (read(element, 'total') === '0' || has(element, 'order') || has(element, 'events'))
      onOther(element)
  }
  orders?.onScan()
}

/** A new route is shown. */
export const onPartsRoute = () => orders?.onRoute()

/** The texts of an order's line as the page shows them: product, quantity, price, variant. */
export const textsOfLine = (line: Element): readonly string[] => [
  read(line, 'line') ?? '',
  ...(['qty', 'price', 'variant'] as const).map((name) => readNearby(name, [line]) ?? ''),
]

/** Whether the page was read to its end. Its `readyState` would not say: Chromium calls a page complete that is left before. */
export const isParsed = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.domContentLoadedEventStart !== 0

function findingOf(element: Element): Omit<RawFinding, keyof EventContext> | undefined {
  // Half of it may be there, unless something comes after it.
  if (!isParsed() && !element.nextSibling) return
  const id = read(element, 'order')
  if (id !== undefined)
    return { order: { id, lines: queryWithin(element, selector('line')).map(textsOfLine) } }
  const events = has(element, 'events') && element.textContent
  if (events) return { events }
  const empty = listContaining(element)?.context
  return empty && { empty }
}

/** The page may go: parts report what waits; for one that is not there yet, a later page does. */
export function flushParts() {
  facets?.flush()
  orders?.flush()
  dropQueued(`the page was left before ${FACETS} came`)
  for (const element of foundOthers) {
    const finding = findingOf(element)
    const key = `9${newEventId()}`
    if (finding) keepText({ v: 2, key, part: ORDERS, content: { ...finding, ...contextNow() } })
  }
  foundOthers.clear()
}

/** Ends the parts, and forgets what was kept for them. */
export function stopParts() {
  cancelFacets?.()
  facets?.stop()
  orders?.stop()
  cancelFacets = facets = orders = undefined
  delete handlers.facets
  foundFacets = queued = []
  foundOthers = new Set()
}
