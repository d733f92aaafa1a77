import { html, nothing, type TemplateResult } from 'lit-html'
import type { AnalyticsReport, AnalyticsTotals } from '../analytics/report-type.ts'
import { analyticsTables } from '../report-tables.ts'
import { attentionView } from './attention-view'
import { change, count, money, share, wholeMoney } from './numbers'
import { reportTable, type TableOptions } from './report-table'
import { type Trend, trendView } from './trend-view'

/** The whole report, one section after another. */
export function reportSections(
  report: AnalyticsReport,
  trend: Trend,
  csvOf: (table: string) => string,
): TemplateResult {
  const optionsOf = (table: string): TableOptions => ({
    currency: report.currency,
    csv: csvOf(table),
  })
  const part = (name: ChartedTable, title: string, about: string | TemplateResult) =>
    section(name, title, about, reportTable(analyticsTables[name](report), optionsOf(name)))
  return html`
    ${totals(report)} ${contents()} ${trendView(trend, optionsOf('trend'))}
    ${attentionView(report, optionsOf)}
    ${part('funnel', 'Funnel', 'Visits in which at least one product came this far.')}
    ${part('lists', 'Lists', listsText)}
    ${part('positions', 'Place in the list', positionsText)}
    ${part('products', 'Products', 'The most ordered first.')}
    ${part('queries', 'Searches', 'What shoppers typed, and what came of it.')}
    ${untyped(report, optionsOf('untyped'))} ${part('facets', 'Facets', facetsText(report.totals))}
    ${delivery(report, optionsOf('loss'))}
  `
}

type ChartedTable = 'funnel' | 'lists' | 'positions' | 'products' | 'queries' | 'facets'

const listsText = html`A click, a cart and an order count for the list that they are owed to; see
  <a href="/attribution">Attribution</a>.`

const positionsText =
  'Place 1 is the product of a reply that was seen first. The click rate says whether the order of a list matters.'

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

function totals({ totals: now, before, currency }: AnalyticsReport) {
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
  return html`<dl class="totals tiles">${tiles.map(tile)}</dl>`
}

const tile = ({ name, value, change: changed, note }: Tile) => html`
  <div class="total">
    <dt class="total-name">${name}</dt>
    <dd class="total-count">${value}</dd>
    ${changed ? html`<dd class="total-change">${changed}<span class="unseen"> against the time before</span></dd>` : nothing}
    ${note ? html`<dd class="total-bad">${note}</dd>` : nothing}
  </div>
`

const badNote = (bad: number) =>
  bad > 0 ? html`<a href="/events?state=bad">${count(bad)} bad, not counted</a>` : html`None bad`

const parts = [
  ['trend', 'Trend'],
  ['attention', 'Needs attention'],
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

const noNumbers =
  'No numbered events here. The tag numbers its events unless strictFields is set; sample traffic has no numbers.'

const untyped = (report: AnalyticsReport, options: TableOptions) =>
  report.untyped.length === 0
    ? nothing
    : html`
        <section class="report-section" aria-labelledby="untyped-title">
          <h2 id="untyped-title">Chat and links</h2>
          <p class="quiet">
            Texts that name a list and that nobody typed into a search box: questions of a chat, and
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
        aria-label=${`${title} as bars; the table below has the same numbers.`}
      ></canvas>
    </div>
    ${table}
  </section>
`
