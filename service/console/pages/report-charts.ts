import type { AnalyticsReport, RankRow, Trend, TrendRow } from '../analytics/report-type.ts'
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

/** The charts of a report other than its trend, by name. */
export const chartsOf = ({
  positions,
}: AnalyticsReport): Readonly<Record<string, ReportChart>> => ({
  positions: positionChart(positions),
})

/** One figure of a trend. */
export interface Measure {
  readonly name: string
  readonly title: string
  readonly unit: ReportChart['unit']
  of(row: TrendRow): number
}

const measure = (
  name: string,
  title: string,
  unit: Measure['unit'],
  of: Measure['of'],
): Measure => ({ name, title, unit, of })

/** The figures of a trend. */
export const measures = {
  visits: measure('visits', 'Visits', 'count', ({ visits }) => visits),
  orders: measure('orders', 'Orders', 'count', ({ orders }) => orders),
  conversion: measure(
    'conversion',
    'Conversion',
    'share',
    ({ buyingVisits, visits }) => buyingVisits / (visits || 1),
  ),
  revenue: measure('revenue', 'Revenue', 'money', ({ revenue }) => revenue),
} as const

/** The figures of the trend of one list, product or facet value. */
export const itemMeasures: readonly Measure[] = [
  measures.visits,
  measure('clicked', 'Clicks', 'count', ({ clicked }) => clicked),
  measure('rate', 'Click rate', 'share', ({ clicked, shown }) => clicked / (shown || 1)),
  measures.revenue,
]

interface TrendOptions {
  readonly timeZone: string
  /** Whether the last day is not over. */
  readonly isOpen: boolean
}

/** The lines of a trend by measure, each with the previous period if there is one. */
export function trendCharts(
  { now, before, unit }: Trend,
  { timeZone, isOpen }: TrendOptions,
  some: readonly Measure[] = Object.values(measures),
): Readonly<Record<string, ReportChart>> {
  const labels = now.map(({ from }) => pointLabel(from, unit, timeZone))
  return Object.fromEntries(
    some.map(({ name, title, unit: written, of }) => {
      const then = series('Previous period', '--shown', before.map(of))
      const lines = [
        { ...series(title, '--clicked', now.map(of)), isOpen },
        ...(before.length > 0 ? [{ ...then, isDashed: true as const }] : []),
      ]
      return [`trend-${name}`, { unit: written, labels, series: lines }]
    }),
  )
}

/** Click rates by rank in the reply and by the order seen; the second line is optional. */
function positionChart(positions: AnalyticsReport['positions']): ReportChart {
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
