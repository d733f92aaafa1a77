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

/** Facets of one list that become events together. */
export interface FacetBar {
  /** Believes what the page shows, unless the shopper is at it. */
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

/**
 * Starts with nothing chosen.
 *
 * The page is the truth, but it may be slow: a press on a link or a button that shows no effect in time is taken for a
 * toggle, and one on a radio for the choice of it, until the page shows something else.
 */
export function createFacetBar({ clock, moment, options, onChange }: FacetBarDeps): FacetBar {
  const nothing: FacetState = new Map()
  let shown = nothing
  let known = nothing
  let latest = nothing
  let of: List | undefined
  let last = moment()
  let cancel: Cancel | undefined
  const touched = new Set<Element>()
  const toggled = new Map<string, Choice>()
  /** By facet, the one that was pressed last of those that leave no other chosen. */
  const onlyOnes = new Map<string, readonly [key: string, Choice]>()

  function read(speaking: ReadonlySet<Element> = touched): readonly Option[] {
    const offered = options(speaking)
    latest = stateFrom(offered, latest)
    return offered
  }

  const isSlow = (key: string) => latest.has(key) === shown.has(key)

  /** What is chosen now: where the page has changed, what it shows, else what was known, but for what was pressed. */
  function next(): FacetState {
    const ones = [...onlyOnes.values()].filter(([key]) => isSlow(key))
    const isChosen = (key: string) =>
      isSlow(key) ? known.has(key) !== toggled.has(key) : latest.has(key)
    const others = [...known, ...toggled, ...latest].filter(
      ([key, { facet }]) => isChosen(key) && !ones.some(([, one]) => one.facet === facet),
    )
    return new Map([...others, ...ones])
  }

  function rest(state: FacetState) {
    cancel?.()
    cancel = undefined
    known = state
    shown = latest
    for (const done of [touched, toggled, onlyOnes]) done.clear()
  }

  function settle() {
    read()
    const state = next()
    const changes = changesBetween(known, state)
    const [element] = touched
    rest(state)
    if (changes && of) onChange(changes, of, { ...last, element })
  }

  return {
    look(group) {
      if (touched.size) return
      read(new Set(group && [group]))
      rest(next())
    },
    touch(list, group, pressed) {
      // The answer to a first choice may be shown before the event leaves, which is about what the shopper saw.
      if (!touched.size) of = list
      last = moment()
      touched.add(group)
      const offered = read()
      const choice = pressed && offered.find(({ element }) => element === pressed.option)?.choice
      if (!choice) return
      const key = choiceKey(choice)
      if (pressed.isOnlyOne) onlyOnes.set(choice.facet, [key, choice])
      else if (!toggled.delete(key)) toggled.set(key, choice)
    },
    gather() {
      if (touched.size) cancel ??= clock.schedule(settle, GATHER_MS)
    },
    flush() {
      if (cancel) settle()
    },
    clear() {
      read()
      rest(nothing)
    },
    stop: () => cancel?.(),
  }
}
