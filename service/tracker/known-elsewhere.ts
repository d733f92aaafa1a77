import { anything, id } from './checks.ts'
import { type Fields, has, type JsonObject } from './fields.ts'

/** Fields of the vendor's older library, on whatever action they come. */
const OLDER_LIBRARY = [
  ...['_uf', 'pr', 'box_type', 'autosuggest_data'],
  ...['experience_pagetype', 'experience_widget', 'misc', 'page_name'],
] as const

/** Fields that are right, but that the contract lists for another action or another place. */
export const knownElsewhere: Fields = {
  ...Object.fromEntries(OLDER_LIBRARY.map((name) => [name, anything])),
  requestId: id,
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
