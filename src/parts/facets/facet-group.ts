import { type Cancel, now, schedule } from '../../browser/clock'
import type { List } from '../../track/known-lists'
import { pageContext } from '../../track/page-context'
import type { ListContext } from '../../wire/list-and-order'
import type { EventContext, EventSource, FacetChanges } from '../../wire/tracker-event'
import {
  type Choice,
  changesBetween,
  choiceKey,
  type FacetState,
  type Option,
  optionsIn,
  stateFrom,
} from './facet-state'

/** Changes within this time are one event. */
const GATHER_MS = 300

/** A pressed option, which the page may be slow to show as selected. */
export interface Pressed {
  readonly option: Element
  /** Selecting it deselects the facet's other options, as with radio buttons. */
  readonly isOnlyOne: boolean
}

/** A press without a visible effect so far. It does not hold the element, because a single-page application may replace it. */
interface PendingPress {
  readonly isOnlyOne?: boolean | undefined
  readonly key: string
  readonly choice: Choice
}

/** A press of the shopper on a facet. */
export interface FacetPress extends Partial<Pressed> {
  readonly list: List
  readonly group: Element
  readonly context: EventContext
  /** `false` for a press that was stored until the part loaded, because later presses may have followed it. */
  readonly isNow: boolean
}

/** Facets of one list whose changes are reported together. */
export type FacetGroup = ReturnType<typeof createFacetGroup>

/** Whether an option can stay selected beside the pressed one. */
const canStay = ({ facet }: Choice, { choice, isOnlyOne }: PendingPress) =>
  facet !== choice.facet || !isOnlyOne

function stateAfter(state: FacetState, press: PendingPress): FacetState {
  const { key, choice, isOnlyOne } = press
  const others = [...state].filter(([name, other]) => name !== key && canStay(other, press))
  return new Map(isOnlyOne || !state.has(key) ? [...others, [key, choice]] : others)
}

/**
 * Tracks what is selected in a facet. The page's own state is authoritative, but it may be slow to update. If a press on a link or button
 * has no visible effect in time, it counts as a toggle, and a press on a radio button as its selection, until the page shows another state.
 *
 * @param optionsOf - The options that the facets offer; of several groups with one name, one of `preferred` counts.
 * @param onReport - Gets what the shopper changed, in which list, where and when.
 * @param initial - The options that are selected at the start, as far as they are known.
 */
export function createFacetGroup(
  optionsOf: (preferred: ReadonlySet<Element>) => readonly Option[],
  onReport: (changes: FacetChanges, list: ListContext, source: EventSource) => void,
  initial: FacetState,
) {
  /** The state that the page showed at the last check. */
  let shown = initial
  /** The state at the last event, or at the last change that the page made by itself. */
  let reported = shown
  /** Set by the first press, and therefore before any report. */
  let listOf: ListContext
  let last: EventContext = { at: now(), page: pageContext() }
  let cancel: Cancel | undefined
  const touched = new Set<Element>()
  /** In the order of the presses. */
  let pending: readonly PendingPress[] = []

  function readOptions(options: readonly Option[]) {
    const before = shown
    shown = stateFrom(options, before)
    pending = pending.filter(({ key }) => shown.has(key) === before.has(key))
  }

  const currentState = () => pending.reduce(stateAfter, shown)

  function rest() {
    cancel?.()
    reported = currentState()
    touched.clear()
    cancel = undefined
  }

  function report() {
    readOptions(optionsOf(touched))
    const changes = changesBetween(reported, currentState())
    const [element] = touched
    rest()
    if (changes) onReport(changes, listOf, { ...last, element })
  }

  function expect(press: PendingPress) {
    // The page may never show a selection that a later one replaced.
    pending = [...pending.filter(({ choice }) => canStay(choice, press)), press]
  }

  return {
    /**
     * Reads the state that the page shows. Unless the shopper is changing facets, the page itself
     * made the changes, and they are not reported.
     */
    readPage(options: readonly Option[]) {
      readOptions(options)
      if (!touched.size) rest()
    },
    /** The shopper pressed something. */
    markChanged({ list, group, context, isNow, option, isOnlyOne }: FacetPress) {
      last = context
      // The response to the first change may be visible before the event is sent, but the event is about the list that the shopper saw.
      if (!touched.size) listOf = list.context
      touched.add(group)
      const options = optionsOf(touched)
      // An option that was pressed before the part came may have been drawn anew since.
      const offered = isNow ? options : [...options, ...optionsIn(group, 1)]
      const choice = option && offered.find(({ element }) => element === option)?.choice
      if (choice) expect({ key: choiceKey(choice), choice, isOnlyOne })
      // The page may have updated before the press ends.
      if (isNow) readOptions(options)
    },
    /** Schedules one event for the touched values. */
    scheduleReport() {
      if (touched.size) cancel ??= schedule(report, GATHER_MS)
    },
    /** Reports the gathered values now. */
    flush() {
      if (cancel) report()
    },
    /** The shopper cleared all selections, even if the page does not show it yet. */
    clear() {
      readOptions(optionsOf(touched))
      pending = [...shown].map(([key, choice]) => ({ key, choice }))
      rest()
    },
    stop: () => cancel?.(),
  }
}
