import type { RankRow } from './relevance-type.ts'

/** A click rate that a rank explains. */
export interface FallingRate {
  readonly rank: number
  readonly rate: number
}

/**
 * The click rate that each rank explains: the closest to the measured ones that never rises from a
 * rank to the next. One product that is clicked far too often, or never, does not bend it, as it
 * bends the measured rate of its own rank. (Isotonic regression, by pooling adjacent violators.)
 *
 * @param curve - By rank, from the first.
 */
export function fallingRates(curve: readonly RankRow[]): FallingRate[] {
  const pools: { ranks: number[]; shown: number; clicked: number }[] = []
  for (const { rank, shown, clicked } of curve) {
    let pool = { ranks: [rank], shown, clicked }
    for (let last = pools.at(-1); last && rateOf(last) < rateOf(pool); last = pools.at(-1)) {
      pools.pop()
      pool = {
        ranks: [...last.ranks, ...pool.ranks],
        shown: last.shown + pool.shown,
        clicked: last.clicked + pool.clicked,
      }
    }
    pools.push(pool)
  }
  return pools.flatMap((pool) => pool.ranks.map((rank) => ({ rank, rate: rateOf(pool) })))
}

const rateOf = ({ shown, clicked }: Pick<RankRow, 'shown' | 'clicked'>) =>
  shown === 0 ? 0 : clicked / shown
