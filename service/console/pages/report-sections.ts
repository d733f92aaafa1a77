import { html, nothing, type TemplateResult } from 'lit-html'
import type {
  AnalyticsDetails,
  AnalyticsOverview,
  AnalyticsReport,
  AnalyticsTotals,
} from '../analytics/report-type.ts'
import { analyticsTables } from '../report-tables.ts'
import { attentionView } from './attention-view'
import { change, count, money, periodText, share, wholeMoney } from './format'
import { measures } from './report-charts'
import {
  chartFrame,
  rankNote,
  relevanceTerms,
  reportSection,
  type Tile,
  tilesView,
  trendView,
} from './report-parts'
import { reportTable, type TableOptions } from './report-table'

/** The overview, and the details once they have loaded. */
export interface PartialReport extends AnalyticsOverview {
  readonly details?: AnalyticsDetails
}

/** All sections of the report; tables appear once their numbers have loaded. */
export function reportSections(
  { details, ...overview }: PartialReport,
  csvOf: (table: string) => string,
): TemplateResult {
  const { currency, previous } = overview
  const optionsOf = (table: string): TableOptions => ({
    ...{ currency, csv: csvOf(table), canPin: PINNED.includes(table) },
    ...(table === 'loss' && { empty: noNumbers }),
  })
  const trend = {
    ...{ trend: overview.trend, measures: Object.values(measures) },
    ...{ table: analyticsTables.trend(overview), options: optionsOf('trend') },
    isOpen: previous?.isOpen ?? false,
  }
  return html`
    ${totals(overview)} ${details ? contents() : nothing} ${trendView(trend)}
    ${details ? detailSections({ ...overview, ...details }, optionsOf) : stillCounting}
  `
}

const stillCounting = html`<p class="quiet">Searches, lists and products are still being counted…</p>`

function detailSections(report: AnalyticsReport, optionsOf: (table: string) => TableOptions) {
  const { relevance } = report
  const part = (
    name: keyof typeof analyticsTables,
    title: string,
    about: string | TemplateResult,
    before: TemplateResult | typeof nothing = nothing,
  ) =>
    reportSection(name, title, about, [
      before,
      reportTable(analyticsTables[name](report), optionsOf(name)),
    ])
  return html`
    ${attentionView(report, optionsOf)}
    ${part('relevance', 'Relevance', 'How well each list performs, most visited first.', html`${relevanceTerms} ${rankNote(relevance.curve.length > 0)}`)}
    ${part('funnel', 'Funnel', 'Visits in which at least one product got this far.')}
    ${part('lists', 'Lists', listsText(report))}
    ${part('positions', 'Place in the list', positionsText, chartFrame('positions', 'Place in the list as a chart'))}
    ${part('products', 'Products', 'Most ordered first.')}
    ${part('queries', 'Searches', 'What shoppers typed, and what they did next.')}
    ${report.untyped.length > 0 ? part('untyped', 'Chat and links', untypedText) : nothing}
    ${part('facets', 'Facets', 'What shoppers did after choosing a value.')} ${part('loss', 'Delivery', deliveryText)}
  `
}

const PINNED: readonly string[] = ['lists', 'products', 'queries', 'relevance']

const untypedText =
  'Texts that name a list but were not typed into a search box: chat questions and links.'

const deliveryText =
  'The tag numbers the events of each page. A missing number below the highest is a gap, and counts as lost after a day. If the last events of a page are lost, there is no gap.'

const noNumbers = 'No numbered events here. The tag numbers its events unless strictFields is set.'

function listsText({ lists, totals, currency }: AnalyticsReport): TemplateResult {
  const none = lists.find(({ kind }) => kind === 'none')
  const attribution = html`<a href="/attribution">Attribution</a>`
  return html`A click, a cart and an order count for the list that they are attributed to; see
    ${attribution}.
    ${
      none === undefined
        ? nothing
        : html`“No list” stands for events that belong to no list: shoppers came through a link, through a list without
          markup, or back to a product of an earlier visit. It has ${share(none.revenue / totals.revenue)}
          of the revenue (${money(none.revenue, currency)}).`
    }`
}

const positionsText =
  'The rank is the position in the Browse response, if it is known. The order seen numbers the products of a response as they came into view. The click rate shows whether the order of a list matters.'

function totals({ totals: now, before, previous, currency, timeZone }: AnalyticsOverview) {
  const number = (name: string, of: (all: AnalyticsTotals) => number, write = count): Tile => ({
    name,
    value: write(of(now)),
    change: before ? change(of(now), of(before)) : '',
  })
  const clickRate = ({ clicked, shown }: AnalyticsTotals) => clicked / shown
  const conversion = ({ buyingVisits, visits }: AnalyticsTotals) => buyingVisits / visits
  const tiles: readonly Tile[] = [
    number('Visits', ({ visits }) => visits),
    number('Shoppers', ({ users }) => users),
    number('Searches', ({ searches }) => searches),
    number('Click rate', clickRate, share),
    number('Orders', ({ orders }) => orders),
    number('Conversion', conversion, share),
    number(
      'Revenue',
      ({ revenue }) => revenue,
      (value) => (value < 1_000 ? money : wholeMoney)(value, currency),
    ),
    { name: 'Good events', value: count(now.events), note: badNote(now.bad) },
  ]
  return html`${tilesView(tiles)}
    <p class="quiet">${periodNote(timeZone, previous)}</p>`
}

/** Says where days begin, and what the figures are compared with. */
function periodNote(timeZone: string, previous: AnalyticsOverview['previous']): string {
  const zone = `Days follow the time zone ${timeZone}.`
  if (!previous) return zone
  const period = periodText(previous.from, previous.to, timeZone)
  const open = previous.isOpen ? ', up to the same time of day, because today is not over' : ''
  return `${zone} Changes compare with the previous period: ${period}${open}.`
}

const badNote = (bad: number) =>
  bad > 0 ? html`<a href="/events?state=bad">${count(bad)} bad, not counted</a>` : html`None bad`

const parts = [
  ['trend-title', 'Trend'],
  ['attention', 'Needs attention'],
  ['relevance-title', 'Relevance'],
  ['funnel-title', 'Funnel'],
  ['lists-title', 'Lists'],
  ['positions-title', 'Place in the list'],
  ['products-title', 'Products'],
  ['queries-title', 'Searches'],
  ['facets-title', 'Facets'],
  ['loss-title', 'Delivery'],
] as const

const contents = () => html`
  <nav class="contents" aria-label="On this page">
    ${parts.map(([id, name]) => html`<a href=${`#${id}`}>${name}</a>`)}
  </nav>
`
