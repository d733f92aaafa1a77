import {
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'
import { count, money, share } from './format'
import type { ReportChart } from './report-charts'

/** Takes the colours from the page's stylesheet, so that they follow light and dark mode. */
export function createChartPainter() {
  Chart.register(CategoryScale, Legend, LinearScale, Tooltip)
  Chart.register(LineController, LineElement, PointElement)
  let drawn: readonly Chart[] = []

  /** Draws each chart into the canvas of its name; can be called again to redraw. */
  return (charts: Readonly<Record<string, ReportChart>>, currency: string) => {
    for (const chart of drawn) chart.destroy()
    drawn = [...document.querySelectorAll('canvas')].flatMap((canvas) => {
      const chart = charts[canvas.dataset.chart ?? '']
      // Hides the frame of a chart without points.
      canvas.parentElement?.toggleAttribute('hidden', !chart?.labels.length)
      if (!chart?.labels.length) return []
      return [new Chart(canvas, configuration(canvas, chart, currency))]
    })
  }
}

function configuration(
  canvas: HTMLCanvasElement,
  { labels, series, unit }: ReportChart,
  currency: string,
): ChartConfiguration<'line'> {
  const style = getComputedStyle(canvas)
  // Resolved through an element, because a canvas supports neither CSS variables nor light-dark().
  const colour = (name: string) => {
    canvas.style.color = `var(${name})`
    return style.color
  }
  const font = { family: style.fontFamily, size: 12 }
  const written = (value: number) => writtenAs(unit, value, currency)
  const numbers = {
    beginAtZero: true,
    ticks: {
      ...{ color: colour('--muted'), font, maxTicksLimit: 6 },
      // Whole units for money too: with steps of 20 cents, several ticks would have the same label.
      ...(unit !== 'share' && { precision: 0 }),
      callback: (value: string | number) =>
        unit === 'money' ? money(Number(value), currency, true) : written(Number(value)),
    },
    grid: { color: colour('--line') },
  }
  const names = {
    ticks: { color: colour('--ink'), font, maxRotation: 0, autoSkipPadding: 12 },
    grid: { display: false },
  }
  return {
    type: 'line',
    data: {
      labels: [...labels],
      datasets: series.map((one) => ({
        label: one.name,
        data: [...one.values],
        backgroundColor: colour(one.colour),
        borderColor: colour(one.colour),
        borderWidth: 2,
        pointRadius: labels.length > 1 ? 0 : 3,
        pointHitRadius: 8,
        ...(one.isDashed && { borderDash: [4, 4] }),
        ...(one.isOpen && { segment: { borderDash: dashedBefore(labels.length - 1) } }),
      })),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'index', axis: 'x', intersect: false },
      scales: { x: names, y: numbers },
      plugins: {
        legend: {
          display: series.length > 1,
          position: 'bottom',
          labels: { color: colour('--ink'), font, boxWidth: 12, boxHeight: 1 },
        },
        tooltip: {
          callbacks: {
            title: ([item]) => labels[item?.dataIndex ?? 0] ?? '',
            label: ({ dataset, raw }) => `${dataset.label}: ${written(Number(raw))}`,
          },
        },
      },
    },
  }
}

/** Dashes the line segment that leads to a point. */
const dashedBefore =
  (last: number) =>
  ({ p1DataIndex }: { readonly p1DataIndex: number }) =>
    p1DataIndex === last ? [3, 3] : undefined

function writtenAs(unit: ReportChart['unit'], value: number, currency: string): string {
  if (unit === 'share') return share(value)
  return unit === 'money' ? money(value, currency) : count(value)
}
