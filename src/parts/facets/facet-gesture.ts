import { type Cancel, schedule } from '../../browser/clock'
import type { ListContext } from '../../wire/list-and-order'
import type { EventContext, EventSource, FacetChanges } from '../../wire/tracker-event'
import {
  type Choice,
  changesBetween,
  choiceKey,
  type FacetState,
  type Option,
  stateFrom,
  stateOf,
} from './facet-state'

/** Changes within this time are one event. */
const GATHER_MS = 300

/** How often the page is read again, each time after twice the pause, for the effect of a press that it did not show at once. */
const LATE_READS = 5

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
  readonly list: ListContext
  readonly group: Element
  readonly context: EventContext
  /** What the facets offer, and whether the page cannot have reacted to the press yet. */
  readonly options: readonly Option[]
  readonly isBefore: boolean
  /** The facet, if the page may show the effect of this press later, because it draws the control itself. */
  readonly late: string | undefined
}

/** What the shopper does, from the first press until the page shows what is chosen. */
interface Gesture {
  /** The list that the shopper saw at the first press. The page may show the response to it before the gesture is over. */
  readonly list: ListContext
  readonly touched: ReadonlySet<Element>
  /** Of the last press. */
  readonly context: EventContext
  /** The facets of which the page may show an effect later, once for each press. */
  readonly late: readonly string[]
  /**
   * `down`: only a pointer or key went down so far. `open`: the shopper goes on, for example types, or has to press Apply. `over`: the
   * report is due. `awaited`: it was due, but the page may still show an effect.
   */
  readonly phase: 'down' | 'open' | 'over' | 'awaited'
}

/** One press causes several events, of which the first comes before any effect. */
const withPress = (before: readonly string[], late: string | undefined, isBefore: boolean) =>
  late && (isBefore || !before.includes(late)) ? [...before, late] : before

/** The facets whose effect is not visible yet. */
const withoutEffects = (late: readonly string[], found: FacetChanges = {}) =>
  late.filter((facet, index) => !(facet in found) || late.indexOf(facet) !== index)

const phaseAfter = (phase: Gesture['phase'], isBefore: boolean) =>
  phase === 'down' && !isBefore ? 'open' : phase

/** The gesture with one more press. */
const continued = (
  before: Gesture | undefined,
  { list, group, context, late }: Omit<FacetPress, 'options' | 'isBefore'>,
  isBefore: boolean,
): Gesture => ({
  list: before?.list ?? list,
  touched: new Set([...(before?.touched ?? []), group]),
  context,
  late: withPress(before?.late ?? [], late, isBefore),
  phase: phaseAfter(before?.phase ?? 'down', isBefore),
})

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
 * Tracks what is selected in a facet. A gesture reports what was chosen before it began against what is chosen when it is over, whatever the
 * page redraws in between; what the page changes outside of a gesture is not reported.
 *
 * The page's own state is authoritative, but it may be slow to update. If a press on a link or button has no visible effect in time, it
 * counts as a toggle, and a press on a radio button as its selection, until the page shows another state.
 *
 * @param optionsOf - The options that the facets offer; of several groups with one name, one of `preferred` counts.
 * @param onReport - Gets what the shopper changed, in which list, where and when.
 * @param isHeld - Whether a pointer is still down in a facet, so that the gesture goes on.
 * @param initial - What the facets offered first, as far as it is known.
 */
