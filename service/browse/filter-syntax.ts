import type { Catalog } from '../catalog/catalog.ts'
import { parseDecimal } from '../catalog/column.ts'
import { refuseUnless } from './browse-parameters.ts'

/** A condition of a filter, as written: the field has the value, or lies in the range. */
export type Term = ValueTerm | RangeTerm

/** `color_uFilter:"Red"`. */
export interface ValueTerm {
  readonly kind: 'value'
  readonly field: string
  readonly value: string
}

/** `price:[10 TO 40]`, both ends inclusive; `*` leaves an end open. */
export interface RangeTerm {
  readonly kind: 'range'
  readonly field: string
  readonly min: number
  readonly max: number
}

/** A condition that a field has a value. */
export const valueTerm = (field: string, value: string): ValueTerm => ({
  kind: 'value',
  field,
  value,
})

/** Removes the quotes that a path may have from a filter value: `"Men>Shoes"`. */
export const withoutQuotes = (path: string): string => /^\s*"(.*)"\s*$/s.exec(path)?.[1] ?? path

/** Whether values are names, which must be quoted, or ids, which need not be. */
export type Spelling = 'names' | 'ids'

/** More values than a person would choose; each range costs a pass over all values of the field. */
const TERMS_MOST = 500

/** A field that the catalogue does not have; names of its own fields may contain any character. */
const FIELD = /([^\s:"[\]]+):/y
/** A quote only ends a value before the end, an ` OR `, or an ` or ` followed by a field: `brand:"O"Hara"` has one value. */
const QUOTED = /"((?:[^\\]|\\.)*?)"(?=$|\s+OR\s|\s+[Oo][Rr]\s+[^\s"][^"]*?:["[])/sy
/** Several values, joined in a way that the contract does not allow: `"a","b"`, `"a" AND color:"b"`. */
const JOINED_WRONG = /"\s*[,;|]\s*"|"\s+(AND|NOT|&&|\|\|)\s+[^\s:"[\]]+:["[]/i
const RANGE = /\[\s*([^\s\]]+)\s+TO\s+([^\s\]]+)\s*\]/y
/** An id ends where another condition follows, because ids may contain spaces: `black or white`. */
const BARE = /[^\s"[][^"]*?(?=$|\s+OR\s|\s+or\s+[^\s:"]+:)/sy
/** What people write between several values. */
const BETWEEN_VALUES = /\s*[,;|]\s*|\s+(?:AND|&&)\s+/
const OR = /\s+OR\s+/iy

/**
 * Parses a filter: conditions on one field of the catalogue, joined by ` OR `. Inside quotes, a backslash escapes the
 * next character; a quote within a value needs no escape.
 *
 * @throws RequestError 400 that names the parameter and shows the expected form.
 */
export function parseTerms(
  catalog: Pick<Catalog, 'fieldAt' | 'column'>,
  text: string,
  parameter: string,
  spelling: Spelling,
): readonly Term[] {
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at
    const match = pattern.exec(text) ?? undefined
    at += match?.[0].length ?? 0
    return match
  }

  function takeField(): string | undefined {
    const known = catalog.fieldAt(text, at)
    if (known === undefined) return take(FIELD)?.[1]
    at += known.length + 1
    return known
  }

  const terms: Term[] = []
  do {
    const field = takeField()
    refuseUnless(field !== undefined, 'malformed-filter', FORM[spelling], parameter)
    const isKnown = (value: string) => catalog.column(field)?.codeOf(value) !== undefined
    terms.push(termOf(field, take, { parameter, spelling, isKnown }))
  } while (take(OR))
  refuseUnless(at === text.length, 'malformed-filter', FORM[spelling], parameter)
  const isShort = terms.length <= TERMS_MOST
  refuseUnless(isShort, 'too-many', `At most ${TERMS_MOST} values in a filter.`, parameter)

  const isOneField = new Set(terms.map(({ field }) => field)).size === 1
  refuseUnless(isOneField, 'mixed-fields', 'Only values of one field can be joined.', parameter)
  return terms
}

const FORM: Readonly<Record<Spelling, string>> = {
  names: 'Write field:"value" or field:[min TO max], several values joined by OR.',
  ids: 'Write field:value, several values joined by OR.',
}

const ONE_VALUE =
  'Join values by OR: field:"a" OR field:"b". Give the parameter again for another field, and write a backslash before a quote within a value.'

type Take = (pattern: RegExp) => RegExpExecArray | undefined

interface Writing {
  readonly parameter: string
  readonly spelling: Spelling
  /** Whether a product has this value. */
  readonly isKnown: (value: string) => boolean
}

function termOf(field: string, take: Take, { parameter, spelling, isKnown }: Writing): Term {
  const range = take(RANGE)
  if (range) return rangeTerm(field, range, parameter)
  const written = take(QUOTED)?.[1]
  const isOneValue = !JOINED_WRONG.test(written?.replace(/\\./gs, '') ?? '')
  refuseUnless(isOneValue, 'malformed-filter', ONE_VALUE, parameter)
  const quoted = written?.replace(/\\(.)/gs, '$1')
  const value = quoted ?? (spelling === 'ids' ? take(BARE)?.[0] : undefined)
  refuseUnless(value !== undefined, 'malformed-filter', FORM[spelling], parameter)
  const isJoined = quoted === undefined && value.split(BETWEEN_VALUES).some(isKnown)
  refuseUnless(!isJoined || isKnown(value), 'malformed-filter', FORM[spelling], parameter)
  return valueTerm(field, value)
}

function rangeTerm(
  field: string,
  [, from = '', to = '']: RegExpExecArray,
  parameter: string,
): Term {
  const min = from === '*' ? Number.NEGATIVE_INFINITY : parseDecimal(from)
  const max = to === '*' ? Number.POSITIVE_INFINITY : parseDecimal(to)
  const message = 'The ends of a range are numbers or *.'
  refuseUnless(min !== undefined && max !== undefined, 'malformed-range', message, parameter)
  refuseUnless(min <= max, 'malformed-range', 'The range ends before it begins.', parameter)
  return { kind: 'range', field, min, max }
}
