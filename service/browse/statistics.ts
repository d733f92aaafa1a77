import type { Column } from '../catalog/column.ts'
import { countCodes, type Rows } from './rows.ts'

/** Figures of one numeric field over all products of a reply, not only those of its page. */
export interface Statistics {
  /** How many values there are; 0 leaves the figures below out. */
  readonly count: number
  readonly min?: number
  readonly max?: number
  readonly sum?: number
  readonly mean?: number
}

/** Works out the figures of a number column among the rows. */
export function statisticsOf(column: Column, rows: Rows): Statistics {
  let count = 0
  let sum = 0
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const [code, times] of countCodes(column, rows).entries()) {
    if (times === 0) continue
    const value = Number(column.values[code])
    count += times
    sum += value * times
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  // Summing decimals leaves crumbs after the twelfth digit.
  const mean = Number((sum / count).toPrecision(12))
  return count === 0 ? { count } : { count, min, max, sum: Number(sum.toPrecision(12)), mean }
}
