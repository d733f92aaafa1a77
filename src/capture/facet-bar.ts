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

/** Facets of one list that become events together. */
export interface FacetBar {
  /** Believes what the page shows, unless the shopper is at it. */
  readonly look: (group?: Element) => void
  /**
   * The shopper does something in a group.
   *
   * @param pressed - An option that the page may be slow to show.
   */
  readonly touch: (list: List, group: Element, pressed?: Element) => void
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
 * toggle, until the page shows something else.
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
  const pressed = new Map<string, Choice>()

  function read(speaking: ReadonlySet<Element> = touched): readonly Option[] {
    const offered = options(speaking)
    latest = stateFrom(offered, latest)
    return offered
  }

  /** What is chosen now: where the page has changed, what it shows, else what was known, but for what was pressed. */
  function next(): FacetState {
    const state = new Map<string, Choice>()
    for (const [key, choice] of [...known, ...pressed, ...latest]) {
      const isShown = latest.has(key)
      const isSlow = isShown === shown.has(key)
      if (isSlow ? known.has(key) !== pressed.has(key) : isShown) state.set(key, choice)
    }
    return state
  }

  function rest(state: FacetState) {
    cancel?.()
    cancel = undefined
    known = state
    shown = latest
    touched.clear()
    pressed.clear()
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
    touch(list, group, option) {
      // The answer to a first choice may be shown before the event leaves, which is about what the shopper saw.
      if (!touched.size) of = list
      last = moment()
      touched.add(group)
      const choice = read().find(({ element }) => option && element === option)?.choice
      const key = choice && choiceKey(choice)
      if (key && !pressed.delete(key)) pressed.set(key, choice)
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
