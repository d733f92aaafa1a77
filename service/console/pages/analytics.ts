import type { AnalyticsDetails, AnalyticsOverview, ItemReport } from '../analytics/report-type.ts'
import { createChartPainter } from './chart-painter'
import { itemSections } from './item-sections'
import {
  itemMeasures,
  positionChart,
  type ReportChart,
  rankChart,
  trendCharts,
} from './report-charts'
import { itemParameters, startReport } from './report-loader'
import { type PartialReport, reportSections } from './report-sections'

const painter = createChartPainter()
let paint = () => {}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paint())

/** Draws charts in their frames, now and whenever the colour scheme changes. */
function show(charts: Readonly<Record<string, ReportChart>>, currency: string) {
  paint = () => painter.paint(document.querySelectorAll('canvas'), charts, currency)
  paint()
}

const path = '/analytics/data'

function startWhole() {
  startReport<PartialReport>({
    tables: '/analytics/table',
    load: (ask) => ask<AnalyticsOverview>(path, { part: 'overview' }),
    complete: async (report, ask) => ({
      ...report,
      details: await ask<AnalyticsDetails>(path, { part: 'details' }),
    }),
    title: () => 'Analytics',
    sections: reportSections,
    onShown(report) {
      const { details } = report
      const positions = details && { positions: positionChart(details.positions) }
      show({ ...positions, ...trendCharts(report) }, report.currency)
    },
  })
}

function startItem() {
  startReport<ItemReport>({
    tables: '/analytics/table',
    load: (ask) => ask('/analytics/item'),
    title: (report) => report?.label ?? 'Analytics',
    sections: itemSections,
    onShown(report) {
      const trend = trendCharts(report, itemMeasures)
      show({ ...trend, ranks: rankChart(report.ranks) }, report.currency)
    },
  })
}

/** If the address names a list, product or facet value, shows its page; otherwise the whole report. */
if ('kind' in itemParameters) startItem()
else startWhole()
