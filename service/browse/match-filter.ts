import type { Catalog } from '../catalog/catalog.ts'
import type { Column } from '../catalog/column.ts'
import { parseDecimal } from '../catalog/values.ts'
import { refuseUnless } from './browse-parameters.ts'
import type { RangeTerm, Term, ValueTerm } from './filter-syntax.ts'

/** A condition on one field: one of several values, or of several ranges. */
export interface Filter {
  readonly column: Column
  /** 1 at the code of each value that the field may have. */
  readonly accepted: Uint8Array
  /** A choice as a person reads it: `Red`, `[10 TO 40]`. */
  readonly choices: readonly string[]
}

/**
 * Looks up what the terms of one filter mean in this catalogue. A value that no product has is
 * fine, and matches none.
 *
 * @throws RequestError 400 for a field that the catalogue cannot filter by, and for a value or a
 *   range that does not go with the field's type.
 */
export function filterFor(catalog: Catalog, terms: readonly Term[], parameter: string): Filter {
  const column = columnNamed(catalog, terms[0]?.field ?? '', parameter)
  const accepted = new Uint8Array(column.values.length)
  for (const term of terms) {
    if (term.kind === 'range') acceptRange(column, term, accepted, parameter)
    else acceptValue(column, term, accepted, parameter)
  }
  return { column, accepted, choices: terms.map(choiceOf) }
}

/** @throws RequestError 400 when neither the products nor their variants have such a field. */
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
