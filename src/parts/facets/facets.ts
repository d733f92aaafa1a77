import { composedAncestors, matches, queryPage, queryWithin } from '../../browser/dom'
import { ignore } from '../../log/event-log'
import { type AttributeName, closestWith, selector } from '../../track/attributes'
import type { FacetsPart, QueuedInteraction } from '../../track/facets-on-demand'
import { defaultList, type List, listOfPath } from '../../track/known-lists'
import { contextNow, scrubFacets } from '../../track/page-context'
import { record } from '../../track/record'
import { readFacet, type ShownFacet } from '../../track/shown-facets'
import { type ListContext, listFields } from '../../wire/list-and-order'
import type { EventSource, FacetsData } from '../../wire/tracker-event'
import { createFacetGroup, type FacetGroup, type Pressed } from './facet-gesture'
import { type Option, optionsOf, panelsOf } from './facet-state'

/*
 * Reports the values that the shopper selects, deselects and clears in the facets of each list.
 * More than 150 lines because a press, a redraw and an Apply control change the same groups.
 */

/** Controls that show their new state at once. */
const PROMPT = 'input,select'

/** Fields of a range: one that is dragged, and one that is typed in. */
const SLIDER = '[type=range]'
const NUMBER = '[type=number]'

/** Fields in a facet that hold no value of it, such as one that searches its options. */
const TEXT_FIELD = 'textarea,input:not([type=checkbox],[type=radio],[type=range],[type=number])'

/** Controls of which only one is selected at a time, except the last kind. */
const ONE_OF_MANY = '[role=radio],[type=radio],[role=option]'

const OF_SEVERAL = '[aria-multiselectable=true]'

/** Controls in a facet that may change it without being a value, such as the cross that clears it; not those that only show more. */
const CONTROL = 'a,button:not([aria-expanded])'

/** Events that precede or accompany a change. */
const RELEVANT = /^(pointerdown|keydown|input|click|change)$/

/** Controls in a facet come before the facet. */
const ATTRIBUTES = ['facets-reset', 'facets-apply', 'facet'] as const

const action = 'facets'

/** How many lists' facets are remembered; more than a page shows. */
const CAPACITY = 99

/** What the facets showed before the queued presses, while they are being handled. */
let initial: readonly ShownFacet[] | undefined

/** Ends a gesture whose pointer is down. The gesture goes on until the pointer is released, wherever that is. */
let onRelease: (() => void) | undefined

const found = (name: AttributeName): readonly Element[] => [...queryPage(selector(name))]

/** The index of the Apply control's panel that contains a path; -1 if there is none. */
const panelOf = (path: readonly Element[]): number =>
  panelsOf(found('facets-apply'), found('facet')).findIndex(
    (panel) => panel && path.includes(panel),
  )

/** What the facets of the page show. */
const readFacets = (): readonly ShownFacet[] => found('facet').map(readFacet)

/** The facets that are reported together: those of a panel with an Apply control, or those outside of all panels. */
interface Scope {
  /** Without its element: a route that the page has left must not stay in memory. */
  readonly list: Pick<List, 'identity' | 'context'>
  readonly panel: number
}

const scopeOf = ({ identity, context }: List, path: readonly Element[]): Scope => ({
  list: { identity, context },
  panel: panelOf(path),
})

/** By panel and identity of the list. */
const facetGroups = new Map<string, { readonly scope: Scope; readonly group: FacetGroup }>()

/** The options of a scope. If several groups share a name (one may be for phones), a preferred one is used. */
function optionsIn(
  { list, panel }: Scope,
  facets: readonly ShownFacet[],
  preferred: ReadonlySet<Element>,
): readonly Option[] {
  const groups = new Map<string, ShownFacet>()
  for (const one of facets)
    if (
      one.facet &&
      one.list?.identity === list.identity &&
      (!groups.has(one.facet) || preferred.has(one.group))
    )
      groups.set(one.facet, one)
  return [...groups.values()].flatMap((one, index) =>
    panelOf(composedAncestors(one.group)) === panel ? optionsOf(one, index + 1) : [],
  )
}

const recordFacets = (facets: FacetsData['facets'], list: ListContext, source: EventSource) =>
  record({ action, data: { ...listFields(list), facets: scrubFacets(facets) } }, source)

function facetGroupOf(scope: Scope): FacetGroup {
  const key = `${scope.panel} ${scope.list.identity}`
  const known = facetGroups.get(key)
  if (known) return known.group
  const group = createFacetGroup(
    (preferred) => optionsIn(scope, readFacets(), preferred),
    recordFacets,
    () => onRelease !== undefined,
    initial ? optionsIn(scope, initial, new Set()) : [],
  )
  if (facetGroups.size > CAPACITY) facetGroups.clear()
  facetGroups.set(key, { scope, group })
  return group
}

/** A pressed option that the page draws itself, so that it may be slow to show as selected. */
function slowOption(path: readonly Element[]): Pressed | undefined {
  const option = closestWith(path, 'value')
  const isIn = (sign: string) => path.some((part) => matches(part, sign))
  const has = (sign: string) => queryWithin(option as Element, sign).length > 0
  // When a link accompanies a check box, the page's script checks the box.
  if (!option || isIn('[aria-disabled=true]') || (has(PROMPT) && !isIn('a'))) return undefined
  return { option, isOnlyOne: has(ONE_OF_MANY) && !isIn(OF_SEVERAL) }
}

