import { type Column, eachCode } from '../catalog/column.ts'
import { countCodes, type Rows } from './selection.ts'

/** The distribution of a field's numbers over steps of equal width. */
export interface RangeFacet {
  readonly facetName: string
  readonly values: {
    /**
     * Alternates lower bounds (as text) and counts. A step includes both its ends, like the filter `[bound TO
     * bound + gap]`, so each count is what that filter returns; a number on a bound is counted in both steps.
     */
    readonly counts: readonly (string | number)[]
    readonly gap: number
    readonly start: number
    readonly end: number
  }
  readonly displayName: string
  readonly position: number
}

const STEPS = 8

/** Divides the rows' numbers into steps; `undefined` if there are none. */
export function rangeFacet(column: Column, rows: Rows): RangeFacet | undefined {
  const times = countCodes(column, rows)
  const bounds = boundsFor(column.values.filter((_, code) => times[code]).map(Number))
  if (!bounds) return undefined

  const stepsOf = column.values.map((value, code) =>
    times[code] ? stepsWith(Number(value), bounds) : [],
  )
  const counts = column.isSingle
    ? sumSteps(times, stepsOf, bounds.length - 1)
    : countSteps(column, rows, stepsOf, bounds.length - 1)
  const [start = 0, second = 0] = bounds
  return {
    facetName: column.field.filterField,
    values: {
      counts: counts.flatMap((count, step) => [String(bounds[step]), count]),
      gap: rounded(second - start),
      start,
      end: bounds.at(-1) ?? start,
    },
    displayName: column.field.displayName,
    position: column.field.position,
  }
}

/** The bounds of steps that cover all the numbers; one more than there are steps. */
function boundsFor(numbers: readonly number[]): number[] | undefined {
  if (numbers.length === 0) return undefined
  const min = numbers.reduce((least, number) => Math.min(least, number))
  const max = numbers.reduce((most, number) => Math.max(most, number))
  const gap = niceGap(max - min)
  const first = Math.floor(min / gap)
  const last = Math.max(Math.ceil(max / gap), first + 1)
  return Array.from({ length: last - first + 1 }, (_, step) => rounded((first + step) * gap))
}

function niceGap(width: number): number {
  if (width === 0) return 1
  const power = 10 ** Math.floor(Math.log10(width / STEPS))
  const factor = [1, 2, 5].find((step) => step * power * STEPS >= width) ?? 10
  return factor * power
}

/** Removes the rounding errors of binary fractions: 0.30000000000000004. */
const rounded = (number: number) => Number(number.toPrecision(12))

/** If no row has more than one number, the steps are sums of the counts per number. */
function sumSteps(times: Uint32Array, stepsOf: readonly (readonly number[])[], steps: number) {
  const counts = new Array<number>(steps).fill(0)
  for (const [code, own] of stepsOf.entries()) {
    for (const step of own) counts[step] = (counts[step] ?? 0) + (times[code] ?? 0)
  }
  return counts
}

/** Counts the rows with a number in each step; a row with two numbers in a step counts once. */
function countSteps(
  column: Column,
  rows: Rows,
  stepsOf: readonly (readonly number[])[],
  steps: number,
) {
  const rowsIn = Array.from({ length: steps }, () => new Set<number>())
  for (const row of rows) {
    eachCode(column, row, (code) => {
      for (const step of stepsOf[code] ?? []) rowsIn[step]?.add(row)
    })
  }
  return rowsIn.map(({ size }) => size)
}

function stepsWith(number: number, bounds: readonly number[]): readonly number[] {
  return bounds.flatMap((bound, step) => {
    const next = bounds[step + 1]
    return next !== undefined && bound <= number && number <= next ? [step] : []
  })
}

/** The values of a field, and how many products each would leave. */
export interface TextFacet {
  readonly facetName: string
  readonly filterField: string
  /** Value, count, value, count, …; the most frequent first. */
  readonly values: readonly (string | number)[]
  readonly displayName: string
  readonly position: number
}

/** Counts the values of a text field in the rows. */
export function textFacet(column: Column, rows: Rows): TextFacet {
  const counts = countCodes(column, rows)
  const present = [...counts.keys()].filter((code) => counts[code])
  present.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b)
  const { filterField, displayName, position } = column.field
  return {
    facetName: filterField,
    filterField,
    values: present.flatMap((code) => [String(column.values[code]), counts[code] ?? 0]),
    displayName,
    position,
  }
}
