import { type Check, described, listOf, place, shortened, words } from './checks.ts'
import { has, isObject, type JsonObject, shaped } from './field-checks.ts'

const value = shaped({ required: { prank: place, val: words } })
const values = listOf(value, { min: 1 })
const change = shaped({
  required: { prank: place },
  optional: { selected: values, deselected: values },
})

const RESET = 'unxFacetsReset'

/** The contract's `facets`: facet name to what was selected and deselected in it, or the reset form. */
export const facets: Check = (given, name) => {
  if (!isObject(given)) return [`${name} must be an object, but is ${described(given)}.`]
  if (has(given, RESET)) return resetForm(given, name)
  const changes = Object.entries(given)
  if (changes.length === 0) return [`${name} is empty: name what changed, or send ${RESET}.`]
  return changes.flatMap(([facet, content]) => facetChange(content, `${name}.${shortened(facet)}`))
}

/** Values as a text or a list of texts: the form of the vendor's library, which tells what is chosen and not what changed. */
export const isChosen = (content: unknown): boolean =>
  typeof content === 'string' ||
  (Array.isArray(content) && content.every((each) => typeof each === 'string'))

function facetChange(given: unknown, name: string): readonly string[] {
  if (isChosen(given)) return []
  const isIdle = isObject(given) && !has(given, 'selected') && !has(given, 'deselected')
  return isIdle ? [`${name} has neither selected nor deselected values.`] : change(given, name)
}

function resetForm(given: JsonObject, name: string): readonly string[] {
  const isAlone = Object.keys(given).length === 1
  return given[RESET] === true && isAlone
    ? []
    : [`${name} clears all facets as {"${RESET}":true}, with nothing beside it.`]
}
