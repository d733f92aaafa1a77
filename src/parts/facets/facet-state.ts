import { composedAncestors, queryWithin } from '../../browser/dom'
import { read, selector } from '../../track/attributes'
import { isChosen } from '../../track/nearby-fields'
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

/** The selected values, by facet and value. */
export type FacetState = ReadonlyMap<string, Choice>

/** The key of a choice in a state. */
export const choiceKey = ({ facet, value }: Choice) => `${facet}\n${value}`

/** The fields that make a range: the upper bound is the last of them. */
export const RANGE = '[type=range],[type=number]'

/** The bound of a field that has no attribute for it: https://html.spec.whatwg.org/multipage/input.html#range-state-(type=range) */
const boundOf = ({ type, min, max }: HTMLInputElement, side: 'min' | 'max') => {
  const own = side === 'min' ? min : max
  if (own || type !== 'range') return own
  return side === 'min' ? '0' : '100'
}

/** A range in Browse's syntax: empty while it excludes nothing, `undefined` if there is no range. */
function rangeIn(group: Element): string | undefined {
  const fields = queryWithin(group, RANGE) as HTMLInputElement[]
  const high = fields.pop()
  const [low] = fields
  if (!high) return undefined
  const isNarrowed =
    (low?.value && low.value !== boundOf(low, 'min')) ||
    (high.value && high.value !== boundOf(high, 'max'))
  return isNarrowed
    ? `${low?.value || boundOf(low ?? high, 'min') || '*'} TO ${high.value || boundOf(high, 'max') || '*'}`
    : ''
}

/** A plain `<option>` needs no attribute. */
const ownValue = (element: Element) => (element instanceof HTMLOptionElement ? element.value : '')

/**
 * The values that a facet on the page offers, and whether they are selected.
 *
 * @param rank - The facet's position among those of its list, used if the page gives none.
 */
export function optionsIn(group: Element, rank: number): Option[] {
  const facet = read(group, 'facet') ?? ''
  const facetRank = rankText(read(group, 'position')) ?? String(rank)
  const options = queryWithin(group, `${selector('value')},option`)
    .map((element) => ({ element, value: read(element, 'value') || ownValue(element) }))
    .filter(({ value }) => value)
    .map(({ element, value }, index) => ({
      element,
      isChosen: isChosen(element),
      choice: {
        facet,
        facetRank,
        value,
        rank: (element !== group && rankText(read(element, 'position'))) || String(index + 1),
      },
    }))
  const value = rangeIn(group)
  if (value === undefined) return options
  return [...options, { isChosen: value !== '', choice: { facet, facetRank, value, rank: '1' } }]
}

/** The selected options; facets that currently offer none keep their earlier selections. */
export function stateFrom(options: readonly Option[], before: FacetState): FacetState {
  const offered = new Set(options.map(({ choice }) => choice.facet))
  const choices = [
    ...[...before.values()].filter(({ facet }) => !offered.has(facet)),
    ...options.filter((option) => option.isChosen).map(({ choice }) => choice),
  ]
  return new Map(choices.map((choice) => [choiceKey(choice), choice]))
}

/** The changes between two states in the tracker's form; `undefined` if the states are equal. */
export function changesBetween(before: FacetState, after: FacetState): FacetChanges | undefined {
  const changes = new Map<string, FacetChange>()
  const note = (from: FacetState, to: FacetState, side: 'selected' | 'deselected') => {
    for (const [key, { facet, facetRank, value, rank }] of to) {
      if (from.has(key)) continue
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
