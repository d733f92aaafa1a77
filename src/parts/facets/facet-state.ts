import { composedAncestors } from '../../browser/dom'
import type { RangeField, ShownFacet } from '../../track/shown-facets'
import { rankText } from '../../wire/fields'
import type { FacetChange, FacetChanges, FacetValue } from '../../wire/tracker-event'

/** One value of one facet. */
export interface Choice {
  readonly facet: string
  readonly facetRank: string
  readonly value: string
  readonly rank: string
}

/** A value that a facet of the page offers. */
export interface Option {
  /** Absent for a range, which consists of several fields. */
  readonly element?: Element
  readonly isChosen: boolean
  readonly choice: Choice
}

/** Values, by {@link choiceKey}. */
export type FacetState = ReadonlyMap<string, Choice>

/** The key of a choice in a state. */
export const choiceKey = ({ facet, value }: Choice) => `${facet}\n${value}`

/** A state of these choices. */
export const stateOf = (choices: readonly Choice[]): FacetState =>
  new Map(choices.map((choice) => [choiceKey(choice), choice]))

/** The bound of a field that has no attribute for it: https://html.spec.whatwg.org/multipage/input.html#range-state-(type=range) */
const boundOf = ({ type, min, max }: RangeField, side: 'min' | 'max') => {
  const own = side === 'min' ? min : max
  if (own || type !== 'range') return own
  return side === 'min' ? '0' : '100'
}

/** A range in Browse's syntax, whose upper bound is the last field: empty while it excludes nothing, `undefined` if there is no range. */
function rangeIn(fields: readonly RangeField[]): string | undefined {
  const high = fields[fields.length - 1]
  const low = fields.length > 1 ? fields[0] : undefined
  if (!high) return undefined
  const isNarrowed =
    (low?.value && low.value !== boundOf(low, 'min')) ||
    (high.value && high.value !== boundOf(high, 'max'))
  return isNarrowed
    ? `${low?.value || boundOf(low ?? high, 'min') || '*'} TO ${high.value || boundOf(high, 'max') || '*'}`
    : ''
}

/**
 * The values that a facet offers, and whether they are selected.
 *
 * @param rank - The facet's position among those of its list, used if the page gives none.
 */
export function optionsOf({ facet, position, options, range }: ShownFacet, rank: number): Option[] {
  const facetRank = rankText(position) ?? String(rank)
  const offered = options.map(
    ([value, place, isChosen, element], index): Option => ({
      element,
      isChosen,
      choice: { facet, facetRank, value, rank: rankText(place) ?? String(index + 1) },
    }),
  )
  const value = rangeIn(range)
  if (value === undefined) return offered
  return [...offered, { isChosen: value !== '', choice: { facet, facetRank, value, rank: '1' } }]
}

/** The selected options; facets that currently offer none keep their earlier selections. */
export function stateFrom(options: readonly Option[], before: FacetState): FacetState {
  const offered = new Set(options.map(({ choice }) => choice.facet))
  return stateOf([
    ...[...before.values()].filter(({ facet }) => !offered.has(facet)),
    ...options.filter((option) => option.isChosen).map(({ choice }) => choice),
  ])
}

/**
 * The changes between two states in the tracker's form; `undefined` if the states are equal.
 *
 * @param places - Values with the positions that they had when they were pressed.
 */
export function changesBetween(
  before: FacetState,
  after: FacetState,
  places: FacetState = new Map(),
): FacetChanges | undefined {
  const changes = new Map<string, FacetChange>()
  const note = (from: FacetState, to: FacetState, side: 'selected' | 'deselected') => {
    for (const [key, choice] of to) {
      if (from.has(key)) continue
      const { facet, facetRank, value, rank } = places.get(key) ?? choice
      const change = changes.get(facet) ?? { prank: facetRank }
      const values: readonly FacetValue[] = [...(change[side] ?? []), { prank: rank, val: value }]
      changes.set(facet, { ...change, [side]: values })
    }
  }
  note(before, after, 'selected')
  note(after, before, 'deselected')
  return changes.size ? Object.fromEntries(changes) : undefined
}

/** For each Apply control, the innermost element around it that holds a facet: the panel that it applies. */
export function panelsOf(controls: readonly Element[], groups: readonly Element[]) {
  const around = new Set(controls[0] && groups.flatMap(composedAncestors))
  return controls.map((control) => composedAncestors(control).find((part) => around.has(part)))
}
