import { type Interval, wilson } from '../wilson.ts'

/** A case with the group that it belongs to in each column, and whether it went wrong. */
export interface GroupedCase {
  readonly isWrong: boolean
  readonly groups: readonly number[]
}

/** A column whose groups are compared. */
export interface ComparedColumn {
  readonly name: string
  readonly values: readonly string[]
}

/** A group in which more goes wrong than chance explains. */
export interface SurprisingGroup {
  readonly column: string
  readonly value: string
  readonly wrong: number
  readonly all: number
  /** The rate of all other cases. */
  readonly usual: number
  /** The 95 % interval of the group's own rate. */
  readonly interval: Interval
  /** The probability of so many by chance, corrected for the number of groups that were looked at. */
  readonly chance: number
}

/** So that over twenty reports without a cause the odds are one in ten that a group is called surprising. */
const LIMIT = 0.005

/** Fewer cases say nothing about a group. */
const LEAST_WRONG = 2

/** ln(n!), by Stirling's series from 20 on. */
function logFactorial(n: number): number {
  if (n < 20) {
    let sum = 0
    for (let factor = 2; factor <= n; factor++) sum += Math.log(factor)
    return sum
  }
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3)
}

const logChoose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

/**
 * Fisher's exact test, one-sided: the probability that `all` cases drawn from `total` hold at least `wrong` of the `totalWrong` wrong ones.
 */
export function exactTest(wrong: number, all: number, totalWrong: number, total: number): number {
  const most = Math.min(all, totalWrong)
  let term = Math.exp(
    logChoose(totalWrong, wrong) +
      logChoose(total - totalWrong, all - wrong) -
      logChoose(total, all),
  )
  let sum = 0
  for (let count = wrong; count <= most && term > 0; count++) {
    sum += term
    term *=
      ((totalWrong - count) * (all - count)) /
      ((count + 1) * (total - totalWrong - all + count + 1))
  }
  return Math.min(1, sum)
}

interface Tally {
  readonly column: number
  readonly value: number
  readonly all: number
  readonly wrong: number
}

/** The groups of one column; none if all cases are in one group. */
function columnTallies(cases: readonly GroupedCase[], column: number): readonly Tally[] {
  const counts = new Map<number, { all: number; wrong: number }>()
  for (const { groups, isWrong } of cases) {
    const value = groups[column] ?? 0
    const count = counts.get(value) ?? { all: 0, wrong: 0 }
    counts.set(value, count)
    count.all += 1
    count.wrong += Number(isWrong)
  }
  return counts.size > 1 ? [...counts].map(([value, count]) => ({ column, value, ...count })) : []
}

/**
 * Finds the groups in which surprisingly much goes wrong, the most surprising first. Each group is judged without the cases of those before
 * it, so that a column that only goes along with the cause is not named. The test is exact, and corrected for every group looked at
 * (Bonferroni). Pure.
 */
export function surprisingGroups(
  cases: readonly GroupedCase[],
  columns: readonly ComparedColumn[],
): readonly SurprisingGroup[] {
  const found: SurprisingGroup[] = []
  const compared = columns.map(({ values }) => values.length > 1)
  let left = cases
  let tests = 0
  for (;;) {
    const total = left.length
    const totalWrong = left.filter(({ isWrong }) => isWrong).length
    if (totalWrong < LEAST_WRONG) return found
    const rest = left
    const tallies = compared.flatMap((is, column) => (is ? columnTallies(rest, column) : []))
    tests ||= tallies.length
    const judged = tallies
      .filter(({ wrong, all }) => wrong >= LEAST_WRONG && wrong * total > totalWrong * all)
      .map((tally) => ({
        tally,
        chance: exactTest(tally.wrong, tally.all, totalWrong, total) * tests,
      }))
      .sort((a, b) => a.chance - b.chance || b.tally.wrong - a.tally.wrong)
    const [best] = judged
    if (!best || best.chance > LIMIT) return found
    const { column, value, wrong, all } = best.tally
    found.push({
      column: columns[column]?.name ?? '',
      value: columns[column]?.values[value] ?? '',
      ...{ wrong, all, chance: best.chance, interval: wilson(wrong, all) },
      usual: total === all ? 0 : (totalWrong - wrong) / (total - all),
    })
    left = left.filter(({ groups }) => groups[column] !== value)
  }
}
