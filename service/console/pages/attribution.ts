import { html, type TemplateResult } from 'lit-html'
import type { AttributedStep, AttributionReport } from '../analytics/report-type.ts'
import { attributionTables } from '../report-tables.ts'
import { count, share } from './format'
import { startReport } from './report-loader'
import { reportSection, type Tile, termsView, tilesView } from './report-parts'
import { reportTable } from './report-table'

startReport<AttributionReport>({
  tables: '/attribution/table',
  load: (ask) => ask('/attribution/data'),
  title: () => 'Attribution',
  sections: attributionSections,
})

/** Which list each click, cart and order is attributed to, and why some are attributed to none. */
function attributionSections(
  report: AttributionReport,
  csvOf: (table: string) => string,
): TemplateResult {
  const table = (name: keyof typeof attributionTables) =>
    reportTable(attributionTables[name](report), { currency: report.currency, csv: csvOf(name) })
  return html`
    <p class="lead">
      A list shows products; some are clicked, put into a cart and ordered. This page shows the
      list to which each click, cart and order is attributed.
    </p>
    ${reportSection('steps', 'Clicks, carts and orders', '', [
      tilesView(report.steps.map(stepTile)),
      ...[table('steps'), termsView(reasons)],
    ])}
    ${reportSection('lists', 'Lists', 'The list with the most revenue first.', table('lists'))}
    ${reportSection('requests', 'Requests', requestsText, table('requests'))}
  `
}

const stepNames = { clicked: 'Clicks', added: 'Cart events', ordered: 'Products ordered' } as const

const stepTile = ({ step, times, byRequest, byVisit }: AttributedStep): Tile => ({
  name: stepNames[step],
  value: share((byRequest + byVisit) / times),
  note: `of ${count(times)} attributed to a list`,
})

const requestsText = 'One row for each Browse response that a shopper saw, by its request id.'

const reasons = {
  'By request id':
    'The event names the Browse response that showed the product. An order takes it from the click or cart before it.',
  'By the visit':
    'The event names no response, so it belongs to the last list in the visit that showed the product. Pass the request id on to be exact.',
  'Unknown request id':
    'No list with this id reported the product. Its impressions were lost or blocked, or it was not marked up.',
  'Seen in an earlier visit':
    'The shopper saw the product in a list before this visit, and came back for it.',
  'Never seen in a list': 'The shopper came by a link, an advertisement or a list without markup.',
}
