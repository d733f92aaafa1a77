import { parseDecimal, type Value } from './column.ts'

/** A value whose type differs from nearly all others in its field. */
export interface Outlier {
  readonly row: number
  readonly value: Value
}

/** The outliers of one field. */
export interface Outliers {
  readonly type: 'number' | 'boolean'
  readonly count: number
  readonly first: readonly Outlier[]
}

const LEAST_VALUES = 50

/** At most one in this many counts as a slip; more are intended, as with sizes 38, 40 and XL. */
const SLIPS_PER = 100

/** Fields that are numbers whatever their values: with even one text, a shop would otherwise have no prices at all. */
const ALWAYS_NUMBERS = /(price|cost|rating)$/i

/** Whether the name of a field says that its values are numbers. */
export const isNumberByName = (field: string): boolean => ALWAYS_NUMBERS.test(field)

/** Whether values of another type are rare enough to be slips. */
export const areSlips = (others: number, all: number): boolean =>
  all >= LEAST_VALUES && others <= Math.max(1, all / SLIPS_PER)

/** Codes such as `007` are not numbers. */
export const LEADING_ZERO = /^[+-]?0\d/

/** The value that an outlier means: 12.5 for "12.50"; `undefined` for "N/A" and for "12,50". */
export function meantAs(type: Outliers['type'], value: Value): Value | undefined {
  if (typeof value === type) return value
  if (type === 'number')
    return LEADING_ZERO.test(String(value)) ? undefined : parseDecimal(String(value).trim())
  return /^(true|false)$/i.test(String(value)) ? /^t/i.test(String(value)) : undefined
}

const MAX_QUOTED_CHARACTERS = 40

/** One sentence for the operator: which products to correct, by id. */
export function outlierNotice(
  field: string,
  { type, count, first }: Outliers,
  idOf: (row: number) => string,
): string {
  const named = first.map(({ row, value }) => {
    const meant = meantAs(type, value)
    const quoted = JSON.stringify(value).slice(0, MAX_QUOTED_CHARACTERS)
    return `${idOf(row)} (${quoted}, ${meant === undefined ? 'left out' : `read as ${meant}`})`
  })
  const more = count > first.length ? ` and ${count - first.length} more` : ''
  return `The field ${field} is a ${type} but in ${named.join(', ')}${more}.`
}
