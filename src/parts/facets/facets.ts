import { now } from '../../browser/clock'
import { composedAncestors, matches, queryPage, queryWithin } from '../../browser/dom'
import { ignore } from '../../log/event-log'
import { type AttributeName, closestWith, read, selector } from '../../track/attributes'
import type { FacetsPart, FoundFacet, QueuedInteraction } from '../../track/facets-on-demand'
import { defaultList, type List, listOfPath } from '../../track/known-lists'
import { pageContext, scrubFacets } from '../../track/page-context'
import { record } from '../../track/record'
import { type ListContext, listFields } from '../../wire/list-and-order'
import type { EventContext, EventSource, FacetsData } from '../../wire/tracker-event'
import { createFacetGroup, type FacetGroup, type Pressed } from './facet-group'
import { listOfFacet } from './facet-list'
import { type FacetState, type Option, optionsIn, panelsOf, RANGE, stateFrom } from './facet-state'

/*
 * Reports the values that the shopper selects, deselects and clears in the facets of each list.
 * More than 150 lines because a press, a redraw and an Apply control change the same groups.
 */

/** Controls that show their new state at once. */
const PROMPT = 'input,select'

/** Controls of which only one is selected at a time, except the last kind. */
const ONE_OF_MANY = '[role=radio],[type=radio],[role=option]'

const OF_SEVERAL = '[aria-multiselectable=true]'

/** Events that precede or accompany a change. */
const RELEVANT = /^(pointerdown|keydown|input|click|change)$/

/** Controls in a facet come before the facet. */
const ATTRIBUTES = ['facets-reset', 'facets-apply', 'facet'] as const

const action = 'facets'

/** How many lists' facets are remembered; more than a page shows. */
const CAPACITY = 99

/** By panel and identity of the list. */
const facetGroups = new Map<string, FacetGroup>()

/** The state before the queued presses, while they are being handled. */
let initial: FacetState = new Map()

const found = (name: AttributeName): readonly Element[] => [...queryPage(selector(name))]

/** The index of the Apply control's panel that contains a path; -1 if there is none. */
const panelOf = (path: readonly Element[]): number =>
  panelsOf(found('facets-apply'), found('facet')).findIndex(
    (panel) => panel && path.includes(panel),
  )

/** A list's groups by facet. If several share a name (one may be for phones), a preferred one is used. */
function groupsOf(identity: string, preferred: ReadonlySet<Element>): Element[] {
  const groups = new Map<string, Element>()
  for (const group of found('facet')) {
    const name = read(group, 'facet')
    const list = name && (!groups.has(name) || preferred.has(group)) && listOfFacet(group)
    if (list && list.identity === identity) groups.set(name, group)
  }
  return [...groups.values()]
}

function optionsOf(identity: string, panel: number, preferred: ReadonlySet<Element>): Option[] {
  return groupsOf(identity, preferred).flatMap((group, index) =>
    panelOf(composedAncestors(group)) === panel ? optionsIn(group, index + 1) : [],
  )
}

const recordFacets = (facets: FacetsData['facets'], list: ListContext, source: EventSource) =>
  record({ action, data: { ...listFields(list), facets: scrubFacets(facets) } }, source)

/** The facets that are reported together: those of a panel with an Apply control, or those outside of all panels. */
function facetGroupOf({ identity }: List, panel: number): FacetGroup {
  const key = `${panel} ${identity}`
  const group =
    facetGroups.get(key) ??
    createFacetGroup((preferred) => optionsOf(identity, panel, preferred), recordFacets, initial)
  if (facetGroups.size > CAPACITY) facetGroups.clear()
  facetGroups.set(key, group)
  return group
}

/** Whether an event can mean a selection. Typing in a range is one, although the page does not show it yet. */
function isChoosing(type: string, target: Element, { key }: KeyboardEvent): boolean {
  if (type === 'input') return matches(target, RANGE)
  return type === 'keydown' ? key !== 'Tab' && !matches(target, PROMPT) : type !== 'pointerdown'
}