function reset(list: List, { context, shown }: QueuedInteraction, element: Element) {
  for (const { group, scope } of facetGroups.values()) {
    if (scope.list.identity !== list.identity) continue
    const options = optionsIn(scope, shown, group.touched())
    group.flush(options)
    group.clear(options)
  }
  recordFacets({ unxFacetsReset: true }, list.context, { element, ...context })
}

/** What a key that goes down in a facet means for a gesture. */
function meaningOfKey(target: Element, key: string) {
  if (matches(target, NUMBER)) return /^(Tab|Enter)$/.test(key) ? 'end' : 'typing'
  if (key === 'Tab') return undefined
  return matches(target, PROMPT) && !matches(target, SLIDER) ? 'part' : 'end'
}

/** What an event in a facet means: nothing, a part of a gesture, or its end. Typing goes on until the field is left. */
function meaningOf(type: string, target: Element, { key }: KeyboardEvent) {
  if (type === 'keydown') return meaningOfKey(target, key)
  if (type === 'input' && matches(target, NUMBER)) return 'typing'
  if (type === 'input') return matches(target, SLIDER) ? 'part' : undefined
  return type === 'pointerdown' ? 'part' : 'end'
}

function choose(
  scope: Scope,
  group: Element,
  given: QueuedInteraction,
  options: readonly Option[],
) {
  const { interaction, context } = given
  const [type, path, event] = interaction
  const target = path[0] as Element
  const facets = facetGroupOf(scope)
  const meaning = meaningOf(type, target, event as KeyboardEvent)
  if (!meaning) return
  if (matches(target, TEXT_FIELD)) return facets.closeEarlier(options)
  const pressed = slowOption(path)
  const { facet, range } = readFacet(group)
  const isControl = path.slice(0, path.indexOf(group)).some((part) => matches(part, CONTROL))
  facets.press({
    list: scope.list.context,
    group,
    context,
    options,
    isBefore: /down$/.test(type),
    // A check box may be the page's own, which is shown as checked when the shop has answered.
    late: closestWith(path, 'value') || range.length || isControl ? facet : undefined,
    ...(type === 'click' && pressed),
  })
  // Apply ends the gestures in its panel.
  const onEnd = scope.panel < 0 ? facets.scheduleReport : facets.goOn
  if (type === 'pointerdown') onRelease = onEnd
  if (meaning === 'end') onEnd()
  if (meaning === 'typing') facets.goOn()
}

function act(name: AttributeName, list: List, given: QueuedInteraction) {
  const { interaction, shown } = given
  const [type, path] = interaction
  const element = closestWith(path, name) as Element
  const scope = scopeOf(list, path)
  const group = facetGroupOf(scope)
  const preferred = name === 'facet' ? new Set([element]) : group.touched()
  const options = optionsIn(scope, shown, preferred)
  if (name === 'facet') choose(scope, element, given, options)
  else if (/down$/.test(type)) group.readPage(options)
  else if (type !== 'click') return
  else if (name === 'facets-apply') group.scheduleReport()
  else reset(list, given, element)
}

/**
 * The release of a pointer ends a gesture, and so does a press elsewhere: a field that is typed in does not fire `change` if the page has
 * redrawn it.
 */
function release(type: string) {
  onRelease?.()
  onRelease = undefined
  if (type === 'pointerdown')
    for (const { scope, group } of facetGroups.values()) if (scope.panel < 0) group.endTyping()
}

function handle(given: QueuedInteraction) {
  const { interaction, list } = given
  const [type, path] = interaction
  if (type.startsWith('pointer')) release(type)
  const name = ATTRIBUTES.find((one) => closestWith(path, one))
  if (!name || !RELEVANT.test(type)) return
  if (list) act(name, list, given)
  else if (type === 'click')
    ignore('a facet without a list', { action, element: closestWith(path, name) })
}

const onInteraction: FacetsPart['onInteraction'] = (...interaction) => {
  const [type, path] = interaction
  if (!RELEVANT.test(type) || !closestWith(path, ...ATTRIBUTES))
    return type.startsWith('pointer') ? release(type) : undefined
  const list = listOfPath(path) ?? defaultList()
  handle({ interaction, list, context: contextNow(), shown: readFacets() })
}

/** A group was added. The selections that it already shows were not made on this page. */
function onFound(group: Element) {
  const { list } = readFacet(group)
  if (!list) return
  const scope = scopeOf(list, composedAncestors(group))
  facetGroupOf(scope).readPage()
}

/**
 * Starts with what the facets showed when they were found, and with the presses since then. The
 * page may have redrawn or removed the facets in the meantime.
 *
 * @param shown - What the facets showed at the last press, or when they were found.
 * @param queued - The presses, each with its time, its page and what the facets showed.
 */
export function startFacets(
  shown: readonly ShownFacet[],
  queued: readonly QueuedInteraction[],
): FacetsPart {
  initial = queued[0]?.shown ?? shown
  queued.forEach(handle)
  initial = undefined
  for (const { group } of shown) if (group.isConnected) onFound(group)
  return {
    onInteraction,
    onFound,
    flush() {
      for (const { group } of facetGroups.values()) group.flush()
    },
    stop() {
      onRelease = undefined
      for (const { group } of facetGroups.values()) group.stop()
      facetGroups.clear()
    },
  }
}
