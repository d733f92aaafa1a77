import type { Interest } from './interest.ts'
import { numberAt, type Shelf } from './shelf.ts'
import type { Order } from './wishes.ts'

export interface Ranking {
  readonly order: Order | undefined
  readonly interest: Interest
  /** Whether the rows come in an order of their own: the best match of words first. */
  readonly isMatched: boolean
}

/** Puts found products in the order to show them; equals stay as they were. */
export function ranked(
  shelf: Shelf,
  rows: readonly number[],
  { order, interest, isMatched }: Ranking,
): readonly number[] {
  const rating = (row: number) => numberAt(shelf.rating, row) ?? 0
  const price = (row: number) => numberAt(shelf.price, row) ?? Number.POSITIVE_INFINITY
  if (order === 'cheapest') return sortedBy(rows, (row) => price(row))
  if (order === 'dearest') return sortedBy(rows, (row) => -price(row))
  if (order === 'best') return sortedBy(rows, (row) => -rating(row))
  const usual = isMatched ? rows : sortedBy(rows, (row) => -rating(row))
  return sortedBy(usual, (row) => -interest(row))
}

function sortedBy(rows: readonly number[], keyOf: (row: number) => number): readonly number[] {
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => a.key - b.key || 0)
    .map(({ row }) => row)
}