/** A pressed option, which the page may be slow to show as selected. */
function slowOption(path: readonly Element[]): Pressed | undefined {
  const option = closestWith(path, 'value')
  const isIn = (sign: string) => path.some((part) => matches(part, sign))
  const has = (sign: string) => queryWithin(option as Element, sign).length > 0
  // When a link accompanies a check box, the page's script checks the box.
  if (!option || isIn('[aria-disabled=true]') || (has(PROMPT) && !isIn('a'))) return undefined
  return { option, isOnlyOne: has(ONE_OF_MANY) && !isIn(OF_SEVERAL) }
}

function reset(list: List, source: EventSource) {
  for (const [key, group] of facetGroups) {
    if (!key.endsWith(` ${list.identity}`)) continue
    group.flush()
    group.clear()
  }
  recordFacets({ unxFacetsReset: true }, list.context, source)
}

type Given = readonly [type: string, path: readonly Element[], event: Event, context: EventContext]

function choose(list: List, group: Element, given: Given, isNow: boolean) {
  const [type, path, event, context] = given
  if (!isChoosing(type, path[0] as Element, event as KeyboardEvent)) return
  const panel = panelOf(path)
  const facets = facetGroupOf(list, panel)
  facets.markChanged({
    list,
    group,
    context,
    isNow,
    ...(type === 'click' && slowOption(path)),
  })
  if (type !== 'input' && panel < 0) facets.scheduleReport()
}

/** @param isNow - Whether the page still shows the state at the time of the press: `false` for presses that are handled later. */
function act(name: AttributeName, list: List, given: Given, isNow: boolean) {
  const [type, path, , context] = given
  const element = closestWith(path, name) as Element
  const panel = panelOf(path)
  const group = facetGroupOf(list, panel)
  if (isNow && type.endsWith('down'))
    group.readPage(optionsOf(list.identity, panel, new Set([element])))
  if (name === 'facet') choose(list, element, given, isNow)
  else if (type !== 'click') return
  else if (name === 'facets-apply') group.scheduleReport()
  else reset(list, { element, ...context })
}

const onInteraction: FacetsPart['onInteraction'] = (type, path, event, then) => {
  const context = then ?? { at: now(), page: pageContext() }
  const name = ATTRIBUTES.find((one) => closestWith(path, one))
  if (!name || !RELEVANT.test(type)) return
  const list = listOfPath(path) ?? defaultList()
  if (list) act(name, list, [type, path, event, context], !then)
  else if (type === 'click')
    ignore('a facet without a list', { action, element: closestWith(path, name) })
}

/** A group was added. The selections that it already shows were not made on this page. */
function onFound(group: Element) {
  const list = listOfFacet(group)
  if (!list) return
  const panel = panelOf(composedAncestors(group))
  facetGroupOf(list, panel).readPage(optionsOf(list.identity, panel, new Set()))
}

/** The state that facets showed when they were first found. They may have left the page since. */
function stateThen(facets: readonly FoundFacet[]): FacetState {
  const names = [...new Set(facets.map(({ group }) => read(group, 'facet')))]
  return facets.reduce<FacetState>((state, { group, chosen }) => {
    if (!chosen) return state
    const options = optionsIn(group, names.indexOf(read(group, 'facet')) + 1)
    const before = options.map((option) =>
      option.element ? { ...option, isChosen: chosen.includes(option.element) } : option,
    )
    return stateFrom(before, state)
  }, new Map())
}

/**
 * Starts with what the facets showed when they were found, and with the presses since then. The
 * page may have redrawn the facets in the meantime.
 *
 * @param queued - The presses, with their time and page.
 */
export function startFacets(
  facets: readonly FoundFacet[],
  queued: readonly QueuedInteraction[],
): FacetsPart {
  initial = stateThen(facets)
  for (const interaction of queued) onInteraction(...interaction)
  initial = new Map()
  for (const { group } of facets) onFound(group)
  return {
    onInteraction,
    onFound,
    flush() {
      for (const group of facetGroups.values()) group.flush()
    },
    stop() {
      for (const group of facetGroups.values()) group.stop()
      facetGroups.clear()
    },
  }
}
