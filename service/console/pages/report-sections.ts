import { html, nothing, type TemplateResult } from 'lit-html'
import type {
  AnalyticsDetails,
  AnalyticsOverview,
  AnalyticsReport,
  AnalyticsTotals,
} from '../analytics/report-type.ts'
import { analyticsTables } from '../report-tables.ts'
import { attentionView } from './attention-view'
import { count, money, share } from './format'
import { measures } from './report-charts'
import {
  chartFrame,
  periodNote,
  rankNote,
  relevanceTerms,
  reportSection,
  tileOf,
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
  const { currency } = overview
  const optionsOf = (table: string): TableOptions => ({
    ...{ currency, csv: csvOf(table), canPin: PINNED.includes(table) },
    ...(table === 'loss' && { empty: noNumbers }),
  })
  const trend = reportTable(analyticsTables.trend(overview), optionsOf('trend'))
  return html`
    ${totals(overview)} ${details ? contents(details) : nothing} ${trendView(overview, measures, trend)}
    ${details ? detailSections({ ...overview, ...details }, optionsOf) : stillCounting}
  `
}

const stillCounting = html`<p class="quiet">Searches, lists and products are still being counted…</p>`

function detailSections(report: AnalyticsReport, optionsOf: (table: string) => TableOptions) {
  const { relevance } = report
  const part = (
    name: keyof typeof titles,
    about: string | TemplateResult,
    before: TemplateResult | typeof nothing = nothing,
  ) =>
    reportSection(name, titles[name], about, [
      before,
      reportTable(analyticsTables[name](report), optionsOf(name)),
    ])
  return html`
    ${attentionView(report, optionsOf)}
    ${part('relevance', 'How well each list performs, most visited first.', html`${relevanceTerms} ${rankNote(relevance.curve.length > 0)}`)}
    ${part('funnel', 'Visits in which at least one product got this far.')}
    ${part('lists', listsText(report))}
    ${part('positions', positionsText, chartFrame('positions', 'Place in the list as a chart'))}
    ${part('products', 'Most ordered first.')}
    ${part('queries', 'What shoppers typed, and what they did next.')}
    ${report.untyped.length > 0 ? part('untyped', untypedText) : nothing}
    ${part('facets', 'What shoppers did after choosing a value.')} ${part('loss', deliveryText)}
  `
}

/** The titles of the sections that are tables. */
const titles = {
  relevance: 'Relevance',
  funnel: 'Funnel',
  lists: 'Lists',
  positions: 'Place in the list',
  products: 'Products',
  queries: 'Searches',
  untyped: 'Chat and links',
  facets: 'Facets',
  loss: 'Delivery',
} as const

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

function totals(report: AnalyticsOverview) {
  const { totals: now, currency } = report
  const number = tileOf(now, report.before)
  const clickRate = ({ clicked, shown }: AnalyticsTotals) => clicked / shown
  const conversion = ({ buyingVisits, visits }: AnalyticsTotals) => buyingVisits / visits
  const tiles = [
    number('Visits', ({ visits }) => visits),
    number('Shoppers', ({ users }) => users),
    number('Searches', ({ searches }) => searches),
    number('Click rate', clickRate, share),
    number('Orders', ({ orders }) => orders),
    number('Conversion', conversion, share),
    number(
      'Revenue',
      ({ revenue }) => revenue,
      (value) => money(value, currency, value >= 1_000),
    ),
    { name: 'Good events', value: count(now.events), note: badNote(now.bad) },
  ]
  return html`${tilesView(tiles)}
    <p class="quiet">${periodNote(report)}</p>`
}

const badNote = (bad: number) =>
  bad > 0 ? html`<a href="/events?state=bad">${count(bad)} bad, not counted</a>` : html`None bad`

const contents = ({ untyped }: AnalyticsDetails) => html`
  <nav class="contents" aria-label="On this page">
    <a href="#trend-title">Trend</a> <a href="#attention">Needs attention</a>
    ${Object.entries(titles).map(([name, title]) =>
      name === 'untyped' && untyped.length === 0
        ? nothing
        : html`<a href=${`#${name}-title`}>${title}</a>`,
    )}
  </nav>
`
