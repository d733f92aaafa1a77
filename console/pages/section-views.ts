import { html, nothing, type TemplateResult } from 'lit-html'
import type {
  AnalyticsReport,
  AttributionReport,
  ListsReport,
  MisplacedRow,
  PartName,
  ReportPart,
} from '../analytics/report-type.ts'
import { type AnalyticsTable, analyticsTables, attributionTables } from '../report-tables.ts'
import { itemLink } from '../table-columns.ts'
import { count, decimal, money, share } from './format'
import type { SectionTools } from './report-loader'
import {
  chartFrame,
  rankNote,
  relevanceTerms,
  reportSection,
  type Tile,
  termsView,
  tilesView,
} from './report-parts'
import { withScope } from './report-scope'
import { reportTable } from './report-table'

type View<Name extends PartName> = (report: ReportPart<Name>, tools: SectionTools) => TemplateResult

/** With fewer cases, "none" would be premature. */
const ENOUGH = 50

/** The tables of a part; a table can be read wherever its part is. */
function tablesOf(report: object & { readonly currency: string }, { csvOf }: SectionTools) {
  const tableOf = (name: AnalyticsTable, empty?: string) =>
    reportTable(analyticsTables[name](report as AnalyticsReport), {
      ...{ currency: report.currency, csv: csvOf(name), canPin: PINNED.includes(name) },
      ...(empty && { empty }),
    })
  return {
    tableOf,
    /** What needs attention, or that there is nothing, if enough cases were looked at. */
    concern(name: AnalyticsTable, title: string, advice: string, looked: number, cases: string) {
      return reportSection(name, title, advice, tableOf(name, noneAmong(looked, cases)))
    },
  }
}

/** How many findings are shown at once; the rest is folded. */
const CLEAREST = 5

const noneAmong = (looked: number, cases: string) =>
  looked < ENOUGH
    ? `Too little data: ${count(looked)} of at least ${ENOUGH} ${cases}.`
    : `None found among ${count(looked)} ${cases}.`

const PINNED: readonly string[] = ['lists', 'products', 'queries', 'relevance']

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((all, row) => all + of(row), 0)

const searchesView: View<'searches'> = (report, tools) => {
  const { tableOf, concern } = tablesOf(report, tools)
  const searches = sum(report.queries, (row) => row.searches)
  return html`
    ${reportSection('queries', 'All searches', 'What shoppers typed, and what they did with the results.', tableOf('queries'))}
    ${concern('empty-searches', 'Searches that found nothing', 'What their visits did next. Add synonyms or products, or send these searches to a page.', searches, 'searches')}
    ${concern('unclicked-searches', 'Searches without a click', 'Searched three times or more, and no result was clicked.', searches, 'searches')}
    ${concern('asked-next', 'Searches left for another search', 'Nothing was clicked. The second text shows what the first should have found.', searches, 'searches')}
    ${
      report.untyped.length > 0
        ? reportSection(
            'untyped',
            'Chat and links',
            'Texts that name a list but were not typed into a search box.',
            tableOf('untyped'),
          )
        : nothing
    }
  `
}

const productsView: View<'products'> = (report, tools) => {
  const { tableOf, concern } = tablesOf(report, tools)
  return html`
    ${reportSection('products', 'All products', '', tableOf('products'))}
    ${concern(
      'unclicked-products',
      'Seen often but never clicked',
      'Shown ten times or more. Check picture, price and position.',
      sum(report.products, (row) => row.clicked),
      'clicks',
    )}
  `
}

const listsView: View<'lists'> = (report, tools) => {
  const { tableOf } = tablesOf(report, tools)
  return html`
    ${reportSection('lists', 'All lists', listsText(report), tableOf('lists'))}
    ${reportSection('positions', 'Place in the list', positionsText, [
      chartFrame('positions', 'Place in the list as a chart'),
      tableOf('positions'),
    ])}
  `
}

function listsText({ lists, currency }: ListsReport & { readonly currency: string }) {
  const none = lists.find(({ kind }) => kind === 'none')
  const revenue = sum(lists, (row) => row.revenue)
  return html`A click, a cart and an order count for the list that they are
    <a href=${withScope('/analytics/attribution')}>attributed to</a>.
    ${
      none === undefined
        ? nothing
        : html`“No list” stands for shoppers who came through a link, through a list without markup, or back to a product of
          an earlier visit. It has ${share(none.revenue / revenue)} of the revenue (${money(none.revenue, currency)}).`
    }`
}

const positionsText =
  'The rank is the place in the response of Browse, if it is known; the order seen is that in which products came into view.'

const facetsView: View<'facets'> = (report, tools) => {
  const { tableOf, concern } = tablesOf(report, tools)
  return html`
    ${reportSection('facets', 'All values', 'What shoppers did after choosing a value.', tableOf('facets'))}
    ${concern(
      'idle-facets',
      'Values that lead to nothing',
      'Chosen in three visits or more; no product was clicked afterwards.',
      sum(report.facets, (row) => row.visits),
      'choices of values',
    )}
  `
}

const relevanceView: View<'relevance'> = (report, tools) => {
  const { relevance } = report
  const { tableOf } = tablesOf(report, tools)
  const looked = sum(relevance.curve, ({ shown }) => shown)
  return html`
    ${rankNote(relevance.curve.length > 0)}
    ${misplacedSection('too-low', relevance.tooLow, looked, tools)}
    ${misplacedSection('too-high', relevance.tooHigh, looked, tools)}
    ${reportSection('relevance', 'How well each list works', 'The most visited first.', [relevanceTerms, tableOf('relevance')])}
  `
}

