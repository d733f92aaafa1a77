import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Legend,
  LinearScale,
  Tooltip,
} from 'chart.js'
import type { AnalyticsReport, StepCounts } from '../analytics/report-type.ts'
import { short } from './numbers'

/** One chart: bars for some things, in one or more colours. */
export interface BarChart {
  readonly labels: readonly string[]
  readonly series: readonly Series[]
}

interface Series {
  readonly name: string
  readonly colour: Colour
  readonly values: readonly number[]
}

type Colour = '--shown' | '--clicked' | '--added' | '--ordered'

export type ChartName = 'funnel' | 'lists' | 'products' | 'queries' | 'facets'

/** More bars than these cannot be told apart; the table has them all. */
const BARS = 10

/** What the charts of a report show. A chart without bars has no labels. */
export function chartsOf(report: AnalyticsReport): Readonly<Record<ChartName, BarChart>> {
  const { funnel } = report
  const lists = report.lists.slice(0, BARS)
  const products = report.products.slice(0, BARS)
  const queries = report.queries.filter(({ searches }) => searches > 0).slice(0, BARS)
  const facets = report.facets.filter(({ selected }) => selected > 0).slice(0, BARS)
  const hasVisits = funnel.some(({ visits }) => visits > 0)
  return {
    funnel: {
      labels: hasVisits ? ['Shown', 'Clicked', 'Added', 'Ordered'] : [],
      series: [
        series(
          'Visits',
          '--clicked',
          funnel.map(({ visits }) => visits),
        ),
      ],
    },
    lists: { labels: lists.map(listLabel), series: stepSeries(lists) },
    products: {
      labels: products.map(({ pid, title }) => title || pid),
      series: stepSeries(products),
    },
    queries: {
      labels: queries.map(({ query }) => query),
      series: [
        series(
          'Searches',
          '--clicked',
          queries.map(({ searches }) => searches),
        ),
      ],
    },
    facets: {
      labels: facets.map(({ facet, value }) => `${facet}: ${value}`),
      series: [
        series(
          'Chosen',
          '--clicked',
          facets.map(({ selected }) => selected),
        ),
      ],
    },
  }
}

/** A list as a person reads it. */
export function listLabel({ kind, name }: AnalyticsReport['lists'][number]): string {
  if (kind === 'none') return 'No list'
  return kind === 'query' ? `“${name}”` : name
}

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

/** Draws charts, each into the canvas of its name, again whenever it is told to. */
export interface ChartPainter {
  paint(canvases: Iterable<HTMLCanvasElement>, charts: Readonly<Record<string, BarChart>>): void
}

/** Takes its colours from the page's stylesheet, so that they follow light and dark. */
export function createChartPainter(): ChartPainter {
  Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip)
  let drawn: readonly Chart[] = []

  return {
    paint(canvases, charts) {
      for (const chart of drawn) chart.destroy()
      drawn = [...canvases].flatMap((canvas) => {
        const chart = charts[canvas.dataset.chart ?? '']
        return chart && makeRoom(canvas, chart)
          ? [new Chart(canvas, configuration(canvas, chart))]
          : []
      })
    },
  }
}

/** Fits the place of a chart to its bars; false when there are none, and the place is gone. */
function makeRoom({ parentElement: frame }: HTMLCanvasElement, chart: BarChart): boolean {
  if (!frame) return false
  frame.hidden = chart.labels.length === 0
  frame.style.height = `${heightOf(chart)}px`
  return !frame.hidden
}

/** Room for every bar, the axis below, and a legend when there are several colours. */
const heightOf = ({ labels, series: all }: BarChart) =>
  labels.length * (all.length > 1 ? 44 : 30) + (all.length > 1 ? 76 : 40)

function configuration(
  canvas: HTMLCanvasElement,
  { labels, series: all }: BarChart,
): ChartConfiguration<'bar'> {
  const style = getComputedStyle(canvas)
  // By way of an element, because a canvas knows neither variables nor light-dark().
  const colour = (name: string) => {
    canvas.style.color = `var(${name})`
    return style.color
  }
  const font = { family: style.fontFamily, size: 12 }
  const isNarrow = canvas.clientWidth < 480
  const ticks = { color: colour('--muted'), font }
  return {
    type: 'bar',
    data: {
      labels: labels.map((label) => short(label, isNarrow ? 15 : 28)),
      datasets: all.map((one) => ({
        label: one.name,
        data: [...one.values],
        backgroundColor: colour(one.colour),
        maxBarThickness: 22,
      })),
    },
    options: {
      indexAxis: 'y',
      animation: false,
      maintainAspectRatio: false,
      scales: {
        x: {
          beginAtZero: true,
          ticks: { ...ticks, precision: 0 },
          grid: { color: colour('--line') },
        },
        y: {
          ticks: { ...ticks, color: colour('--ink'), autoSkip: false },
          grid: { display: false },
        },
      },
      plugins: {
        legend: {
          display: all.length > 1,
          position: 'bottom',
          labels: { color: colour('--ink'), font, boxWidth: 12 },
        },
        tooltip: { callbacks: { title: ([item]) => labels[item?.dataIndex ?? 0] ?? '' } },
      },
    },
  }
}
