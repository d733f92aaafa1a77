import type { TagComparison } from '../../shadow/compare-tags'
import type { Report, ReportField } from '../../shadow/tag-report'
import type { Difference } from '../../shadow/two-reports'

/** One thing that the tag, another tag, or both reported. */
export interface CompareRow {
  readonly verdict: 'agrees' | Difference['kind']
  readonly own?: Report
  readonly other?: Report
  /** Fields whose values differ. */
  readonly fields: ReadonlySet<ReportField>
  /** The differences, each in one sentence. */
  readonly texts: readonly string[]
}

const timeOf = ({ own, other }: CompareRow) => (own ?? other)?.at ?? 0

/** The differences of a comparison, then its agreements, each sorted by time. Differences of one pair share a row. */
export function compareRows({ agreements, differences }: TagComparison): readonly CompareRow[] {
  const byReport = new Map<Report | undefined, Difference[]>()
  for (const difference of differences) {
    const report = difference.own ?? difference.other
    byReport.set(report, [...(byReport.get(report) ?? []), difference])
  }
  const differing = [...byReport.values()].flatMap((list): CompareRow[] => {
    const [first] = list
    if (!first) return []
    return [
      {
        verdict: first.kind,
        ...(first.own && { own: first.own }),
        ...(first.other && { other: first.other }),
        fields: new Set(list.flatMap(({ field }) => field ?? [])),
        texts: list.map(({ text }) => text),
      },
    ]
  })
  const agreeing = agreements.map(
    (pair): CompareRow => ({ verdict: 'agrees', ...pair, fields: new Set(), texts: [] }),
  )
  const inOrder = (rows: CompareRow[]) => rows.sort((one, two) => timeOf(one) - timeOf(two))
  return [...inOrder(differing), ...inOrder(agreeing)]
}
