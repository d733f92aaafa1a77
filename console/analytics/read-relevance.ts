import type { ColumnValues, DuckSession } from '../columns/duck.ts'
import type { Labels } from './labels.ts'
import { PLACES } from './prepare-report.ts'
import {
  CURVE,
  CURVE_OF_SITE,
  CURVE_TABLE,
  EPISODES,
  fallingTable,
  RELEVANCE,
  RELEVANCE_TABLES,
  TOO_HIGH,
  TOO_LOW,
} from './relevance-sql.ts'
import type { MisplacedRow, RankRow, Relevance, RelevanceRow } from './report-type.ts'

interface Wanted {
  readonly labels: Labels
  readonly rows: number
  /** The dictionary number of one list; 0 for all lists. */
  readonly list: number
}

/** The number of misplaced products to list; only the clearest cases are worth a look. */
const MISPLACED = 20

/** Reads the relevance figures in a session with a prepared report. */
export async function readRelevance(
  session: DuckSession,
  values: ColumnValues,
  { labels, rows, list }: Wanted,
): Promise<Relevance> {
  await session.exec(list === 0 ? CURVE_TABLE : CURVE_OF_SITE, values)
  const curve = await session.rows<RankRow>(CURVE)
  const tables = [fallingTable(fallingRates(curve)), ...RELEVANCE_TABLES, EPISODES]
  await session.exec(tables.join(';'), { ...values, list })
  const some = { rows, list }
  const lists = await session.rows<RawRelevance>(RELEVANCE, some)
  const few = { rows: Math.min(rows, MISPLACED), list }
  const named = (row: Omit<MisplacedRow, 'label' | 'title'>): MisplacedRow => ({
    ...row,
    label: labels.list(row.list),
    title: labels.product(row.pid),
  })
  return {
    lists: lists.map((row) => relevanceRow(row, labels)),
    tooLow: (await session.rows<MisplacedRow>(TOO_LOW, few)).map(named),
    tooHigh: (await session.rows<MisplacedRow>(TOO_HIGH, few)).map(named),
    curve: curve.filter(({ rank }) => rank <= PLACES),
  }
}

interface RawRelevance extends Omit<RelevanceRow, 'name' | 'label' | 'revenue'> {
  readonly list: string
  readonly micros: number
  readonly reciprocalRanks: number
  readonly ndcgSum: number
}

const relevanceRow = (
  { list, micros, reciprocalRanks, ndcgSum, ...row }: RawRelevance,
  labels: Labels,
): RelevanceRow => ({
  ...row,
  name: list.slice(list.indexOf(':') + 1),
  label: labels.list(list),
  revenue: micros / 1e6,
  ...(row.ranked > 0 && { mrr: reciprocalRanks / row.ranked }),
  ...(row.graded > 0 && { ndcg: ndcgSum / row.graded }),
})

/** The click rate expected at a rank. */
export interface FallingRate {
  readonly rank: number
  readonly rate: number
}

/**
 * Fits a click rate to each rank: the rates closest to the measured ones that never rise from a rank to the next.
 * A single product that is clicked far too often, or never, distorts the measured rate of its rank, but hardly
 * this one. (Isotonic regression, by pooling adjacent violators.)
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
