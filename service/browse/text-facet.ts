import type { Column } from '../catalog/column.ts'
import { countCodes, type Rows } from './rows.ts'

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