export function createFacetGroup(
  optionsOf: (preferred: ReadonlySet<Element>) => readonly Option[],
  onReport: (changes: FacetChanges, list: ListContext, source: EventSource) => void,
  isHeld: () => boolean,
  initial: readonly Option[],
) {
  /** The state that the page showed at the last reading. */
  let shown: FacetState = new Map()
  /** What was chosen when the last gesture was over, including what the page has changed by itself since. */
  let settled = shown
  /** Everything that was offered before the gesture, with its position. */
  let places = shown
  /** The facets that have offered something so far. */
  const known = new Set<string>()
  let gesture: Gesture | undefined
  let cancel: Cancel = () => {}
  /** In the order of the presses. */
  let pending: readonly PendingPress[] = []

  const currentState = () => pending.reduce(stateAfter, shown)
  const changes = () => changesBetween(settled, currentState(), places)
  const touched = () => gesture?.touched ?? new Set<Element>()
  const readLive = () => optionsOf(touched())

  function settle(options: readonly Option[]) {
    settled = currentState()
    places = stateOf(options.map(({ choice }) => choice))
  }

  /** Takes over what the page shows. What a facet shows when it first appears was not chosen on this page. */
  function readOptions(options: readonly Option[]) {
    const before = shown
    shown = stateFrom(options, before)
    pending = pending.filter(({ key }) => shown.has(key) === before.has(key))
    const fresh = options.filter(({ choice }) => !known.has(choice.facet))
    for (const { choice } of fresh) known.add(choice.facet)
    const own = fresh.flatMap(({ isChosen, choice }) => (isChosen ? choice : []))
    settled = new Map([...settled, ...stateOf(own)])
    if (!gesture) settle(options)
  }

  function enter(phase: Gesture['phase']) {
    if (gesture) gesture = { ...gesture, phase }
  }

  function end(options: readonly Option[]) {
    cancel()
    gesture = undefined
    settle(options)
  }

  /** Reports what has changed since the gesture began. */
  function report(over: Gesture, options: readonly Option[]) {
    const found = changes()
    const [element] = over.touched
    const late = pending.length ? over.late : withoutEffects(over.late, found)
    if (!late.length) end(options)
    else {
      gesture = { ...over, late }
      if (over.phase !== 'awaited') awaitEffect(LATE_READS)
    }
    if (!found) return
    settle(options)
    onReport(found, over.list, { ...over.context, element })
  }

  /** Reads the page again, because a script may set a value without changing an attribute. */
  function awaitEffect(reads: number, pauseMs = GATHER_MS) {
    enter('awaited')
    cancel()
    if (reads)
      cancel = schedule(() => {
        readPage()
        if (gesture?.phase === 'awaited') awaitEffect(reads - 1, 2 * pauseMs)
      }, pauseMs)
  }

  function reportNow(options = readLive()) {
    readOptions(options)
    if (gesture) report(gesture, options)
  }

  function scheduleReport() {
    if (!gesture) return
    enter('over')
    cancel()
    cancel = schedule(() => (isHeld() ? enter('open') : reportNow()), GATHER_MS)
  }

  /** Reads the state that the page shows, which may be the late effect of a press. */
  function readPage(options = readLive()) {
    readOptions(options)
    if (gesture?.phase === 'awaited' && changes()) scheduleReport()
  }

  /** Before a new press: whatever the page shows by now belongs to the earlier ones. */
  function closeEarlier(options: readonly Option[]) {
    readOptions(options)
    if (gesture?.phase === 'awaited') report(gesture, options)
    if (gesture && /down|awaited/.test(gesture.phase)) end(options)
  }

  function expect(press: PendingPress) {
    // The page may never show a selection that a later one replaced.
    pending = [...pending.filter(({ choice }) => canStay(choice, press)), press]
  }

  readOptions(initial)

  return {
    /** The groups of the gesture that is not over. Of several groups with one name, the page is read from these. */
    touched,
    readPage,
    closeEarlier,
    scheduleReport,
    /** The shopper types, or has to press Apply, so that nothing is chosen yet. */
    goOn() {
      cancel()
      enter('open')
    },
    /** The shopper has left the field. */
    endTyping() {
      if (gesture?.phase === 'open') scheduleReport()
    },
    /** The shopper pressed something. */
    press({ options, isBefore, option, isOnlyOne, ...press }: FacetPress) {
      if (isBefore) closeEarlier(options)
      gesture = continued(gesture, press, isBefore)
      const choice = option && options.find(({ element }) => element === option)?.choice
      if (choice) expect({ key: choiceKey(choice), choice, isOnlyOne })
      // The page may have updated before the press ends.
      if (!isBefore) readOptions(options)
    },
    /** Reports the gathered values now. */
    flush(options = readLive()) {
      if (gesture && /over|awaited/.test(gesture.phase)) reportNow(options)
    },
    /** The shopper cleared all selections, even if the page does not show it yet. */
    clear(options: readonly Option[]) {
      readOptions(options)
      pending = [...shown].map(([key, choice]) => ({ key, choice }))
      end(options)
    },
    stop: () => cancel(),
  }
}
