import type { FacetChanges, Moment, Origin } from '../events'
import type { Cancel, Clock } from '../platform/clock'
import {
  type Choice,
  changesBetween,
  choiceKey,
  type FacetState,
  type Option,
  stateFrom,
} from './facet-state'
import type { List } from './list'

/** Changes within this time are one event. */
const GATHER_MS = 300

export interface FacetBarDeps {
  readonly clock: Clock
  /** Now, and the page that is shown. */
  readonly moment: () => Moment
  /** What the facets offer; where several groups have one name, one of `speaking` speaks for them. */
  readonly options: (speaking: ReadonlySet<Element>) => readonly Option[]
  /** Hears what the shopper changed, of which list, where and when. */
  readonly onChange: (changes: FacetChanges, list: List, origin: Origin) => void
}

/** What the shopper pressed, and the page may be slow to show. */
export interface Pressed {
  readonly option: Element
  /** The others of its facet are no longer chosen then, as with radios. */
  readonly isOnlyOne: boolean
}

/** A press that the page shows no effect of yet. */
interface Waiting extends Partial<Pressed> {
  readonly key: string
  readonly choice: Choice
}

/** Facets of one list that become events together. */
export interface FacetBar {
  /** Believes what the page shows. Unless the shopper is at it, what has changed was done by the page, and is not told. */
  readonly look: (group?: Element) => void
  /** The shopper does something in a group. */
  readonly touch: (list: List, group: Element, pressed?: Pressed) => void
  /** What was touched becomes one event, soon. */
  readonly gather: () => void
  /** What is being gathered becomes an event now. */
  readonly flush: () => void
  /** Everything is cleared, whether the page shows it yet or not. */
  readonly clear: () => void
  readonly stop: () => void
}

/** Whether a choice can stand beside the one that was pressed. */
const canStay = ({ facet }: Choice, { choice, isOnlyOne }: Waiting) =>
  facet !== choice.facet || !isOnlyOne

function afterPress(state: FacetState, one: Waiting): FacetState {
  const { key, choice, isOnlyOne } = one
  const others = [...state].filter(([name, other]) => name !== key && canStay(other, one))
  return new Map(isOnlyOne || !state.has(key) ? [...others, [key, choice]] : others)
}

/**
 * Starts with nothing chosen.
 *
 * The page is the truth, but it may be slow: a press on a link or a button that shows no effect in time is taken for a
 * toggle, and one on a radio for the choice of it, until the page shows something else.
 */
export function createFacetBar({ clock, moment, options, onChange }: FacetBarDeps): FacetBar {
  /** What the page showed when it was looked at last. */
  let shown: FacetState = new Map()
  /** What was chosen when the last event left, or the page was looked at while nobody was at it. */
  let told = shown
  let of: List | undefined
  let last = moment()
  let cancel: Cancel | undefined
  const touched = new Set<Element>()
  /** In the order of the presses. */
  let waiting: readonly Waiting[] = []

  /** Believes what the page shows; a press that shows there is waited for no longer. */
  function read(offered = options(touched)) {
    const before = shown
    shown = stateFrom(offered, before)
    waiting = waiting.filter(({ key }) => shown.has(key) === before.has(key))
  }

  /** What is chosen, for all that is known. */
  const now = () => waiting.reduce(afterPress, shown)

  function press(one: Waiting) {
    // The page may never show a choice that another one took the place of.
    waiting = [...waiting.filter(({ choice }) => canStay(choice, one)), one]
  }

  function rest() {
    cancel?.()
    cancel = undefined
    told = now()
    touched.clear()
  }

  function settle() {
    read()
    const changes = changesBetween(told, now())
    const [element] = touched
    rest()
    if (changes && of) onChange(changes, of, { ...last, element })
  }

  return {
    look(group) {
      if (touched.size) return read()
      read(options(new Set(group && [group])))
      rest()
    },
    touch(list, group, pressed) {
      // The answer to a first choice may be shown before the event leaves, which is about what the shopper saw.
      if (!touched.size) of = list
      last = moment()
      touched.add(group)
      const offered = options(touched)
      const choice = pressed && offered.find(({ element }) => element === pressed.option)?.choice
      if (choice) press({ ...pressed, key: choiceKey(choice), choice })
      // A page may have answered before the press is over.
      read(offered)
    },
    gather() {
      if (touched.size) cancel ??= clock.schedule(settle, GATHER_MS)
    },
    flush() {
      if (cancel) settle()
    },
    clear() {
      read()
      waiting = [...shown].map(([key, choice]) => ({ key, choice }))
      rest()
    },
    stop: () => cancel?.(),
  }
}
