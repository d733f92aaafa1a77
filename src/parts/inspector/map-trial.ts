import { settings } from '../../settings/read-settings'
import type { AttributeName } from '../../track/attributes'
import { createMapMarkup, type MapRule, type PageMap } from '../map/map-markup'
import type { TriedRule } from './inspector-api'
import { everywhere } from './page-elements'

/** Elements and values that one rule finds on the page. */
export interface RuleTrial extends TriedRule {
  readonly name: string
  /** Whether elements may lack a value, such as a list that is deliberately unnamed or a product whose variant is not chosen yet. */
  readonly isEmptyOnPurpose: boolean
  /** Elements that match `in`. */
  readonly elements: readonly Element[]
  /** The elements that have a value. */
  readonly withValue: readonly Element[]
}

/** The `from` of a list that is deliberately unnamed, such as recommendations: only its clicks and carts count. */
const NO_NAME = '@no-name'

function tryRule(name: string, rule: MapRule): Omit<RuleTrial, 'rule'> {
  const { read } = createMapMarkup(
    { [name]: rule } as PageMap,
    () => document.URL,
    () => {},
  )
  let elements: readonly Element[] = []
  try {
    elements = everywhere(rule.in)
  } catch {
    // The console has already named the selector.
  }
  const textOf = (element: Element) => read(element, name as keyof PageMap)
  const withValue = elements.filter((element) => textOf(element) !== undefined)
  return {
    name,
    in: String(rule.in),
    isEmptyOnPurpose: rule.from === NO_NAME || rule.needs !== undefined,
    elements,
    withValue,
    found: elements.length,
    values: withValue.length,
    first: withValue[0] && textOf(withValue[0]),
  }
}

/** Tries each rule of a map on the page, in the order of the map. */
export function tryRules(map: object): readonly RuleTrial[] {
  return Object.entries(map).flatMap(([name, given]) => {
    const rules = [given].flat().filter((rule) => typeof rule === 'object' && rule)
    return rules.map((rule: MapRule, index) => ({
      rule: rules.length > 1 ? `${name}[${index}]` : name,
      ...tryRule(name, rule),
    }))
  })
}

/** Tells whether every rule of the map that matches an element lets it lack a value. */
export function emptyOnPurpose(...names: readonly AttributeName[]): (element: Element) => boolean {
  const trials = tryRules(settings.map ?? {}).filter(({ name }) =>
    names.includes(name as AttributeName),
  )
  return (element) => {
    const fitting = trials.filter(({ elements }) => elements.includes(element))
    return fitting.length > 0 && fitting.every(({ isEmptyOnPurpose }) => isEmptyOnPurpose)
  }
}
