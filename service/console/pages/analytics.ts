import type { AnalyticsReport, TrendRow } from '../analytics/report-type.ts'
import { createChartPainter } from './chart-painter'
import { askService } from './console-request'
import { chartsOf, trendCharts } from './report-charts'
import { startReport } from './report-loader'
import { reportPage } from './report-page'
import { type ReportScope, requestOf, type TrendEdges, trendEdges } from './report-scope'
import { reportSections } from './report-sections'
import type { Trend } from './trend-view'

/** The report of the page, and its trend. */
interface Analytics extends AnalyticsReport {
  readonly scope: ReportScope
  readonly edges: TrendEdges
  readonly trend: Trend
}

const painter = createChartPainter()
let shown: Analytics | undefined

startReport<Analytics>({
  async load(scope, signal) {
    const report = await askService<AnalyticsReport>(`/analytics/data?${requestOf(scope)}`, signal)
    const edges = trendEdges(scope, report.totals)
    const rowsOf = async (moments: readonly number[]) =>
      moments.length < 2
        ? []
        : askService<TrendRow[]>(`/analytics/trend?${trendQuery(moments, scope)}`, signal)
    const trend = {
      now: await rowsOf(edges.now),
      before: report.before?.events ? await rowsOf(edges.before) : [],
      days: edges.days,
    }
    return { ...report, scope, edges, trend }
  },
  view: (state, actions) =>
    reportPage('Analytics', state, actions, (report) =>
      reportSections(report, report.trend, (table) => csvOf(table, report)),
    ),
  onShown(report) {
    shown = report
    paint()
  },
})

function paint() {
  if (!shown) return
  const { trend, currency } = shown
  const charts = { ...chartsOf(shown), ...trendCharts(trend.now, trend.before) }
  painter.paint(document.querySelectorAll('canvas'), charts, currency)
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint)

const trendQuery = (edges: readonly number[], { visit }: ReportScope) =>
  new URLSearchParams({ edges: edges.join(), visit })

function csvOf(table: string, { scope, edges }: Analytics): string {
  const query = table === 'trend' ? trendQuery(edges.now, scope) : requestOf(scope)
  query.set('table', table)
  return `/analytics/table?${query}`
}
