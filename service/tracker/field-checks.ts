import {
  anything,
  type Check,
  described,
  id,
  listOf,
  orNull,
  place,
  shortened,
  words,
} from './checks.ts'

/** Maps each field name to the check of its value. */
export type Fields = Readonly<Record<string, Check>>

/** The required and optional fields of an object; any others are reported. */
export interface Shape {
  readonly required: Fields
  readonly optional?: Fields
}

/** An object parsed from JSON: only its own fields count, whatever their names. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object and not a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the sender gave this field; inherited ones do not count. */
export const has = (object: JsonObject, name: string): boolean => Object.hasOwn(object, name)

/** Checks an object against a shape. Without a `name`, messages name its fields without a prefix. */
export const shaped =
  ({ required, optional = {} }: Shape): Check =>
  (value, name) => {
    if (!isObject(value)) return [`${name} must be an object, but is ${described(value)}.`]

    const path = (field: string) => (name ? `${name}.${shortened(field)}` : shortened(field))
    const missing = Object.keys(required).filter((field) => !has(value, field))
    const given = Object.entries(value).flatMap(([field, content]) => {
      const check = ownCheck(required, field) ?? ownCheck(optional, field)
      return check ? check(content, path(field)) : [`${path(field)} is not a field of this action.`]
    })
    return [...missing.map((field) => `${path(field)} is missing.`), ...given]
  }

const ownCheck = (fields: Fields, field: string): Check | undefined =>
  Object.hasOwn(fields, field) ? fields[field] : undefined

const value = shaped({ required: { prank: place, val: words } })
const values = listOf(value)
const change = shaped({
  required: { prank: place },
  optional: { selected: values, deselected: values },
})

const LISTS = ['selected', 'deselected']

const isEmptyList = (content: unknown) => Array.isArray(content) && content.length === 0

const RESET = 'unxFacetsReset'

/** The contract's `facets`: for each facet name, the values selected and deselected, or the reset form. */
export const facets: Check = (given, name) => {
  if (!isObject(given)) return [`${name} must be an object, but is ${described(given)}.`]
  if (has(given, RESET)) return resetForm(given, name)
  const changes = Object.entries(given)
  if (changes.length === 0) return [`${name} is empty: name what changed, or send ${RESET}.`]
  return changes.flatMap(([facet, content]) => facetChange(content, `${name}.${shortened(facet)}`))
}

/** Values as a text or a list of texts: the vendor library's form, which lists the selection rather than the change. */
export const isChosen = (content: unknown): boolean =>
  typeof content === 'string' ||
  (Array.isArray(content) && content.every((each) => typeof each === 'string'))

function facetChange(given: unknown, name: string): readonly string[] {
  if (isChosen(given)) return []
  const isIdle =
    isObject(given) && LISTS.every((list) => !has(given, list) || isEmptyList(given[list]))
  return isIdle ? [`${name} has neither selected nor deselected values.`] : change(given, name)
}

/** One sentence for each empty list beside a filled one, which libraries write in every change. */
export const notesOnEmptyLists = (facets: unknown): readonly string[] =>
  isObject(facets)
    ? Object.entries(facets).flatMap(([facet, content]) =>
        LISTS.filter((list) => isObject(content) && isEmptyList(content[list])).map(
          (list) => `facets.${shortened(facet)}.${list} is empty; leave it out.`,
        ),
      )
    : []

function resetForm(given: JsonObject, name: string): readonly string[] {
  const isAlone = Object.keys(given).length === 1
  return given[RESET] === true && isAlone
    ? []
    : [`${name} clears all facets as {"${RESET}":true}, with nothing beside it.`]
}

/**
 * Actions of the vendor's other libraries: its live pages and its assistant. The contract does not define them, so
 * their payload is not checked, and no report uses it.
 */
const ACTIONS: ReadonlySet<string> = new Set([
  ...['product_view', 'cartRemoval', 'categoryPage', 'dwellTime', 'experience_impression'],
  ...['agent_session_start', 'filter_suggestion_applied', 'filter_option_clicked'],
  ...['assistant_message_clicked', 'product_card_clicked', 'add_to_cart', 'image_attached'],
])

/** Whether an action belongs to one of the vendor's other libraries. */
export const isKnownElsewhere = (action: string): boolean => ACTIONS.has(action)

/** The note for an event with such an action. */
export const noteOnAction = (action: string): string =>
  `${action} is an action of another library; the contract does not have it, and no report counts it.`

/** Fields that the vendor's older library sends with any action. */
const OLDER_LIBRARY = [
  ...['_uf', 'pr', 'box_type', 'autosuggest_data', 'conversation_id'],
  ...['experience_pagetype', 'experience_widget', 'misc', 'page_name'],
] as const

/** Valid fields that the contract defines for another action or another place. */
export const knownElsewhere: Fields = {
  ...Object.fromEntries(OLDER_LIBRARY.map((name) => [name, anything])),
  requestId: orNull(id),
}

const noteOf = (name: string): string =>
  OLDER_LIBRARY.some((known) => known === name)
    ? `${name} is a field of an older library; the contract's row of this action lacks it.`
    : `${name} is not in the contract's row of this action.`

/** One sentence for each of these fields in a payload. */
export const notesOf = (data: JsonObject, fields: Fields, note = noteOf): readonly string[] =>
  Object.keys(fields)
    .filter((name) => has(data, name))
    .map(note)

/** One sentence for each value that the contract writes differently: a number as `qty`, or null. */
export function notesOnValues(data: JsonObject): readonly string[] {
  const lines = Array.isArray(data.products) ? data.products.filter(isObject) : []
  return [
    ...Object.keys(data)
      .filter((name) => data[name] === null)
      .map((name) => `${name} is null; leave the field out when there is none.`),
    ...(typeof data.qty === 'number' ? ['qty is a number; the contract has text.'] : []),
    ...(lines.some(({ qty }) => typeof qty === 'number')
      ? ['qty of a product is a number; the contract has text.']
      : []),
  ]
}
