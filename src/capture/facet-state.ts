import { type FacetChange, type FacetChanges, type FacetValue, placeText } from '../events'
import { queryDrawn } from '../platform/tree'
import type { Markup } from './attributes'
import { isChosen } from './near'

/** One value of one facet. */
export interface Choice {
  readonly facet: string
  readonly facetRank: string
  readonly value: string
  readonly rank: string
}

/** What a facet of the page offers. */
export interface Option {
  /** None for a range, which several fields make up. */
  readonly element?: Element
  readonly isChosen: boolean
  readonly choice: Choice
}

/** What is chosen, by facet and value. */
export type FacetState = ReadonlyMap<string, Choice>

/** The name of a choice in a state. */
export const choiceKey = ({ facet, value }: Choice) => `${facet}\n${value}`

/** The fields that make a range: the upper bound is the last of them. */
export const RANGE = '[type=range],[type=number]'

/** A range as Browse spells it: empty while it excludes nothing, `undefined` where there is none. */
function rangeOf(group: Element): string | undefined {
  const fields = queryDrawn(group, RANGE) as HTMLInputElement[]
  const high = fields.pop()
  const [low] = fields
  if (!high) return undefined
  const isNarrowed =
    (low?.value && low.value !== low.min) || (high.value && high.value !== high.max)
  return isNarrowed
    ? `${low?.value || (low ?? high).min || '*'} TO ${high.value || high.max || '*'}`
    : ''
}

/** A plain `<option>` needs no mark. */
const ownValue = (element: Element) => (element instanceof HTMLOptionElement ? element.value : '')

/**
 * What one facet of the page offers, and what of it is chosen.
 *
 * @param place - The facet's place among those of its list, used where the page gives no position.
 */
export function optionsIn(group: Element, place: number, markup: Markup): Option[] {
  const facet = markup.read(group, 'facet') ?? ''
  const facetRank = placeText(markup.read(group, 'position')) ?? String(place)
  const options = queryDrawn(group, `${markup.selector('value')},option`)
    .map((element) => ({ element, value: markup.read(element, 'value') || ownValue(element) }))
    .filter(({ value }) => value)
    .map(({ element, value }, index) => ({
      element,
      isChosen: isChosen(element, markup),
      choice: {
        facet,
        facetRank,
        value,
        rank:
          (element !== group && placeText(markup.read(element, 'position'))) || String(index + 1),
      },
    }))
  const value = rangeOf(group)
  if (value === undefined) return options
  return [...options, { isChosen: value !== '', choice: { facet, facetRank, value, rank: '1' } }]
}

/** What is chosen of the options; facets that offer none just now keep what they had before. */
export function stateFrom(options: readonly Option[], before: FacetState): FacetState {
  const offered = new Set(options.map(({ choice }) => choice.facet))
  const choices = [
    ...[...before.values()].filter(({ facet }) => !offered.has(facet)),
    ...options.filter((option) => option.isChosen).map(({ choice }) => choice),
  ]
  return new Map(choices.map((choice) => [choiceKey(choice), choice]))
}

/** What the tracker is told of the way from one state to another; `undefined` when they are the same. */
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
