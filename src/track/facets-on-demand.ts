import { now } from '../browser/clock'
import { queryWithin } from '../browser/dom'
import { withPart } from '../browser/load-part'
import { local } from '../browser/storage'
import { ignore } from '../log/event-log'
import { isGranted } from '../visitor/consent'
import type { ListContext } from '../wire/list-and-order'
import { jsonText } from '../wire/pixel-url'
import type { EventContext } from '../wire/tracker-event'
import { closestWith, read, selector } from './attributes'
import { newEventId } from './event-id'
import { type Interaction, interactionHooks } from './interactions'
import { defaultList, type List, listContaining, listOfPath } from './known-lists'
import { isChosen } from './nearby-fields'
import { pageContext } from './page-context'

/*
 * Loads the facets part when a facet is found. Until then, stores what the facets showed and which were pressed. If the page is left before
 * the part has loaded, the changes are stored for a later page.
 */

/** A facet group with its selections when it was found; `undefined` if something had been pressed before. */
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
  /** A facet group was added or changed. */
  readonly onFound: (group: Element) => void
  readonly flush: () => void
  readonly stop: () => void
}

/** One value of a facet whose press is left to a later page: its text and position, and whether it was selected before and after the presses. */
export type RawOption = readonly [
  value: string,
  position: string,
  wasChosen: boolean,
  isChosen: boolean,
]

/** Presses on the facets of a list that are left to a later page to report. */
export interface RawFacets extends EventContext {
  readonly list: ListContext
  readonly groups: readonly {
    readonly facet: string
    readonly position: string
    readonly options: readonly RawOption[]
  }[]
}

/** The prefix of the keys under which {@link RawFacets} are stored. */
export const RAW_FACETS = 'facets.'

let facets: FacetsPart | undefined
let found: FoundFacet[] = []
let queued: QueuedInteraction[] = []
let isAsked = false

const MARKS = ['facet', 'facets-apply', 'facets-reset'] as const

/** The current time and page, for events that are reported later. */
export const contextNow = (): EventContext => ({ at: now(), page: pageContext() })

const queueInteraction: Interaction = (type, path, event) => {
  if (closestWith(path, ...MARKS)) queued.push([type, path, event, contextNow()])
}

const optionsOf = (group: Element) => queryWithin(group, `${selector('value')},option`)

/** Loads the facets part, which also reports presses that earlier pages stored. */
export function fetchFacets() {
  if (isAsked) return
  isAsked = true
  type Open = (found: readonly FoundFacet[], queued: readonly QueuedInteraction[]) => FacetsPart
  void withPart<Open>('facets', (open) => {
    // Consent was denied meanwhile.
    if (!isAsked) return
    facets = open(found, queued)
    interactionHooks.facets = facets.onInteraction
    found = []
    queued = []
  })
}

/** Handles a facet group that was added or changed. */
export function onFoundFacet(group: Element) {
  if (facets) return facets.onFound(group)
  // A list whose attributes change has its groups scanned again, but what they showed first counts.
  if (!found.some((one) => one.group === group))
    found.push({ group, chosen: queued.length ? undefined : optionsOf(group).filter(isChosen) })
  interactionHooks.facets ??= queueInteraction
  fetchFacets()
}

/** The selected options after a press on one of them: a radio button becomes the only one, any other option is toggled. */
function pressed(option: Element, chosen: readonly Element[]): readonly Element[] {
  if (queryWithin(option, '[role=radio],[type=radio]')[0]) return [option]
  const others = chosen.filter((one) => one !== option)
  return others.length < chosen.length ? others : [...chosen, option]
}

/** The options that are selected after the presses so far, including presses without a visible effect yet. */
function chosenAfter({ group, chosen = [] }: FoundFacet): readonly Element[] {
  const options = optionsOf(group)
  let after: readonly Element[] = options.filter(isChosen)
  for (const [type, path] of queued) {
    const option = type === 'click' && options.find((one) => path.includes(one))
    if (option && isChosen(option) === chosen.includes(option)) after = pressed(option, after)
  }
  return after
}

function rawGroup(found: FoundFacet): RawFacets['groups'][number] {
  const { group, chosen = [] } = found
  const after = chosenAfter(found)
  const options = optionsOf(group).map((option): RawOption => {
    const value = read(option, 'value') || String((option as HTMLOptionElement).value ?? '')
    const position = read(option, 'position') ?? ''
    return [value, position, chosen.includes(option), after.includes(option)]
  })
  return { facet: read(group, 'facet') ?? '', position: read(group, 'position') ?? '', options }
}

/** Stores the pending presses for a later page. */
function keepPresses() {
  const presses = queued.filter(([type]) => /click|change/.test(type))
  const [, path, , context] = presses[presses.length - 1] ?? []
  if (!path || !context) return
  const list: List | undefined = listOfPath(path) ?? defaultList()
  const groups = found
    .filter(({ group }) => listContaining(group)?.identity === list?.identity)
    .map(rawGroup)
  const raw = list && ({ ...context, list: list.context, groups } satisfies RawFacets)
  const isKept = raw && isGranted() && local.write(RAW_FACETS + newEventId(), jsonText(raw))
  if (!isKept)
    ignore('the page was left before svc-facets.js came', {
      element: closestWith(path, ...MARKS),
      action: 'facets',
    })
}

/** The page may be unloaded: reports pending presses, or stores them for a later page. */
export function flushFacets() {
  if (facets) return facets.flush()
  keepPresses()
  // Changes that a later page reports must not be reported again on this one.
  if (queued.length) found = found.map((one) => ({ group: one.group, chosen: chosenAfter(one) }))
  queued = []
}

/** Stops the part, and drops what was stored for it. */
export function stopFacets() {
  facets?.stop()
  facets = undefined
  isAsked = false
  delete interactionHooks.facets
  found = []
  queued = []
}
