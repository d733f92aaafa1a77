import { html, type TemplateResult } from 'lit-html'
import type { AnalyticsOverview, FunnelRow } from '../analytics/report-type.ts'
import { analyticsTables } from '../report-tables.ts'
import { wilson } from '../wilson.ts'
import { count, interval, money, share } from './format'
import { figureChart, figures, type ReportChart } from './report-charts'
import type { SectionTools } from './report-loader'
import {
  figureTiles,
  periodNote,
  reportSection,
  type Tile,
  tilesView,
  trendView,
} from './report-parts'
import { withScope } from './report-scope'
import { reportTable } from './report-table'

/** The figure whose curve is shown. */
let pressed = 'Visits'

/** The charts of the overview. */
export const overviewCharts = (
  report: AnalyticsOverview,
): Readonly<Record<string, ReportChart>> => {
  const figure = figures.find(({ name }) => name === pressed)
  return figure ? { trend: figureChart(figure, report) } : {}
}

/** The first page of Analytics. */
export function overviewView(
  report: AnalyticsOverview,
  { csvOf, redraw }: SectionTools,
): TemplateResult {
  const table = (name: 'trend' | 'sources' | 'devices' | 'actors' | 'funnel') =>
    reportTable(
      analyticsTables[name](report as Parameters<(typeof analyticsTables)['sources']>[0]),
      {
        ...{ currency: report.currency, csv: csvOf(name) },
      },
    )
  const press = (name: string) => {
    pressed = name
    redraw()
  }
  return html`
    ${tilesView([...figureTiles(figures, report, pressed, press), lostTile(report)])}
    ${trendView(report, pressed, table('trend'))}
    <div class="beside">
      ${reportSection('sources', 'Search, browse and chat', 'A visit counts for each kind of list that it saw; an order, for the list that showed its product.', table('sources'))}
      ${reportSection('devices', 'Phone, tablet and desktop', 'By the user agent. An iPad says that it is a desktop.', table('devices'))}
      ${reportSection('actors', 'People and agents', 'Both, whichever shoppers are chosen above.', table('actors'))}
    </div>
    ${reportSection(
      'funnel',
      'How far visits get',
      'Visits in which at least one product got this far.',
      [
        funnelView(report),
        html`<details class="fold">
        <summary>The steps as a table</summary>
        ${table('funnel')}
      </details>`,
      ],
    )}
    <p class="quiet">
      ${count(report.totals.users)} ${report.totals.users === 1 ? 'shopper' : 'different shoppers'}. ${periodNote(report)}
    </p>
    ${refundNote(report)}
  `
}

/** The share of lost events, which every other figure lacks. */
function lostTile({ arrived: { received, lost } }: AnalyticsOverview): Tile {
  const all = received + lost
  return {
    name: 'Events lost',
    value: html`<a href=${withScope('/analytics/delivery')}>${all === 0 ? '–' : share(lost / all)}</a>`,
    note: all === 0 ? 'No numbered events' : `${interval(wilson(lost, all))} of ${count(all)}`,
  }
}

/** Revenue without what was paid back. */
function refundNote({ refunds, totals: { revenue }, currency }: AnalyticsOverview) {
  if (!refunds?.amount) return ''
  const { amount, first, last } = refunds
  return html`<p>
    Net revenue: <b>${money(revenue - amount, currency)}</b>, less
    <a href=${withScope('/books')}>${money(amount, currency)} refunds, ${first} to ${last}</a>.
  </p>`
}

const stepNames = {
  shown: 'Saw a product',
  clicked: 'Clicked one',
  added: 'Put one into the cart',
  ordered: 'Ordered',
} as const

/** The steps of visits as bars; the step at which most are lost is named. */
function funnelView({ funnel, totals: { visits } }: AnalyticsOverview): TemplateResult {
  const steps = [
    { name: 'All visits', visits },
    ...funnel.map((row: FunnelRow) => ({ name: stepNames[row.step], visits: row.visits })),
  ]
  return html`
    <ol class="funnel">
      ${steps.map((step, place) => {
        const before = steps[place - 1]
        const went = before && before.visits > 0 ? step.visits / before.visits : undefined
        return html`
          <li>
            <span class="funnel-name">${step.name}</span>
            <span class="funnel-count"
              >${count(step.visits)} <small>${share(step.visits / visits)} of all</small></span
            >
            <svg class="funnel-bar" aria-hidden="true"><rect width=${share(step.visits / visits)} height="100%"></rect></svg>
            ${
              went === undefined
                ? ''
                : html`<small class="funnel-note"
                    >${went > 1 ? 'More than before: some came straight to the product.' : `${share(went)} of the step before`}</small
                  >`
            }
          </li>
        `
      })}
    </ol>
  `
}
