import type { AnalyticsDetails, AnalyticsOverview, ItemReport } from '../analytics/report-type.ts'
import { createChartPainter } from './chart-painter'
import { askService } from './console-page'
import { itemSections } from './item-sections'
import { chartsOf, itemMeasures, type ReportChart, rankChart, trendCharts } from './report-charts'
import { itemParameters, startReport } from './report-loader'
import { reportPage } from './report-page'
import { type ReportScope, requestOf } from './report-scope'
import { type PartialReport, reportSections } from './report-sections'

const painter = createChartPainter()
let paint = () => {}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paint())

/** Draws charts in their frames, now and whenever the colour scheme changes. */
function show(charts: Readonly<Record<string, ReportChart>>, currency: string) {
  paint = () => painter.paint(document.querySelectorAll('canvas'), charts, currency)
  paint()
}

type Scoped<Report> = Report & { readonly scope: ReportScope }

function startWhole() {
  startReport<Scoped<PartialReport>>({
    load: async (scope, signal) => ({
      ...(await askService<AnalyticsOverview>(partOf('overview', scope), signal)),
      scope,
    }),
    complete: async (report, signal) => ({
      ...report,
      details: await askService<AnalyticsDetails>(partOf('details', report.scope), signal),
    }),
    view: (state, actions) =>
      reportPage('Analytics', state, actions, (report) =>
        reportSections(report, (table) => csvOf(table, report.scope)),
      ),
    onShown({ details, ...report }) {
      const options = { timeZone: report.timeZone, isOpen: report.previous?.isOpen ?? false }
      const charts = details ? chartsOf({ ...report, ...details }) : {}
      show({ ...charts, ...trendCharts(report.trend, options) }, report.currency)
    },
  })
}

const partOf = (part: 'overview' | 'details', scope: ReportScope) =>
  `/analytics/data?${new URLSearchParams([['part', part], ...requestOf(scope)])}`

function startItem() {
  startReport<Scoped<ItemReport>>({
    load: async (scope, signal) => ({
      ...(await askService<ItemReport>(`/analytics/item?${itemRequest(scope)}`, signal)),
      scope,
    }),
    view: (state, actions) =>
      reportPage(state.report?.label ?? 'Analytics', state, actions, (report) =>
        itemSections(report, (table) => csvOf(table, report.scope)),
      ),
    onShown(report) {
      const options = { timeZone: report.timeZone, isOpen: report.previous?.isOpen ?? false }
      const trend = trendCharts(report.trend, options, itemMeasures)
      show({ ...trend, ranks: rankChart(report.ranks) }, report.currency)
    },
  })
}

function itemRequest(scope: ReportScope): URLSearchParams {
  return new URLSearchParams([...itemParameters(), ...requestOf(scope)])
}

function csvOf(table: string, scope: ReportScope): string {
  const query = itemRequest(scope)
  query.set('table', table)
  return `/analytics/table?${query}`
}

/** If the address names a list, product or facet value, shows its page; otherwise the whole report. */
if (itemParameters().has('kind')) startItem()
else startWhole()
