/** The type of a field, which determines what can be done with it. */
export type FieldType = 'text' | 'number' | 'boolean' | 'category'

/** A field of the feed: its names, and what it can be used for. */
export interface Field {
  readonly name: string
  /** The name in filters and facets: text fields end in `_uFilter`. */
  readonly filterField: string
  readonly displayName: string
  readonly type: FieldType
  readonly level: 'product' | 'variant'
  /** The name of the facet that its values are chosen from: `brand` for both `brand` and `brandId`. */
  readonly facet: string
  readonly isFacet: boolean
  /** The position among the facets, from 1; 0 if it is not a facet. */
  readonly position: number
}

/** A field of every row. The codes of row `r` are `codes[offsets[r]]` to `codes[offsets[r + 1]]`, exclusive. */
export interface Column extends CodedValues {
  readonly field: Field
  /** The code of a value as spelled in a request; `undefined` if no row has it. */
  codeOf(text: string): number | undefined
}

/** Values encoded as small numbers, which are fast to filter and count. */
export interface CodedValues {
  /** Each distinct value at its code: texts, or numbers in a numeric column. */
  readonly values: readonly (string | number)[]
  readonly codes: Uint32Array
  readonly offsets: Uint32Array
}

/** Whether a row has an accepted code. */
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

/** A value that a feed's field may have and a filter may ask for. */
export type Value = string | number | boolean

/** The values of a product field: none, one or several. Objects and blank texts are skipped. */
export function valuesOf(field: unknown): readonly Value[] {
  if (Array.isArray(field)) return field.flatMap((item) => (isValue(item) ? [item] : []))
  return isValue(field) ? [field] : []
}

function isValue(value: unknown): value is Value {
  if (typeof value === 'string') return value.trim() !== ''
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Parses a number with a decimal point; `undefined` for any other text. */
export function parseDecimal(text: string): number | undefined {
  const number = Number(text)
  return DECIMAL.test(text) && Number.isFinite(number) ? number : undefined
}