const misplacedTexts = {
  'too-low': {
    title: 'Ranked too low',
    advice:
      'Shoppers click these more often than their place explains. Move them up; the most certain come first.',
  },
  'too-high': {
    title: 'Ranked too high',
    advice:
      'Shoppers click these less often than their place explains. Check picture and price, or move them down.',
  },
} as const

/** Products that their lists rank too low or too high, in words. */
export function misplacedSection(
  kind: keyof typeof misplacedTexts,
  rows: readonly MisplacedRow[],
  looked: number,
  { csvOf }: Pick<SectionTools, 'csvOf'>,
  table: string = kind,
): TemplateResult {
  const { title, advice } = misplacedTexts[kind]
  const none = noneAmong(looked, 'impressions with a known rank')
  if (rows.length === 0) return reportSection(kind, title, '', html`<p class="quiet">${none}</p>`)
  const texts = rows.map((row) => html`<li>${misplacedText(row, kind)}</li>`)
  return reportSection(kind, title, advice, [
    html`<ol class="findings" aria-label=${title}>${texts.slice(0, CLEAREST)}</ol>`,
    texts.length > CLEAREST
      ? html`<details class="fold">
          <summary>${texts.length - CLEAREST} more</summary>
          <ol class="findings" start=${CLEAREST + 1} aria-label=${`${title}, continued`}>${texts.slice(CLEAREST)}</ol>
        </details>`
      : nothing,
    html`<p class="csv"><a href=${csvOf(table)} download>CSV<span class="unseen"> of the table ${title}</span></a></p>`,
  ])
}

function misplacedText({ pid, title, list, label, ...row }: MisplacedRow, kind: string) {
  const { shown, clicked, expected, meanRank, low, high } = row
  const product = withScope(itemLink('product', title, pid).href)
  const usual = decimal(Number(expected.toPrecision(2)))
  const verdict =
    kind === 'too-low'
      ? html`: <b>${decimal(clicked / expected)} times</b> as many
          <small class="interval">(${decimal(low)} to ${decimal(high)})</small>`
      : html`. Its rate is <b>at most ${share(high)}</b> of the usual one`
  return html`<b><a href=${product}>${title || pid}</a></b> in
    <a href=${withScope(itemLink('list', label, list).href)}>${label}</a>, at place
    ${decimal(Math.round(meanRank * 10) / 10)} on average. This place usually gets ${usual} clicks from
    ${count(shown)} impressions; the product got <b>${count(clicked)}</b>${verdict}.`
}

const deliveryView: View<'delivery'> = (report, tools) => {
  const { tableOf, concern } = tablesOf(report, tools)
  const { totals } = report
  return html`
    ${tilesView(deliveryTiles(report))}
    ${reportSection('loss', 'Events by day, browser and version', deliveryText, [
      report.days.length > 1
        ? chartFrame('loss', 'The share of events lost, by day, as a line')
        : nothing,
      tableOf('loss', noNumbers),
    ])}
    ${concern('bad-events', 'Bad events', 'These break the contract and are not counted. Each page needs a fix.', totals.events + totals.bad, 'events')}
  `
}

function deliveryTiles({ arrived, totals }: ReportPart<'delivery'>): Tile[] {
  const { received, lost, late, repeated } = arrived
  const sent = received + lost
  const bad = html`<a href=${withScope('/events?state=bad')}>${count(totals.bad)}</a>`
  return [
    { name: 'Received', value: count(received) },
    { name: 'Lost', value: share(lost / sent), note: `${count(lost)} of ${count(sent)}` },
    { name: 'Late by an hour or more', value: count(late) },
    { name: 'Repeated, counted once', value: count(repeated) },
    { name: 'Bad, not counted', value: totals.bad > 0 ? bad : '0' },
  ]
}

const deliveryText =
  'The tag numbers the events of each page. A missing number below the highest is a gap, and counts as lost after a day. If the last events of a page are lost, there is no gap.'

const noNumbers = 'No numbered events here. The tag numbers its events unless strictFields is set.'

/** How each part of the report is shown, besides the overview. */
export const sectionViews: { readonly [Name in Exclude<PartName, 'overview'>]: View<Name> } = {
  ...{ searches: searchesView, products: productsView, lists: listsView, facets: facetsView },
  ...{ relevance: relevanceView, delivery: deliveryView },
}

/** Which list each click, cart and order is attributed to, and why some are attributed to none. */
export function attributionView(
  report: AttributionReport,
  { csvOf }: SectionTools,
): TemplateResult {
  const table = (name: keyof typeof attributionTables) =>
    reportTable(attributionTables[name](report), { currency: report.currency, csv: csvOf(name) })
  return html`
    ${tilesView(report.steps.map(stepTile))}
    ${reportSection('steps', 'Clicks, carts and orders', '', [table('steps'), termsView(reasons)])}
    ${reportSection('lists', 'Lists', 'The list with the most revenue first.', table('lists'))}
    ${reportSection('requests', 'Requests', 'One row for each response of Browse that a shopper saw, by its request id.', table('requests'))}
  `
}

const stepNames = { clicked: 'Clicks', added: 'Cart events', ordered: 'Products ordered' } as const

const stepTile = ({
  step,
  times,
  byRequest,
  byVisit,
}: AttributionReport['steps'][number]): Tile => ({
  name: stepNames[step],
  value: share((byRequest + byVisit) / times),
  note: `of ${count(times)} attributed to a list`,
})

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
