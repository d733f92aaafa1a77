import { html, nothing, type TemplateResult } from 'lit-html'
import type { AnalyticsOverview } from '../analytics/report-type.ts'
import { change, count, periodText } from './format'
import type { Measure } from './report-charts'

/** A section of a report: heading, introduction and content. Without a `name` it cannot be linked to. */
export const reportSection = (
  name: string,
  title: string,
  about: string | TemplateResult,
  content: unknown,
): TemplateResult => html`
  <section class="report-section">
    <h2 id=${name ? `${name}-title` : nothing}>${title}</h2>
    ${about ? html`<p class="quiet">${about}</p>` : nothing} ${content}
  </section>
`

/** The frame of a chart; the table below it shows the same data. */
export const chartFrame = (name: string, title: string): TemplateResult => html`
  <div class="chart-frame">
    <canvas
      data-chart=${name}
      role="img"
      aria-label=${`${title}; the table below has the same numbers.`}
    ></canvas>
  </div>
`

/** A key figure at the top of a page. */
export interface Tile {
  readonly name: string
  readonly value: string | TemplateResult
  /** The change since the previous period. */
  readonly change?: string
  readonly note?: string | TemplateResult
}

/** The key figures at the top of a page. */
export const tilesView = (tiles: readonly Tile[]): TemplateResult =>
  html`<dl class="totals tiles">${tiles.map(tileView)}</dl>`

const tileView = ({ name, value, change, note }: Tile) => html`
  <div class="total">
    <dt class="total-name">${name}</dt>
    <dd class="total-count">${value}</dd>
    ${change ? html`<dd class="total-change">${change}<span class="unseen"> compared with the previous period</span></dd>` : nothing}
    ${note ? html`<dd class="total-change">${note}</dd>` : nothing}
  </div>
`

/** Creates tiles for the figures of a period, each with its change since the previous one. */
export const tileOf =
  <Counts>(now: Counts, before: Counts | undefined) =>
  (name: string, of: (counts: Counts) => number, write = count): Tile => ({
    name,
    value: write(of(now)),
    change: before ? change(of(now), of(before)) : '',
  })

/** Says where days begin, and what the figures are compared with. */
export function periodNote({
  timeZone,
  previous,
}: Pick<AnalyticsOverview, 'timeZone' | 'previous'>): string {
  const zone = `Days follow the time zone ${timeZone}.`
  if (!previous) return zone
  const period = periodText(previous.from, previous.to, timeZone)
  const open = previous.isOpen ? ', up to the same time of day, because today is not over' : ''
  return `${zone} Changes compare with the previous period: ${period}${open}.`
}

/** Terms and their definitions. */
export const termsView = (terms: Readonly<Record<string, string>>) => html`
  <dl class="reasons">
    ${Object.entries(terms).map(([name, meaning]) => html`<div><dt>${name}</dt><dd>${meaning}</dd></div>`)}
  </dl>
`

/** A chart of each measure over time, and the same numbers as a table. */
export function trendView(
  { trend, previous: period }: Pick<AnalyticsOverview, 'trend' | 'previous'>,
  measures: readonly Measure[],
  table: TemplateResult,
): TemplateResult {
  const { now, before, unit, step } = trend
  const each = step === 1 ? `Each point is one ${unit}.` : `Each point is ${step} days.`
  const previous = before.length > 0 ? ' The dashed line is the previous period.' : ''
  const open =
    period?.isOpen && unit === 'day' ? ' Today is not over, so the line to it is dashed.' : ''
  const rows = html`<details class="fold">
    <summary>The trend as a table</summary>
    ${table}
  </details>`
  return reportSection('trend', 'Trend', `${each}${previous}${open}`, [
    html`<div class="trend">${measures.map(lineFrame)}</div>`,
    now.length === 0 ? nothing : rows,
  ])
}

const lineFrame = ({ title }: Measure) => html`
  <figure>
    <figcaption>${title}</figcaption>
    ${chartFrame(title, `${title} over time as a line`)}
  </figure>
`

const definitions = {
  Visits: 'Visits that saw the list.',
  Impressions: 'Products that came into view, counted once each time the list was shown.',
  CTR: 'The share of products in view that were clicked. Two clicks on one product in one list count once.',
  'CTR@1, @3, @10':
    'Lists in which the first product, one of the first three, one of the first ten was clicked.',
  MRR: 'Mean of 1 ÷ rank of the first click; a list without a click is 0. 1 means that every first click was on the first product.',
  'nDCG@10':
    'How close the order of a list is to the best one: a click counts 1, a cart 2, an order 3, each divided by log2(rank + 1). 1 is the best. Only lists with a click, cart or order count.',
  COEC: 'Clicks ÷ clicks expected at these ranks, by the click rate of each rank in the whole shop. Above 1, products do better than their ranks suggest.',
  'Added to cart': 'Lists from which a product was added to a cart.',
  'Without results': 'Visits in which the list showed no product.',
  Refined: 'Visits that chose a facet or searched again without clicking in the list.',
  Abandoned: 'Visits that did neither and clicked nothing in the list.',
  Rank: 'The position in the Browse response. It is known if the request id of an event belongs to a response of this service, and left out otherwise.',
  '9–91%': 'The 95 % interval: with so few cases, the true rate may be anywhere in it.',
}

/** The definitions of all relevance figures, collapsed. */
export const relevanceTerms: TemplateResult = html`
  <details class="fold">
    <summary>What these figures mean</summary>
    ${termsView(definitions)}
  </details>
`

/** Says why there are no figures by rank; renders nothing if there are. */
export const rankNote = (isRanked: boolean): TemplateResult | typeof nothing =>
  isRanked
    ? nothing
    : html`<p class="quiet">
        No ranks are known here: the request ids of these events belong to no response of this service's
        Browse. Figures that need ranks are left out.
      </p>`
