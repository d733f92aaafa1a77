import type {
  AnalyticsOverview,
  AnalyticsTotals,
  DeliveryReport,
  PositionRow,
  RankRow,
  StepCounts,
  TrendRow,
} from '../analytics/report-type.ts'
import { pointLabel } from './format'
import { compared } from './report-scope'

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

/** A key figure: its value in a period or at a point of a trend, and how much chance there is in it. */
export interface Figure<Counts> {
  readonly name: string
  readonly unit: ReportChart['unit']
  of(counts: Counts): number
  /** The relative variance of the value, for the interval of a change; without it no change is shown. */
  readonly spread?: (counts: Counts) => number
  /** The curve; absent if a trend does not have the figure. */
  readonly point?: (row: TrendRow) => number
}

const counted = <Name extends keyof TrendRow>(
  name: string,
  of: Name,
): Figure<Readonly<Record<Name, number>>> => ({
  ...{ name, unit: 'count', of: (counts) => counts[of], spread: (counts) => 1 / counts[of] },
  point: (row) => row[of],
})

const rate = <Part extends keyof TrendRow, Whole extends keyof TrendRow>(
  name: string,
  [part, whole]: readonly [Part, Whole],
): Figure<Readonly<Record<Part | Whole, number>>> => ({
  ...{ name, unit: 'share', of: (counts) => counts[part] / counts[whole] },
  spread: (counts) => Math.max(0, 1 / counts[part] - 1 / counts[whole]),
  point: (row) => row[part] / (row[whole] || 1),
})

const clickRate = rate('Click rate', ['clicked', 'shown'])

/** The key figures of a shop, the first five above all. The values of orders differ, so money varies more than their number. */
export const figures: readonly Figure<AnalyticsTotals>[] = [
  counted('Visits', 'visits'),
  counted('Orders', 'orders'),
  rate('Conversion', ['buyingVisits', 'visits']),
  {
    ...{ name: 'Revenue', unit: 'money', of: ({ revenue }) => revenue },
    spread: ({ orderSquares, revenue }) => orderSquares / revenue ** 2,
    point: ({ revenue }) => revenue,
  },
  {
    ...{ name: 'Average order', unit: 'money', of: ({ revenue, orders }) => revenue / orders },
    spread: ({ orderSquares, revenue, orders }) =>
      Math.max(0, orderSquares / revenue ** 2 - 1 / orders),
    point: ({ revenue, orders }) => revenue / (orders || 1),
  },
  counted('Searches', 'searches'),
  clickRate,
]

/** The key figures of one list, product or facet value. */
export const itemFigures: readonly Figure<StepCounts>[] = [
  counted('Shown', 'shown'),
  counted('Clicked', 'clicked'),
  clickRate,
  counted('Ordered', 'ordered'),
  { name: 'Revenue', unit: 'money', of: ({ revenue }) => revenue, point: ({ revenue }) => revenue },
]

/** The curve of a figure, with the period it is compared with if there is one. */
export function figureChart<Counts>(
  { name, unit, point }: Figure<Counts>,
  {
    trend: { now, before, unit: each },
    timeZone,
    previous,
  }: Pick<AnalyticsOverview, 'trend' | 'timeZone' | 'previous'>,
): ReportChart {
  const isOpen = previous?.isOpen ?? false
  const valuesOf = (rows: readonly TrendRow[]) => rows.map((row) => point?.(row) ?? 0)
  const then = series(compared[previous?.compare ?? 'previous'], '--shown', valuesOf(before))
  return {
    unit,
    labels: now.map(({ from }) => pointLabel(from, each, timeZone)),
    series: [
      { ...series(name, '--clicked', valuesOf(now)), isOpen },
      ...(before.length > 0 ? [{ ...then, isDashed: true as const }] : []),
    ],
  }
}

/** The share of events lost, by day (UTC), oldest first, up to the last day whose missing numbers count as lost. */
export function lossChart(all: DeliveryReport['days'], now: number = Date.now()): ReportChart {
  const days = all.filter(({ day }) => Date.parse(day) + 2 * DAY_MS <= now)
  const values = days.map(({ received, lost }) => lost / (received + lost || 1))
  return {
    unit: 'share',
    labels: days.map(({ day }) => pointLabel(Date.parse(day), 'day', 'UTC')),
    series: [series('Lost', '--clicked', values)],
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

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
