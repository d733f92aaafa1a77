import type {
  AnalyticsOverview,
  AttributionReport,
  ItemReport,
  ReportPart,
} from '../analytics/report-type.ts'
import { sections } from '../sections.ts'
import { createChartPainter } from './chart-painter'
import { itemCharts, itemSection, itemView } from './item-sections'
import { overviewCharts, overviewView } from './overview'
import { lossChart, positionChart, type ReportChart } from './report-charts'
import { itemParameters, startReport } from './report-loader'
import { attributionView, sectionViews } from './section-views'

const painter = createChartPainter()
let paint = () => {}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paint())

/** Draws charts in their frames, now and whenever the colour scheme changes. */
function show(charts: Readonly<Record<string, ReportChart>>, currency: string) {
  paint = () => painter.paint(document.querySelectorAll('canvas'), charts, currency)
  paint()
}

const tables = '/analytics/table'

/** Sections were parts of one page, and had addresses such as `/analytics#queries-title`. */
const OLD = {
  queries: 'searches',
  positions: 'lists',
  untyped: 'searches',
  loss: 'delivery',
  attention: 'relevance',
}

function openOld() {
  const name = location.hash.slice(1).replace('-title', '')
  const wanted = Object.hasOwn(OLD, name) ? OLD[name as keyof typeof OLD] : name
  const old = sections.find((one) => one.name === wanted && one.name !== 'overview')
  if (old && location.pathname === '/analytics') location.replace(old.path + location.search)
}

const section = sections.find(({ path }) => path === location.pathname) ?? sections[0]
const head = { ...section, title: () => section.title, section: section.name }

function startItem() {
  startReport<ItemReport>({
    ...{ tables, help: 'One list, product or facet value.', doc: sections[0].doc },
    section: itemSection(itemParameters.kind),
    load: (ask) => ask('/analytics/item'),
    title: (report) => report?.label ?? 'Analytics',
    sections: itemView,
    onShown: (report) => show(itemCharts(report), report.currency),
  })
}

function startOverview() {
  startReport<AnalyticsOverview>({
    ...{ ...head, tables, sections: overviewView },
    load: (ask) => ask(section.data),
    onShown: (report) => show(overviewCharts(report), report.currency),
  })
}

function startAttribution() {
  startReport<AttributionReport>({
    ...{ ...head, tables: '/attribution/table', sections: attributionView },
    load: (ask) => ask(section.data),
  })
}

function startSection<Name extends keyof typeof sectionViews>(name: Name) {
  startReport<ReportPart<Name>>({
    ...{ ...head, tables },
    sections: sectionViews[name],
    load: (ask) => ask(section.data),
    onShown(report) {
      if ('positions' in report)
        show({ positions: positionChart(report.positions) }, report.currency)
      if ('days' in report) show({ loss: lossChart(report.days) }, report.currency)
    },
  })
}

openOld()
if ('kind' in itemParameters) startItem()
else if (section.name === 'overview') startOverview()
else if (section.name === 'attribution') startAttribution()
else startSection(section.name)
