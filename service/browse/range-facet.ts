import { type Column, eachCode } from '../catalog/column.ts'
import { countCodes, type Rows } from './selection.ts'

/** How the numbers of one field are spread over steps of equal width. */
export interface RangeFacet {
  readonly facetName: string
  readonly values: {
    /**
     * Lower bound of a step as text, count, lower bound, count, …. A step has both its ends, as
     * `[bound TO bound + gap]` does, so each count is what filtering by it returns; a number on a
     * bound is in two steps.
     */
    readonly counts: readonly (string | number)[]
    readonly gap: number
    readonly start: number
    readonly end: number
  }
  readonly displayName: string
  readonly position: number
}

/** About as many steps as a person wants to choose from. */
const STEPS = 8

/** Spreads the numbers of the rows; `undefined` when none has any. */
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

/** The ends of the steps that hold all of some numbers, one more than there are steps. */
function boundsFor(numbers: readonly number[]): number[] | undefined {
  if (numbers.length === 0) return undefined
  const min = numbers.reduce((least, number) => Math.min(least, number))
  const max = numbers.reduce((most, number) => Math.max(most, number))
  const gap = niceGap(max - min)
  const first = Math.floor(min / gap)
  const last = Math.max(Math.ceil(max / gap), first + 1)
  return Array.from({ length: last - first + 1 }, (_, step) => rounded((first + step) * gap))
}

/** 1, 2 or 5 times a power of ten. */
function niceGap(width: number): number {
  if (width === 0) return 1
  const power = 10 ** Math.floor(Math.log10(width / STEPS))
  const factor = [1, 2, 5].find((step) => step * power * STEPS >= width) ?? 10
  return factor * power
}

/** Takes away what binary fractions add: 0.30000000000000004. */
const rounded = (number: number) => Number(number.toPrecision(12))

/** Where a row has one number at most, rows are counted by counting numbers. */
function sumSteps(times: Uint32Array, stepsOf: readonly (readonly number[])[], steps: number) {
  const counts = new Array<number>(steps).fill(0)
  for (const [code, own] of stepsOf.entries()) {
    for (const step of own) counts[step] = (counts[step] ?? 0) + (times[code] ?? 0)
  }
  return counts
}

/** How many rows have a number in each step; a row with two numbers in a step is one row. */
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

/** The values of one field, and how many products each would leave. */
export interface TextFacet {
  readonly facetName: string
  readonly filterField: string
  /** Value, count, value, count, …; the commonest first. */
  readonly values: readonly (string | number)[]
  readonly displayName: string
  readonly position: number
}

/** Counts the values of a text field among the rows. */
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
