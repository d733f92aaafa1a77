import { type Column, eachCode } from '../catalog/column.ts'
import { countCodes, type Rows } from './selection.ts'

const STEPS = 8

/** The distribution of the rows' numbers over steps of equal width; `undefined` if there are no numbers. */
export function rangeFacet(column: Column, rows: Rows) {
  const times = countCodes(column, rows)
  const bounds = boundsFor(column.values.filter((_, code) => times[code]).map(Number))
  if (!bounds) return undefined

  const stepsOf = column.values.map((value, code) =>
    times[code] ? stepsWith(Number(value), bounds) : [],
  )
  const counts = countSteps(column, rows, stepsOf, bounds.length - 1)
  const [start = 0, second = 0] = bounds
  return {
    facetName: column.field.filterField,
    values: {
      /**
       * Alternates lower bounds (as text) and counts. A step includes both its ends, like the filter `[bound TO
       * bound + gap]`, so each count is what that filter returns; a number on a bound is counted in both steps.
       */
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

/** Counts the rows with a number in each step; a row with two numbers in a step counts once. */
function countSteps(
  column: Column,
  rows: Rows,
  stepsOf: readonly (readonly number[])[],
  steps: number,
) {
  const counts = new Array<number>(steps).fill(0)
  const lastRow = new Int32Array(steps).fill(-1)
  for (const row of rows)
    eachCode(column, row, (code) => {
      for (const step of stepsOf[code] ?? []) {
        if (lastRow[step] !== row) counts[step] = (counts[step] ?? 0) + 1
        lastRow[step] = row
      }
    })
  return counts
}

function stepsWith(number: number, bounds: readonly number[]): readonly number[] {
  return bounds.flatMap((bound, step) => {
    const next = bounds[step + 1]
    return next !== undefined && bound <= number && number <= next ? [step] : []
  })
}

/** The values of a text field, alternating with how many products each would leave; the most frequent first. */
export function textFacet(column: Column, rows: Rows) {
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
