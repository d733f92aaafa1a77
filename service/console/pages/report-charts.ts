import type { RankRow } from '../analytics/relevance-type.ts'
import type { AnalyticsReport, StepCounts, Trend, TrendRow } from '../analytics/report-type.ts'
import { pointLabel } from './format-time'

/** One chart: bars or lines for some things, in one or more colours. */
export interface ReportChart {
  readonly kind: 'bars' | 'line'
  readonly labels: readonly string[]
  readonly series: readonly Series[]
  /** How its numbers are written. */
  readonly unit: 'count' | 'share' | 'money'
}

/** One colour of a chart. */
export interface Series {
  readonly name: string
  readonly colour: Colour
  readonly values: readonly number[]
  readonly isDashed?: true
  /** The last point is not over: the line to it is dashed. */
  readonly isOpen?: boolean
}

type Colour = '--shown' | '--clicked' | '--added' | '--ordered'

/** More bars than these cannot be told apart; the table has them all. */
const BARS = 10

/** The charts of a report, by name. A chart without bars has no labels. */
export function chartsOf(report: AnalyticsReport): Readonly<Record<string, ReportChart>> {
  const { funnel, positions } = report
  const lists = report.lists.slice(0, BARS)
  const products = report.products.slice(0, BARS)
  const queries = report.queries.filter(({ searches }) => searches > 0).slice(0, BARS)
  const facets = report.facets.filter(({ selected }) => selected > 0).slice(0, BARS)
  const hasVisits = funnel.some(({ visits }) => visits > 0)
  return {
    funnel: bars(hasVisits ? ['Shown', 'Clicked', 'Added', 'Ordered'] : [], [
      series(
        'Visits',
        '--clicked',
        funnel.map(({ visits }) => visits),
      ),
    ]),
    lists: bars(
      lists.map(({ label }) => label),
      stepSeries(lists),
    ),
    positions: positionChart(positions),
    products: bars(
      products.map(({ pid, title }) => title || pid),
      [...stepSeries(products)].reverse(),
    ),
    queries: bars(
      queries.map(({ query }) => query),
      [
        series(
          'Searches',
          '--clicked',
          queries.map(({ searches }) => searches),
        ),
      ],
    ),
    facets: bars(
      facets.map(({ label }) => label),
      [
        series(
          'Chosen',
          '--clicked',
          facets.map(({ selected }) => selected),
        ),
        series(
          'Visits that ordered then',
          '--ordered',
          facets.map(({ orderedVisits }) => orderedVisits),
        ),
      ],
    ),
  }
}

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

/** Options of the lines of a trend. */
interface TrendOptions {
  readonly timeZone: string
  /** Whether the last day is not over. */
  readonly isOpen: boolean
}

/** The lines of a trend, by measure, each with the previous period where there is one. */
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
      return [`trend-${name}`, { kind: 'line', unit: written, labels, series: lines }]
    }),
  )
}

/** Click rates by rank in the reply and in the order seen; the second is left out when it is not given. */
function positionChart(positions: AnalyticsReport['positions']): ReportChart {
  const isRanked = positions.some(({ rankShown }) => rankShown > 0)
  const byRank = series(
    'By rank in the reply',
    '--clicked',
    positions.map(({ rankClicked, rankShown }) => rankClicked / (rankShown || 1)),
  )
  const seen = series(
    'In the order seen',
    '--shown',
    positions.map(({ clicked, shown }) => clicked / (shown || 1)),
  )
  return {
    ...{ kind: 'line', unit: 'share' },
    labels: positions.map(({ position }) => String(position)),
    series: isRanked ? [byRank, { ...seen, isDashed: true }] : [seen],
  }
}

/** Click rates by rank, of one list or product. */
export const rankChart = (ranks: readonly RankRow[]): ReportChart => ({
  ...{ kind: 'line', unit: 'share' },
  labels: ranks.map(({ rank }) => String(rank)),
  series: [
    series(
      'Click rate',
      '--clicked',
      ranks.map(({ clicked, shown }) => clicked / (shown || 1)),
    ),
  ],
})

const bars = (labels: readonly string[], all: readonly Series[]): ReportChart => ({
  kind: 'bars',
  unit: 'count',
  labels,
  series: all,
})

const series = (name: string, colour: Colour, values: readonly number[]): Series => ({
  name,
  colour,
  values,
})

/** Without "shown", which is so much more that nothing else could be seen beside it. */
const stepSeries = (rows: readonly StepCounts[]): readonly Series[] => [
  series(
    'Clicked',
    '--clicked',
    rows.map(({ clicked }) => clicked),
  ),
  series(
    'Added',
    '--added',
    rows.map(({ added }) => added),
  ),
  series(
    'Ordered',
    '--ordered',
    rows.map(({ ordered }) => ordered),
  ),
]
