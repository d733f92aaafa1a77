import { type CodedValues, type FieldType, isSingleValued } from './column.ts'
import { type Value, valuesOf } from './values.ts'

/** A column whose rows are all known. */
export interface BuiltColumn extends CodedValues {
  readonly type: Exclude<FieldType, 'category'>
  /** The longest value, in characters. */
  readonly longest: number
  /** How many rows have a value. */
  readonly filled: number
}

/** Takes one row after another. */
export interface ColumnBuilder {
  /** Adds the field of the next row. Rows between the last one and `row` are left empty. */
  add(row: number, field: unknown): void
  /** Ends after `rows` rows. */
  build(rows: number): BuiltColumn
}

/** Starts without a row. */
export function createColumnBuilder(): ColumnBuilder {
  const codeByValue = new Map<Value, number>()
  const codes: number[] = []
  const offsets: number[] = [0]

  function codeOf(value: Value): number {
    const known = codeByValue.get(value)
    if (known !== undefined) return known
    codeByValue.set(value, codeByValue.size)
    return codeByValue.size - 1
  }

  function skipTo(row: number) {
    while (offsets.length <= row) offsets.push(codes.length)
  }

  return {
    add(row, field) {
      skipTo(row)
      for (const code of new Set(valuesOf(field).map(codeOf))) codes.push(code)
      offsets.push(codes.length)
    },
    build(rows) {
      skipTo(rows)
      return built([...codeByValue.keys()], Uint32Array.from(codes), Uint32Array.from(offsets))
    },
  }
}

function built(values: readonly Value[], codes: Uint32Array, offsets: Uint32Array): BuiltColumn {
  const type = typeOf(values)
  const longest = values.reduce<number>((most, value) => Math.max(most, String(value).length), 0)
  const lengths = offsets.subarray(1).map((end, row) => end - (offsets[row] ?? 0))
  const filled = lengths.filter(Boolean).length
  const shape = { type, longest, filled, isSingle: isSingleValued(offsets), offsets }
  if (type === 'number') return { ...shape, codes, values: values as readonly number[] }
  return { ...shape, ...asTexts(values, codes) }
}

function typeOf(values: readonly Value[]): BuiltColumn['type'] {
  const types = new Set(values.map((value) => typeof value))
  if (types.size !== 1) return 'text'
  const [only] = types
  return only === 'number' || only === 'boolean' ? only : 'text'
}

/** One code for each text: a field that holds both 38 and "38" holds one value twice. */
function asTexts(
  values: readonly Value[],
  codes: Uint32Array,
): Pick<CodedValues, 'values' | 'codes'> {
  const texts = [...new Set(values.map(String))]
  if (texts.length === values.length) return { values: texts, codes }
  const codeByText = new Map(texts.map((text, code) => [text, code]))
  const newCode = values.map((value) => codeByText.get(String(value)) ?? 0)
  return { values: texts, codes: codes.map((code) => newCode[code] ?? 0) }
}
