import type { AnalyticsReport, StepCounts, TrendRow } from '../analytics/report-type.ts'
import { dayAndMonth } from './format-time'

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
    positions: {
      ...bars(
        positions.map(({ position }) => String(position)),
        [
          series(
            'Click rate',
            '--clicked',
            positions.map(({ clicked, shown }) => clicked / (shown || 1)),
          ),
        ],
      ),
      unit: 'share',
    },
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

/** The figures of a trend. */
export const measures = {
  visits: { title: 'Visits', unit: 'count', of: ({ visits }: TrendRow) => visits },
  orders: { title: 'Orders', unit: 'count', of: ({ orders }: TrendRow) => orders },
  conversion: {
    title: 'Conversion',
    unit: 'share',
    of: ({ buyingVisits, visits }: TrendRow) => buyingVisits / (visits || 1),
  },
  revenue: { title: 'Revenue', unit: 'money', of: ({ revenue }: TrendRow) => revenue },
} as const

/** The lines of a trend, by measure, each with the time before where there is one. */
export function trendCharts(
  now: readonly TrendRow[],
  before: readonly TrendRow[],
): Readonly<Record<string, ReportChart>> {
  return Object.fromEntries(
    Object.entries(measures).map(([name, { title, unit, of }]) => {
      const then = series('The time before', '--shown', before.map(of))
      const lines = [
        series(title, '--clicked', now.map(of)),
        ...(before.length > 0 ? [{ ...then, isDashed: true as const }] : []),
      ]
      return [
        `trend-${name}`,
        { kind: 'line', unit, labels: now.map(({ from }) => dayAndMonth(from)), series: lines },
      ]
    }),
  )
}

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
