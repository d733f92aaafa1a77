import { queryPage, queryWithin } from '../browser/dom'
import { hooks, type Interaction } from '../browser/hooks'
import { withPart } from '../browser/load-part'
import { local } from '../browser/storage'
import { ignore } from '../log/event-log'
import { accountKey } from '../settings/account-key'
import type { ListContext } from '../wire/list-and-order'
import { jsonText } from '../wire/pixel-url'
import type { EventContext } from '../wire/tracker-event'
import { closestWith, selector } from './attributes'
import { newEventId } from './event-id'
import { defaultList, type List, listOfPath } from './known-lists'
import { contextNow } from './page-context'
import { chosenIn, readFacet, type ShownFacet, type ShownOption } from './shown-facets'

/*
 * Loads the facets part when a facet is found. Until then, notes what the facets show at each press. If the page is left before the part
 * has loaded, the changes are stored for a later page.
 */

/** An interaction that is handled later, with what all facets showed when it began. */
export interface QueuedInteraction {
  readonly interaction: Parameters<Interaction>
  readonly context: EventContext
  readonly list: List | undefined
  readonly shown: readonly ShownFacet[]
}

/** The part for facets. */
export interface FacetsPart {
  readonly onInteraction: Interaction
  /** A facet group was added or changed. */
  readonly onFound: (group: Element) => void
  readonly flush: () => void
  readonly stop: () => void
}

/** One value of a facet whose press is left to a later page: its text and position, and whether it was selected before and after the presses. */
export type RawOption = readonly [
  value: string,
  position: string | undefined,
  wasChosen: boolean,
  isChosen: boolean,
]

/** Presses on the facets of a list that are left to a later page to report. */
export interface RawFacets extends EventContext {
  readonly list: ListContext
  readonly groups: readonly {
    readonly facet: string
    readonly position: string | undefined
    readonly options: readonly RawOption[]
  }[]
}

/** The prefix of the keys under which this account's {@link RawFacets} are stored. */
export const rawFacets = (): string => `${accountKey('facets')}.`

let facets: FacetsPart | undefined
/** What the facets showed when they were found, or at the last press. */
let shown: readonly ShownFacet[] = []
let queued: QueuedInteraction[] = []
let isAsked = false

/** What a shopper presses to change facets. */
export const FACET_MARKS = ['facet', 'facets-apply', 'facets-reset'] as const

/** Notes what the facets show now. A group that the page has replaced is forgotten; one that it has only removed is not. */
function readShown() {
  shown = shown
    .filter(
      ({ group, facet }) =>
        group.isConnected ||
        !shown.some((other) => other.facet === facet && other.group.isConnected),
    )
    .map((one) => (one.group.isConnected ? readFacet(one.group) : one))
}

/** What a group showed first counts, even if its list is scanned again because its attributes changed. */
function noteFacet(group: Element) {
  if (!shown.some((one) => one.group === group)) shown = [...shown, readFacet(group)]
}

const queueInteraction: Interaction = (...interaction) => {
  const [type, path] = interaction
  // A pointer may go up anywhere.
  if (path[0] && !closestWith(path, ...FACET_MARKS)) return
  // A drag causes many input events.
  if (type !== 'input') {
    // The page may have drawn groups since the last scan.
    for (const group of queryPage(selector('facet'))) noteFacet(group)
    readShown()
  }
  queued.push({
    interaction,
    context: contextNow(),
    list: listOfPath(path) ?? defaultList(),
    shown,
  })
}

/** Loads the facets part, which also reports presses that earlier pages stored. */
export function fetchFacets() {
  if (isAsked) return
  isAsked = true
  type Open = (shown: readonly ShownFacet[], queued: readonly QueuedInteraction[]) => FacetsPart
  void withPart<Open>('facets', (open) => {
    // Consent was denied meanwhile.
    if (!isAsked) return
    facets = open(shown, queued)
    hooks.onFacetInteraction = facets.onInteraction
    shown = []
    queued = []
  })
}

/** Notes presses until the part has loaded. A facet may be pressed before a scan has found it. */
export function awaitFacets() {
  hooks.onFacetInteraction ??= queueInteraction
  fetchFacets()
}

/** Handles a facet group that was added or changed. */
export function onFoundFacet(group: Element) {
  if (facets) return facets.onFound(group)
  noteFacet(group)
  awaitFacets()
}

/** The selected values after a press on one of them: a radio button becomes the only one, any other option is toggled. */
function pressed([value, , , option]: ShownOption, chosen: readonly string[]): readonly string[] {
  if (queryWithin(option, '[role=radio],[type=radio]')[0]) return [value]
  const others = chosen.filter((one) => one !== value)
  return others.length < chosen.length ? others : [...chosen, value]
}

/** The option of a group that an interaction pressed. */
const optionOf = ({ interaction: [type, path], shown }: QueuedInteraction, group: Element) =>
  shown
    .find((one) => one.group === group)
    ?.options.find(([, , , element]) => type === 'click' && path.includes(element))

/** The values that are selected in a group after the presses so far, including presses without a visible effect yet. */
function chosenAfter({ group, options }: ShownFacet, before: readonly string[]): readonly string[] {
  const visible = chosenIn(options)
  const isUnshown = ([value]: ShownOption) => visible.includes(value) === before.includes(value)
  return queued
    .map((one) => optionOf(one, group))
    .filter((option) => option !== undefined)
    .filter(isUnshown)
    .reduce((after, option) => pressed(option, after), visible)
}

/** Stores the pending presses for a later page. */
function keepPresses() {
  const presses = queued.filter(({ interaction: [type] }) => /click|change/.test(type))
  const { interaction, context, list } = presses[presses.length - 1] ?? {}
  if (!interaction) return
  const first = queued[0]?.shown ?? []
  readShown()
  const groups = shown
    .filter((one) => one.list?.identity === list?.identity)
    .map((one) => {
      const before = chosenIn(first.find(({ facet }) => facet === one.facet)?.options ?? [])
      const after = chosenAfter(one, before)
      const options = one.options.map(
        ([value, position]): RawOption => [
          value,
          position,
          before.includes(value),
          after.includes(value),
        ],
      )
      return { facet: one.facet, position: one.position, options }
    })
  const raw = list && context && ({ ...context, list: list.context, groups } satisfies RawFacets)
  const isKept = raw && local.write(rawFacets() + newEventId(), jsonText(raw))
  if (!isKept)
    ignore('the page was left before svc-facets.js came', {
      element: closestWith(interaction[1], ...FACET_MARKS),
      action: 'facets',
    })
}

/** The page may be unloaded: reports pending presses, or stores them for a later page. */
export function flushFacets() {
  if (facets) return facets.flush()
  keepPresses()
  // Changes that a later page reports must not be reported again on this one.
  queued = []
}

/** Stops the part, and drops what was stored for it. */
export function stopFacets() {
  facets?.stop()
  facets = undefined
  isAsked = false
  delete hooks.onFacetInteraction
  shown = []
  queued = []
}
