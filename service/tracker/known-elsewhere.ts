import { anything, id, orNull } from './checks.ts'
import { type Fields, has, isObject, type JsonObject } from './field-checks.ts'

/**
 * Actions of the vendor's other libraries: its live pages and its assistant. The contract has no
 * row for them, so their payload is not checked, and no report uses it.
 */
const ACTIONS: ReadonlySet<string> = new Set([
  ...['product_view', 'cartRemoval', 'categoryPage', 'dwellTime', 'experience_impression'],
  ...['agent_session_start', 'filter_suggestion_applied', 'filter_option_clicked'],
  ...['assistant_message_clicked', 'product_card_clicked', 'add_to_cart', 'image_attached'],
])

/** Whether an action is one of the vendor's other libraries. */
export const isKnownElsewhere = (action: string): boolean => ACTIONS.has(action)

/** The note on an event with such an action. */
export const noteOnAction = (action: string): string =>
  `${action} is an action of another library; the contract does not have it, and no report counts it.`

/** Fields of the vendor's older library, on whatever action they come. */
const OLDER_LIBRARY = [
  ...['_uf', 'pr', 'box_type', 'autosuggest_data', 'conversation_id'],
  ...['experience_pagetype', 'experience_widget', 'misc', 'page_name'],
] as const

/** Fields that are right, but that the contract lists for another action or another place. */
export const knownElsewhere: Fields = {
  ...Object.fromEntries(OLDER_LIBRARY.map((name) => [name, anything])),
  requestId: orNull(id),
}

const noteOf = (name: string): string =>
  OLDER_LIBRARY.some((known) => known === name)
    ? `${name} is a field of an older library; the contract's row of this action lacks it.`
    : `${name} is not in the contract's row of this action.`

/** One sentence for each of these fields that a payload has. */
export const notesOf = (data: JsonObject, fields: Fields, note = noteOf): readonly string[] =>
  Object.keys(fields)
    .filter((name) => has(data, name))
    .map(note)

/** One sentence for each value that the contract writes in another way: a number as `qty`, a null. */
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
