/** The kind of a field of the feed; everything else follows from it. */
export type FieldType = 'text' | 'number' | 'boolean' | 'category'

/** One field of the feed: what it is called, and what can be done with it. */
export interface Field {
  /** As in the feed. */
  readonly name: string
  /** As filters and facets spell it: text fields end in `_uFilter`. */
  readonly filterField: string
  /** For people. */
  readonly displayName: string
  readonly type: FieldType
  /** Whether each product has it, or each of its variants. */
  readonly level: 'product' | 'variant'
  /** The facet that a value of it is chosen from, by name: `brand` for `brand` and for `brandId`. */
  readonly facet: string
  readonly isFacet: boolean
  /** The place among the facets, from 1; 0 for a field that is none. */
  readonly position: number
}

/**
 * One field of every row. The values of row `r` are those with the codes from
 * `codes[offsets[r]]` up to, but without, `codes[offsets[r + 1]]`.
 */
export interface Column extends CodedValues {
  readonly field: Field
  /** The code of a value as a request spells it; `undefined` when no row has it. */
  codeOf(text: string): number | undefined
}

/** Values replaced by small numbers, so that filters and counts compare those. */
export interface CodedValues {
  /** Each distinct value, at its code: texts, or numbers in a number column. */
  readonly values: readonly (string | number)[]
  readonly codes: Uint32Array
  readonly offsets: Uint32Array
  /** Whether no row has more than one value. */
  readonly isSingle: boolean
}

/** Whether every row has one value or none. */
export const isSingleValued = (offsets: Uint32Array): boolean =>
  offsets.every((end, row) => end - (offsets[row - 1] ?? 0) <= 1)

/** Whether a row has a code that fits. */
export function hasCode(
  column: CodedValues,
  row: number,
  fits: (code: number) => boolean,
): boolean {
  return column.codes.subarray(column.offsets[row], column.offsets[row + 1]).some(fits)
}

/** Calls back with each code of a row. */
export function eachCode(
  { codes, offsets }: CodedValues,
  row: number,
  each: (code: number) => void,
) {
  const end = offsets[row + 1] ?? 0
  for (let index = offsets[row] ?? 0; index < end; index += 1) each(codes[index] ?? 0)
}

/** Names that a feed's field may have and a filter may ask for. */
export type Value = string | number | boolean

/** The values of one field of a product: none, one or several. Objects and blank texts are none. */
export function valuesOf(field: unknown): readonly Value[] {
  if (Array.isArray(field)) return field.flatMap((item) => (isValue(item) ? [item] : []))
  return isValue(field) ? [field] : []
}

function isValue(value: unknown): value is Value {
  if (typeof value === 'string') return value.trim() !== ''
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** A dot-decimal number, or `undefined` for any other text. */
export function parseDecimal(text: string): number | undefined {
  const number = Number(text)
  return DECIMAL.test(text) && Number.isFinite(number) ? number : undefined
}
