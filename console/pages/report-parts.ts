import { html, nothing, type TemplateResult } from 'lit-html'
import type { AnalyticsOverview } from '../analytics/report-type.ts'
import { change, changeInterval, count, money, periodText, share, signedInterval } from './format'
import type { Figure } from './report-charts'

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

/** The frame of a chart. @param title - What it shows, for those who cannot see it. */
export const chartFrame = (name: string, title: string): TemplateResult => html`
  <div class="chart-frame">
    <canvas
      data-chart=${name}
      role="img"
      aria-label=${`${title}; the table below has the same numbers.`}
    ></canvas>
  </div>
`

/** A figure at the top of a page. */
export interface Tile {
  readonly name: string
  readonly value: string | TemplateResult
  /** The change since the period that it is compared with. */
  readonly change?: TemplateResult | typeof nothing
  readonly note?: string | TemplateResult
  /** Shows the curve. */
  readonly onPress?: () => void
  readonly isPressed?: boolean
}

/** The figures at the top of a page; those with a curve are buttons. */
export const tilesView = (tiles: readonly Tile[]): TemplateResult =>
  html`<div class="totals tiles" role="group" aria-label="Key figures">${tiles.map(tileView)}</div>`

function tileView({ name, value, change = nothing, note, onPress, isPressed = false }: Tile) {
  const content = html`
    <span class="total-name">${name}</span>
    <span class="total-count">${value}</span>
    ${change} ${note ? html`<span class="total-change">${note}</span>` : nothing}
  `
  return onPress
    ? html`<button type="button" class="total" aria-pressed=${isPressed} @click=${onPress}>${content}</button>`
    : html`<div class="total">${content}</div>`
}

/** What figures are counted from. */
interface Counted<Counts> extends Pick<AnalyticsOverview, 'currency' | 'previous'> {
  readonly totals: Counts
  readonly before?: Counts
}

/** The figures of a period as tiles, each with its change. A press shows the curve. */
export function figureTiles<Counts>(
  figures: readonly Figure<Counts>[],
  { totals, before, currency }: Counted<Counts>,
  pressed: string,
  onPress: (name: string) => void,
): Tile[] {
  return figures.map((figure) => ({
    name: figure.name,
    value: figureText(figure.of(totals), figure.unit, currency),
    change: before ? changeText(figure, totals, before) : nothing,
    isPressed: figure.name === pressed,
    onPress: () => onPress(figure.name),
  }))
}

function figureText(value: number, unit: Figure<never>['unit'], currency: string): string {
  if (!Number.isFinite(value)) return '–'
  if (unit === 'money') return money(value, currency, value >= 1_000)
  return unit === 'share' ? share(value) : count(value)
}

/** A change is grey if its interval includes no change. */
function changeText<Counts>({ of, spread }: Figure<Counts>, now: Counts, before: Counts) {
  const [value, then] = [of(now), of(before)]
  if (!spread || !(value > 0 && then > 0)) return nothing
  return changeCell(value, then, spread(now) + spread(before), 'total-change')
}

/** A relative change with its 95 % interval, grey if that includes no change. */
export function changeCell(
  now: number,
  before: number,
  spread?: number,
  kind = '',
): TemplateResult {
  const bounds = changeInterval(now, before, spread)
  const isSure = bounds[0] > 0 || bounds[1] < 0
  return html`<span class=${`${kind} ${isSure ? 'sure' : 'few'}`}>${change(now, before) || '0%'}
    <small class="interval">${signedInterval(bounds)}</small></span>`
}

/** Says where days begin, and what the figures are compared with. */
export function periodNote({
  timeZone,
  previous,
}: Pick<AnalyticsOverview, 'timeZone' | 'previous'>): string {
  const zone = `Days follow the time zone ${timeZone}.`
  if (!previous) return `${zone} Choose a period with a start and an end to compare it.`
  const period = periodText(previous.from, previous.to, timeZone)
  const open = previous.isOpen ? ', up to the same time of day, because today is not over' : ''
  return `${zone} Changes compare with ${period}${open}. A grey change may be chance: its 95 % interval includes none.`
}

/** Terms and their definitions. */
export const termsView = (terms: Readonly<Record<string, string>>) => html`
  <dl class="reasons">
    ${Object.entries(terms).map(([name, meaning]) => html`<div><dt>${name}</dt><dd>${meaning}</dd></div>`)}
  </dl>
`

/** The curve of one figure, and all figures as a table. */
export function trendView(
  { trend, previous: period }: Pick<AnalyticsOverview, 'trend' | 'previous'>,
  name: string,
  table: TemplateResult,
): TemplateResult {
  const { now, before, unit, step } = trend
  const each = step === 1 ? `each ${unit}` : `every ${step} days`
  const dashed = before.length > 0 ? ' The dashed line is the period that it is compared with.' : ''
  const open = period?.isOpen && unit === 'day' ? ' Today is not over.' : ''
  return html`
    <figure class="trend">
      <figcaption><b>${name}</b>, ${each}.${dashed}${open}</figcaption>
      ${chartFrame('trend', `${name} over time as a line`)}
    </figure>
    ${
      now.length === 0
        ? nothing
        : html`<details class="fold">
            <summary>All figures as a table</summary>
            ${table}
          </details>`
    }
  `
}

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
