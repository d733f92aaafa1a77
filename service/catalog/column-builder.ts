import { type CodedValues, type FieldType, type Value, valuesOf } from './column.ts'
import { areSlips, isNumberByName, meantAs, type Outlier, type Outliers } from './outliers.ts'

/** A column with all its rows. */
export interface BuiltColumn extends CodedValues {
  readonly type: Exclude<FieldType, 'category'>
  readonly longest: number
  readonly filled: number
  /** Values whose type differs from nearly all others; absent if there are none. */
  readonly outliers?: Outliers
}

/** A column that grows row by row. */
export type ColumnBuilder = ReturnType<typeof createColumnBuilder>

/** Creates an empty builder. */
export function createColumnBuilder() {
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

  function rowsUpTo(rows: number): Rows {
    skipTo(rows)
    return {
      values: [...codeByValue.keys()],
      codes: Uint32Array.from(codes),
      offsets: Uint32Array.from(offsets),
    }
  }

  return {
    /** Adds the next row's value. Rows skipped before `row` stay empty. */
    add(row: number, field: unknown) {
      skipTo(row)
      for (const code of new Set(valuesOf(field).map(codeOf))) codes.push(code)
      offsets.push(codes.length)
    },
    /** Finishes after `rows` rows, with the values as added. */
    rows: rowsUpTo,
    build: (name: string, rows: number): BuiltColumn => built(name, rowsUpTo(rows)),
  }
}

interface Rows {
  readonly values: readonly Value[]
  readonly codes: Uint32Array
  readonly offsets: Uint32Array
}

function built(name: string, given: Rows): BuiltColumn {
  const outliers = outliersOf(name, given)
  const { values, codes, offsets } = outliers ? withMeant(given, outliers.type) : given
  const type = typeOf(values)
  const longest = values.reduce<number>((most, value) => Math.max(most, String(value).length), 0)
  const lengths = offsets.subarray(1).map((end, row) => end - (offsets[row] ?? 0))
  const filled = lengths.filter(Boolean).length
  const shape = { type, longest, filled, offsets, ...(outliers && { outliers }) }
  if (type === 'number') return { ...shape, codes, values: values as readonly number[] }
  return { ...shape, ...asTexts(values, codes) }
}

function typeOf(values: readonly Value[]): BuiltColumn['type'] {
  const types = new Set(values.map((value) => typeof value))
  if (types.size !== 1) return 'text'
  const [only] = types
  return only === 'number' || only === 'boolean' ? only : 'text'
}

const MAX_NAMED = 5

function outliersOf(name: string, rows: Rows): Outliers | undefined {
  for (const type of ['number', 'boolean'] as const) {
    const isOther = Uint8Array.from(rows.values, (value) => Number(typeof value !== type))
    const others = rows.codes.reduce((count, code) => count + (isOther[code] ?? 0), 0)
    const isSure = type === 'number' && isNumberByName(name)
    if (others === 0 || !(isSure || areSlips(others, rows.codes.length))) continue
    const found = rowsOf(rows, isOther)
    return { type, count: found.length, first: found.slice(0, MAX_NAMED) }
  }
  return undefined
}

/** The rows that have a marked value, each with its first one. */
const rowsOf = ({ values, codes, offsets }: Rows, isMarked: Uint8Array): readonly Outlier[] =>
  Array.from(offsets.subarray(0, -1), (from, row) => {
    const code = codes.subarray(from, offsets[row + 1]).find((each) => isMarked[each] === 1)
    const value = code === undefined ? undefined : values[code]
    return value === undefined ? [] : [{ row, value }]
  }).flat()

/** Replaces each outlier with the value it means, or removes it. */
function withMeant({ values, codes, offsets }: Rows, type: Outliers['type']): Rows {
  const corrected = createColumnBuilder()
  const meant = values.map((value) => meantAs(type, value) ?? null)
  for (const [row, from] of offsets.subarray(0, -1).entries()) {
    corrected.add(
      row,
      Array.from(codes.subarray(from, offsets[row + 1]), (code) => meant[code]),
    )
  }
  return corrected.rows(offsets.length - 1)
}

/** Assigns one code per text: if a field contains both 38 and "38", they are the same value. */
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
