import type { AnalyticsOverview, PositionRow, RankRow, TrendRow } from '../analytics/report-type.ts'
import { pointLabel } from './format'

/** A chart, with a line for each series. */
export interface ReportChart {
  readonly labels: readonly string[]
  readonly series: readonly Series[]
  readonly unit: 'count' | 'share' | 'money'
}

/** One line of a chart. */
export interface Series {
  readonly name: string
  readonly colour: Colour
  readonly values: readonly number[]
  readonly isDashed?: true
  /** The last point is not over, so the line to it is dashed. */
  readonly isOpen?: boolean
}

type Colour = '--shown' | '--clicked'

/** One figure of a trend. */
export interface Measure {
  readonly title: string
  readonly unit: ReportChart['unit']
  of(row: TrendRow): number
}

const visits: Measure = { title: 'Visits', unit: 'count', of: (row) => row.visits }
const revenue: Measure = { title: 'Revenue', unit: 'money', of: (row) => row.revenue }

/** The figures of a trend. */
export const measures: readonly Measure[] = [
  visits,
  { title: 'Orders', unit: 'count', of: ({ orders }) => orders },
  { title: 'Conversion', unit: 'share', of: (row) => row.buyingVisits / (row.visits || 1) },
  revenue,
]

/** The figures of the trend of one list, product or facet value. */
export const itemMeasures: readonly Measure[] = [
  visits,
  { title: 'Clicks', unit: 'count', of: ({ clicked }) => clicked },
  { title: 'Click rate', unit: 'share', of: ({ clicked, shown }) => clicked / (shown || 1) },
  revenue,
]

/** The lines of a trend by measure, each with the previous period if there is one. */
export function trendCharts(
  {
    trend: { now, before, unit },
    timeZone,
    previous,
  }: Pick<AnalyticsOverview, 'trend' | 'timeZone' | 'previous'>,
  some: readonly Measure[] = measures,
): Readonly<Record<string, ReportChart>> {
  const isOpen = previous?.isOpen ?? false
  const labels = now.map(({ from }) => pointLabel(from, unit, timeZone))
  return Object.fromEntries(
    some.map(({ title, unit: written, of }) => {
      const then = series('Previous period', '--shown', before.map(of))
      const lines = [
        { ...series(title, '--clicked', now.map(of)), isOpen },
        ...(before.length > 0 ? [{ ...then, isDashed: true as const }] : []),
      ]
      return [title, { unit: written, labels, series: lines }]
    }),
  )
}

/** Click rates by rank in the reply and by the order seen; the second line is optional. */
export function positionChart(positions: readonly PositionRow[]): ReportChart {
  const isRanked = positions.some(({ rankShown }) => rankShown > 0)
  const byRank = series(
    'By rank in the response',
    '--clicked',
    positions.map(({ rankClicked, rankShown }) => rankClicked / (rankShown || 1)),
  )
  const seen = series(
    'In the order seen',
    '--shown',
    positions.map(({ clicked, shown }) => clicked / (shown || 1)),
  )
  return {
    unit: 'share',
    labels: positions.map(({ position }) => String(position)),
    series: isRanked ? [byRank, { ...seen, isDashed: true }] : [seen],
  }
}

/** Click rates by rank for one list or product. */
export const rankChart = (ranks: readonly RankRow[]): ReportChart => ({
  unit: 'share',
  labels: ranks.map(({ rank }) => String(rank)),
  series: [
    series(
      'Click rate',
      '--clicked',
      ranks.map(({ clicked, shown }) => clicked / (shown || 1)),
    ),
  ],
})

const series = (name: string, colour: Colour, values: readonly number[]): Series => ({
  name,
  colour,
  values,
})
