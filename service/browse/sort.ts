import type { Catalog } from '../catalog/catalog.ts'
import type { Column } from '../catalog/column.ts'
import { refuseUnless } from './browse-parameters.ts'
import { columnNamed } from './match-filter.ts'
import { countCodes, type Rows } from './selection.ts'

/** One sort criterion. */
export interface SortKey {
  readonly column: Column
  readonly isDescending: boolean
}

/** More criteria than a request needs; each costs a pass over the products. */
const CRITERIA_MOST = 10

const CRITERION = /^(.+?)\s+(asc|desc)$/is
/** A comma within the name of a field does not separate. */
const BETWEEN_CRITERIA = /(?<=\s(?:asc|desc)\s*),/i

/**
 * Parses the criteria of `sort`, repeated or joined by commas: `price desc`.
 *
 * @throws RequestError 400 for any other form, and for a field that products do not have.
 */
export function parseSort(catalog: Catalog, texts: readonly string[]): readonly SortKey[] {
  const criteria = texts.flatMap((text) => text.split(BETWEEN_CRITERIA))
  const isShort = criteria.length <= CRITERIA_MOST
  refuseUnless(isShort, 'too-many', `At most ${CRITERIA_MOST} criteria.`, 'sort')
  return criteria.map((criterion) => {
    const [, name = '', direction = ''] = CRITERION.exec(criterion.trim()) ?? []
    refuseUnless(name !== '', 'malformed-sort', 'Write a field, a space, asc or desc.', 'sort')
    const column = columnNamed(catalog, name, 'sort')
    const message = `${name} differs between the variants of a product.`
    refuseUnless(column.field.level === 'product', 'unknown-field', message, 'sort')
    return { column, isDescending: direction.toLowerCase() === 'desc' }
  })
}

/** Sorts the rows by the criteria; the sort is stable. Products without a value come last in both directions. */
export function sorted(rows: Uint32Array, keys: readonly SortKey[]): Uint32Array {
  // From the last criterion to the first: each stable sort preserves the order of the previous ones among ties.
  return keys.reduceRight(sortedBy, rows)
}

/** A counting sort by rank: it needs no comparisons. */
function sortedBy(rows: Uint32Array, { column, isDescending }: SortKey): Uint32Array {
  const ranks = rowRanks(column)
  const none = column.values.length
  const rankOf = (row: number) => {
    const rank = ranks[row] ?? none
    return isDescending && rank < none ? none - 1 - rank : rank
  }

  const places = new Uint32Array(none + 2)
  for (const row of rows) increment(places, rankOf(row) + 1)
  for (let rank = 1; rank < places.length; rank += 1) increment(places, rank, places[rank - 1])
  const result = new Uint32Array(rows.length)
  for (const row of rows) {
    const rank = rankOf(row)
    result[places[rank] ?? 0] = row
    increment(places, rank)
  }
  return result
}

function increment(counts: Uint32Array, at: number, by = 1) {
  counts[at] = (counts[at] ?? 0) + by
}

const knownRanks = new WeakMap<Column, Uint32Array>()

/** The rank of each row's first value among all values of the column; rows without a value rank last. Computed once. */
function rowRanks(column: Column): Uint32Array {
  const known = knownRanks.get(column)
  if (known) return known
  const { values, codes, offsets } = column
  const byValue = Uint32Array.from(values.keys()).sort((a, b) => compare(values[a], values[b]))
  const rankOfCode = new Uint32Array(values.length)
  for (const [rank, code] of byValue.entries()) rankOfCode[code] = rank
  const ranks = offsets.subarray(0, -1).map((first, row) => {
    const isEmpty = first === offsets[row + 1]
    return isEmpty ? values.length : (rankOfCode[codes[first] ?? 0] ?? 0)
  })
  knownRanks.set(column, ranks)
  return ranks
}

const collator = new Intl.Collator('en', { numeric: true })

function compare(a: string | number = '', b: string | number = ''): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : collator.compare(String(a), String(b))
}

/** Statistics of a numeric field over all products found, not only those on the page. */
export type Statistics = ReturnType<typeof statisticsOf>

/** Computes the statistics of a number column over the rows; only the count if there are no values. */
export function statisticsOf(column: Column, rows: Rows) {
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
  // Sums of decimals are inexact after the twelfth digit.
  const mean = Number((sum / count).toPrecision(12))
  return count === 0 ? { count } : { count, min, max, sum: Number(sum.toPrecision(12)), mean }
}
