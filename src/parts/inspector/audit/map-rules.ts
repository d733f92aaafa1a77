import { settings } from '../../../settings/read-settings'
import { type RuleTrial, tryRules } from '../map-trial'
import { findingOf, pageRule, type Rule } from './audited-page'

const unmatched = findingOf('map-matches-nothing', 'warning')
const valueless = findingOf('map-value-missing', 'error')
const partlyValueless = findingOf('map-value-missing', 'warning')

/**
 * Marks that need a value on each element. Other rules may match elements without one, because a
 * category page, for example, is not a search.
 */
const NEEDED = ['product', 'line', 'facet', 'value', 'qty', 'price']

const elementsOf = (trials: readonly RuleTrial[]) => [
  ...new Set(trials.flatMap(({ elements }) => elements)),
]

const countsOf = (trials: readonly RuleTrial[]) =>
  trials
    .map(({ in: selector, found, values }) =>
      found ? `“${selector}” finds ${found}, ${values} with a value` : `“${selector}” finds none`,
    )
    .join('; ')

function byAttribute(trials: readonly RuleTrial[]) {
  const byName = new Map<string, RuleTrial[]>()
  for (const trial of trials) byName.set(trial.name, [...(byName.get(trial.name) ?? []), trial])
  return [...byName]
}

/**
 * A rule of the `map` setting may be meant for another kind of page, or its selector may be
 * outdated. Reports one finding for each attribute.
 */
export const mapMatches: Rule = () =>
  byAttribute(tryRules(settings.map ?? {})).flatMap(([name, trials]) => {
    const elements = elementsOf(trials)
    const withValue = new Set(trials.flatMap((trial) => trial.withValue))
    // Nothing may be selected now.
    if (withValue.size === 0 && name === 'selected') return []
    if (withValue.size === 0)
      return unmatched(undefined, {
        message: `map.${name} matches nothing on this page: ${countsOf(trials)}.`,
        fix: 'If the page should have it, correct "in", or "from" and "match" if elements have no value.',
      })
    const without = elements.filter((element) => !withValue.has(element))
    if (without.length === 0 || !NEEDED.includes(name)) return []
    // If most elements have a value, the others may be something else: a slider among facets, or a product that cannot be bought.
    const finding = without.length >= withValue.size ? valueless : partlyValueless
    return finding(without[0], {
      message: `map.${name} finds no value on ${without.length} of ${elements.length} elements, so they do not count: ${countsOf(trials)}.`,
      fix: 'Correct "from" and "match", add another rule for these elements, or narrow "in".',
    })
  })

/** Infinite scroll changes the address and so the start of the list. If the start is read from the address, the tiles count again. */
export const mapStartMoves = pageRule('map-start-moves', 'warning', () => {
  const [opened] = performance.getEntriesByType('navigation')
  if (!opened) return []
  const { start } = (settings.map ?? {}) as { start?: unknown }
  const then = new URL(opened.name)
  const now = new URL(document.URL)
  const moves = [start ?? []].flat().some((rule) => {
    const [, name] = /^@\?(.+)/.exec(String(Object(rule).from)) ?? []
    return name && then.searchParams.get(name) !== now.searchParams.get(name)
  })
  if (!moves || then.pathname !== now.pathname) return []
  return [
    {
      message:
        'map.start reads the address, which changed while the page was open: tiles that stayed count again.',
      fix: 'Read the start from an attribute of each part of the list, or leave the rule out if the list grows.',
    },
  ]
})
