import { html, nothing, type TemplateResult } from 'lit-html'
import type {
  AnalyticsDetails,
  AnalyticsOverview,
  AnalyticsReport,
  AnalyticsTotals,
} from '../analytics/report-type.ts'
import { analyticsTables } from '../report-tables.ts'
import { attentionView } from './attention-view'
import { periodText } from './format-time'
import { change, count, money, share, wholeMoney } from './numbers'
import { rankNote, relevanceTerms } from './relevance-view'
import { measures } from './report-charts'
import { reportTable, type TableOptions } from './report-table'
import { trendView } from './trend-view'

/** What the first screen needs, and the rest when it came. */
export interface PartialReport extends AnalyticsOverview {
  readonly details?: AnalyticsDetails
}

/** The whole report, one section after another; the tables when their numbers came. */
export function reportSections(
  { details, ...overview }: PartialReport,
  csvOf: (table: string) => string,
): TemplateResult {
  const { currency, previous } = overview
  const optionsOf = (table: string): TableOptions => ({
    ...{ currency, csv: csvOf(table), canPin: PINNED.includes(table) },
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
  const part = (name: ChartedTable, title: string, about: string | TemplateResult) =>
    section(name, title, about, reportTable(analyticsTables[name](report), optionsOf(name)))
  return html`
    ${attentionView(report, optionsOf)}
    <section class="report-section" aria-labelledby="relevance-title">
      <h2 id="relevance-title">Relevance</h2>
      <p class="quiet">How well each list answers. The most visited first.</p>
      ${relevanceTerms} ${rankNote(relevance.curve.length > 0)}
      ${reportTable(analyticsTables.relevance(report), optionsOf('relevance'))}
    </section>
    ${part('funnel', 'Funnel', 'Visits in which at least one product came this far.')}
    ${part('lists', 'Lists', listsText(report))}
    ${part('positions', 'Place in the list', positionsText)}
    ${part('products', 'Products', 'The most ordered first.')}
    ${part('queries', 'Searches', 'What shoppers typed, and what came of it.')}
    ${untyped(report, optionsOf('untyped'))} ${part('facets', 'Facets', facetsText(report.totals))}
    ${delivery(report, optionsOf('loss'))}
  `
}

/** Rows of these tables can be pinned. */
const PINNED: readonly string[] = ['lists', 'products', 'queries', 'relevance']

type ChartedTable = 'funnel' | 'lists' | 'positions' | 'products' | 'queries' | 'facets'

function listsText({ lists, totals, currency }: AnalyticsReport): TemplateResult {
  const none = lists.find(({ kind }) => kind === 'none')
  const attribution = html`<a href="/attribution">Attribution</a>`
  return html`A click, a cart and an order count for the list that they are attributed to; see
    ${attribution}.
    ${
      none === undefined
        ? nothing
        : html`“No list” is what no list explains: shoppers who came by a link, by a list without
          markup, or back to a product of an earlier visit. It has ${share(none.revenue / totals.revenue)}
          of the revenue (${money(none.revenue, currency)}).`
    }`
}

const positionsText =
  'The rank is the place in the reply of Browse, as far as it is known. The order seen counts the products of a reply as they came into view. The click rate says whether the order of a list matters.'

function facetsText({ resets }: AnalyticsTotals): string {
  const outcome = 'What visits did after they had chosen a value.'
  if (resets === 0) return `${outcome} No shopper has cleared all facets in this time.`
  return `${outcome} All facets were cleared ${resets === 1 ? 'once' : `${count(resets)} times`}.`
}

/** One number at the top of the page. */
interface Tile {
  readonly name: string
  readonly value: string
  /** How much it has changed; empty when there is nothing to compare. */
  readonly change: string
  readonly note?: TemplateResult
}

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
    { ...number('Good events', ({ events }) => events), change: '', note: badNote(now.bad) },
  ]
  return html`<dl class="totals tiles">${tiles.map(tile)}</dl>
    <p class="quiet">${periodNote(timeZone, previous)}</p>`
}

/** Says where days begin, and what the figures are compared with. */
function periodNote(timeZone: string, previous: AnalyticsOverview['previous']): string {
  const zone = `Days are those of ${timeZone}.`
  if (!previous) return zone
  const period = periodText(previous.from, previous.to, timeZone)
  const open = previous.isOpen ? ', up to the same time of day, because today is not over' : ''
  return `${zone} Changes compare with the previous period: ${period}${open}.`
}

const tile = ({ name, value, change: changed, note }: Tile) => html`
  <div class="total">
    <dt class="total-name">${name}</dt>
    <dd class="total-count">${value}</dd>
    ${changed ? html`<dd class="total-change">${changed}<span class="unseen"> against the previous period</span></dd>` : nothing}
    ${note ? html`<dd class="total-bad">${note}</dd>` : nothing}
  </div>
`

const badNote = (bad: number) =>
  bad > 0 ? html`<a href="/events?state=bad">${count(bad)} bad, not counted</a>` : html`None bad`

const parts = [
  ['trend', 'Trend'],
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

/** How complete the events are, by day, browser and version of the tag. */
const delivery = (report: AnalyticsReport, options: TableOptions) => html`
  <section class="report-section" aria-labelledby="loss-title">
    <h2 id="loss-title">Delivery</h2>
    <p class="quiet">
      The tag numbers the events of each page. A number that is missing below the highest is a gap;
      after a day it counts as lost. The last events of a page cannot be missed this way.
    </p>
    ${reportTable(analyticsTables.loss(report), { ...options, empty: noNumbers })}
  </section>
`

const noNumbers = 'No numbered events here. The tag numbers its events unless strictFields is set.'

const untyped = (report: AnalyticsReport, options: TableOptions) =>
  report.untyped.length === 0
    ? nothing
    : html`
        <section class="report-section" aria-labelledby="untyped-title">
          <h2 id="untyped-title">Chat and links</h2>
          <p class="quiet">
            Texts that name a list and were not typed into a search box: questions of a chat, and
            links.
          </p>
          ${reportTable(analyticsTables.untyped(report), options)}
        </section>
      `

const section = (
  name: string,
  title: string,
  about: string | TemplateResult,
  table: TemplateResult,
) => html`
  <section class="report-section" aria-labelledby=${`${name}-title`}>
    <h2 id=${`${name}-title`}>${title}</h2>
    <p class="quiet">${about}</p>
    <div class="chart-frame">
      <canvas
        data-chart=${name}
        role="img"
        aria-label=${`${title} as a chart; the table below has the same numbers.`}
      ></canvas>
    </div>
    ${table}
  </section>
`
