import type { CodedValues } from '../catalog/column.ts'

/** Some rows, in an order that means something: that of the feed, or of relevance. */
export type Rows = Uint32Array

/** The rows from 0 up to `size`. */
export function allRows(size: number): Rows {
  const rows = new Uint32Array(size)
  for (let row = 0; row < size; row += 1) rows[row] = row
  return rows
}

/** Those of the rows, in their order, that have at least one accepted value. */
export function rowsWith(rows: Rows, { codes, offsets }: CodedValues, accepted: Uint8Array): Rows {
  const kept = new Uint32Array(rows.length)
  let length = 0
  for (const row of rows) {
    const end = offsets[row + 1] ?? 0
    let index = offsets[row] ?? 0
    while (index < end && !accepted[codes[index] ?? 0]) index += 1
    if (index < end) kept[length++] = row
  }
  return kept.subarray(0, length)
}

/** How many of the rows have each value, by code. */
export function countCodes({ values, codes, offsets }: CodedValues, rows: Rows): Uint32Array {
  const counts = new Uint32Array(values.length)
  for (const row of rows) {
    const end = offsets[row + 1] ?? 0
    for (let index = offsets[row] ?? 0; index < end; index += 1) {
      const code = codes[index] ?? 0
      counts[code] = (counts[code] ?? 0) + 1
    }
  }
  return counts
}

/** 1 at each of the rows, 0 at all others up to `size`. */
export function flagsAt(rows: Rows, size: number): Uint8Array {
  const flags = new Uint8Array(size)
  for (const row of rows) flags[row] = 1
  return flags
}
