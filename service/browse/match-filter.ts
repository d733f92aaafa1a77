import type { Catalog } from '../catalog/catalog.ts'
import { type CategoryNode, pathOf, wayTo } from '../catalog/categories.ts'
import { type Column, parseDecimal } from '../catalog/column.ts'
import { CATEGORY_IDS, CATEGORY_NAMES } from '../catalog/field-columns.ts'
import { type Parameters, refuseUnless } from './browse-parameters.ts'
import {
  parseTerms,
  type RangeTerm,
  type Spelling,
  type Term,
  type ValueTerm,
  valueTerm,
  withoutQuotes,
} from './filter-syntax.ts'

/** A condition on one field: one of several values, or of several ranges. */
export interface Filter {
  readonly column: Column
  /** 1 at the code of each accepted value. */
  readonly accepted: Uint8Array
  /** The choices for display: `Red`, `[10 TO 40]`. */
  readonly choices: readonly string[]
}

/**
 * Resolves the terms of a filter in this catalogue. A value that no product has is valid, and matches nothing.
 *
 * @throws RequestError 400 for a field that the catalogue cannot filter by, for a value or range that does not suit the
 *   field's type, and for a category below the top that is given without its path.
 */
export function filterFor(catalog: Catalog, terms: readonly Term[], parameter: string): Filter {
  const column = columnNamed(catalog, terms[0]?.field ?? '', parameter)
  const accepted = new Uint8Array(column.values.length)
  for (const term of terms) {
    if (term.kind === 'range') acceptRange(column, term, accepted, parameter)
    else {
      refuseLastName(catalog, column, term.value, parameter)
      acceptValue(column, term, accepted, parameter)
    }
  }
  return { column, accepted, choices: terms.map(choiceOf) }
}

/** @throws RequestError 400 if neither products nor variants have the field. */
export function columnNamed(catalog: Catalog, name: string, parameter: string): Column {
  const column = catalog.column(name)
  const message = `The catalogue has no field ${name} for this.`
  refuseUnless(column !== undefined, 'unknown-field', message, parameter)
  return column
}

function acceptRange(
  { field, values }: Column,
  { min, max }: RangeTerm,
  accepted: Uint8Array,
  parameter: string,
) {
  const message = `${field.name} has no numbers to range over.`
  refuseUnless(field.type === 'number', 'not-numeric', message, parameter)
  for (const [code, value] of values.entries()) {
    if (typeof value === 'number' && value >= min && value <= max) accepted[code] = 1
  }
}

function acceptValue(
  column: Column,
  { value }: ValueTerm,
  accepted: Uint8Array,
  parameter: string,
) {
  const { type, name } = column.field
  const isNumber = type !== 'number' || parseDecimal(value) !== undefined
  refuseUnless(isNumber, 'not-a-number', `${name} is a number.`, parameter)
  const isFlag = type !== 'boolean' || /^(true|false)$/i.test(value)
  refuseUnless(isFlag, 'unknown-value', `${name} is true or false.`, parameter)
  const code = column.codeOf(type === 'boolean' ? value.toLowerCase() : value)
  if (code !== undefined) accepted[code] = 1
}

const choiceOf = (term: Term) =>
  term.kind === 'range' ? `[${boundOf(term.min)} TO ${boundOf(term.max)}]` : term.value

const boundOf = (bound: number) => (Number.isFinite(bound) ? String(bound) : '*')

/**
 * The page in `p-id` or, without it, in `p`; a bare `p` is a category.
 *
 * @throws RequestError 400 if it is not one value of one catalogue field.
 */
export function readPage(catalog: Catalog, parameters: Parameters): Filter | undefined {
  const id = parameters.text('p-id')
  if (id !== undefined) {
    parameters.ignore('p')
    return pageFilter(catalog, id, 'p-id', 'ids')
  }
  const name = parameters.text('p')
  if (name === undefined) return undefined
  return isBare(catalog, name)
    ? filterFor(catalog, [valueTerm(CATEGORY_NAMES, withoutQuotes(name))], 'p')
    : pageFilter(catalog, name, 'p', 'names')
}

const PATHS_NAMED = 3

/** A category needs its full path; its last name or id alone would match nothing. */
function refuseLastName(
  { categories }: Catalog,
  { field, codeOf }: Column,
  given: string,
  parameter: string,
) {
  if (field.type !== 'category' || given.includes('>') || codeOf(given) !== undefined) return
  const part = field.name === CATEGORY_IDS ? 'id' : 'name'
  const namesakes = categories.nodes.filter((node) => node[part] === given.trim())
  const paths = namesakes
    .slice(0, PATHS_NAMED)
    .map((node) => (part === 'name' ? pathOf(node) : idPathOf(node)))
  const verb = part === 'name' ? 'is called' : 'has the id'
  const message = `No top category ${verb} ${given}. Give the whole path: "${paths.join('" or "')}".`
  refuseUnless(namesakes.length === 0, 'unknown-page', message, parameter)
}

const idPathOf = (node: CategoryNode) =>
  wayTo(node)
    .map(({ id }) => id)
    .join('>')

/** A value that begins with a field and a colon is read as a condition, even if it is malformed. */
const isBare = (catalog: Catalog, text: string): boolean =>
  /^\s*"/.test(text) || (!text.includes(':"') && catalog.fieldAt(text, 0) === undefined)

function pageFilter(catalog: Catalog, text: string, parameter: string, spelling: Spelling): Filter {
  const terms = parseTerms(catalog, text, parameter, spelling)
  const [term] = terms
  const isOneValue = terms.length === 1 && term?.kind === 'value'
  refuseUnless(isOneValue, 'malformed-page', 'A page is one value of one field.', parameter)
  const isNamed = /[^\s>]/.test(term.value)
  refuseUnless(isNamed, 'malformed-page', 'The value of the page is empty.', parameter)
  return filterFor(catalog, terms, parameter)
}
