import { parseDecimal, type Value } from './column.ts'

/** A value of another type than nearly all values of its field have. */
export interface Outlier {
  readonly row: number
  readonly value: Value
}

/** The outliers of one field. */
export interface Outliers {
  readonly type: 'number' | 'boolean'
  readonly count: number
  /** The first of them, enough to name. */
  readonly first: readonly Outlier[]
}

/** Fewer values say nothing about what is usual. */
const LEAST_VALUES = 50

/** One in so many may be a slip; more are sizes like 38, 40 and XL. */
const SLIPS_PER = 100

/** Whether so few of the values are of another type that these are slips. */
export const areSlips = (others: number, all: number): boolean =>
  all >= LEAST_VALUES && others <= Math.max(1, all / SLIPS_PER)

/** Codes such as `007` are no numbers. */
export const LEADING_ZERO = /^[+-]?0\d/

/** The value that an outlier stands for: 12.5 for "12.50"; `undefined` for "N/A" and for "12,50". */
export function meantAs(type: Outliers['type'], value: Value): Value | undefined {
  if (typeof value === type) return value
  if (type === 'number')
    return LEADING_ZERO.test(String(value)) ? undefined : parseDecimal(String(value).trim())
  return /^(true|false)$/i.test(String(value)) ? /^t/i.test(String(value)) : undefined
}

const MAX_QUOTED_CHARACTERS = 40

/** One sentence for a person who starts the service: which products to correct, by id. */
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
