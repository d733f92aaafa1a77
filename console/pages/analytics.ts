import type { Item, ItemReport, ReportFrame, ReportPart } from '../analytics/report-type.ts'
import { sections } from '../sections.ts'
import { createChartPainter } from './chart-painter'
import { itemCharts, itemHelp, itemSection, itemView } from './item-sections'
import { overviewCharts, overviewView } from './overview'
import { lossChart, positionChart, type ReportChart } from './report-charts'
import { itemParameters, type ReportLoader, startReport } from './report-loader'
import { attributionView, sectionViews } from './section-views'

const paintCharts = createChartPainter()
let paint = () => {}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paint())

/** Draws charts in their frames, now and whenever the colour scheme changes. */
function show(charts: Readonly<Record<string, ReportChart>>, currency: string) {
  paint = () => paintCharts(charts, currency)
  paint()
}

const section = sections.find(({ path }) => path === location.pathname) ?? sections[0]

type Loader<Report extends ReportFrame> = Pick<ReportLoader<Report>, 'sections'> &
  Partial<ReportLoader<Report>> & {
    readonly chartsOf?: (report: Report) => Readonly<Record<string, ReportChart>>
  }

function start<Report extends ReportFrame>({ chartsOf, ...own }: Loader<Report>) {
  startReport<Report>({
    ...{ ...section, section: section.name, title: () => section.title },
    tables: '/analytics/table',
    load: (ask) => ask(section.data),
    onShown: (report) => chartsOf && show(chartsOf(report), report.currency),
    ...own,
  })
}

function startPart<Name extends keyof typeof sectionViews>(name: Name) {
  start<ReportPart<Name>>({
    sections: sectionViews[name],
    chartsOf: (report) => ({
      ...('positions' in report && { positions: positionChart(report.positions) }),
      ...('days' in report && { loss: lossChart(report.days) }),
    }),
  })
}

if ('kind' in itemParameters)
  start<ItemReport>({
    ...{ sections: itemView, chartsOf: itemCharts, load: (ask) => ask('/analytics/item') },
    help: itemHelp[itemParameters.kind as Item['kind']] ?? '',
    section: itemSection(itemParameters.kind),
    title: (report) => report?.label ?? 'Analytics',
  })
else if (section.name === 'overview') start({ sections: overviewView, chartsOf: overviewCharts })
else if (section.name === 'attribution')
  start({ sections: attributionView, tables: '/attribution/table' })
else startPart(section.name)
