import { html, nothing, type TemplateResult } from 'lit-html'
import type { ItemReport } from '../analytics/item-type.ts'
import { itemTables } from '../report-tables.ts'
import { periodText } from './format-time'
import { change, count, decimal, interval, money, share, wilson } from './numbers'
import { rankNote, relevanceTerms } from './relevance-view'
import { itemMeasures } from './report-charts'
import { reportTable } from './report-table'
import { trendView } from './trend-view'

/** The page of one list, product or facet value. */
export function itemSections(report: ItemReport, csvOf: (table: string) => string): TemplateResult {
  const { item, currency, relevance, ranks } = report
  const options = (name: string) => ({ currency, csv: csvOf(name) })
  const part = (name: keyof typeof itemTables, title: string, about = '') => {
    const table = itemTables[name](report)
    return table.rows.length === 0
      ? nothing
      : html`<section class="report-section">
          <h2>${title}</h2>
          ${about ? html`<p class="quiet">${about}</p>` : nothing}
          ${name === 'item-ranks' ? rankFrame : nothing} ${reportTable(table, options(name))}
        </section>`
  }
  return html`
    <p class="crumbs"><a href="/analytics">All of Analytics</a> › ${kinds[item.kind]}: <b>${report.label}</b></p>
    ${totals(report)} ${relevance ? figures(report) : nothing}
    ${trendView({
      ...{ trend: report.trend, measures: itemMeasures, table: itemTables['item-trend'](report) },
      ...{ isOpen: report.previous?.isOpen ?? false, options: options('item-trend') },
    })}
    ${part('item-too-low', 'Ranked too low', 'Clicked more often than their ranks explain. Move them up.')}
    ${part('item-too-high', 'Ranked too high', 'Clicked less often than their ranks explain.')}
    ${part('item-ranks', 'Clicks by rank', 'The rank is the place in the reply of Browse.')}
    ${item.kind === 'list' ? rankNote(ranks.length > 0) : nothing}
    ${item.kind === 'product' ? nothing : part('item-products', 'Products', productsAbout[item.kind])}
    ${item.kind === 'list' ? nothing : part('item-lists', 'Lists', listsAbout[item.kind])}
    ${part('item-asked-next', 'What shoppers asked next', 'Visits that left this search without a click.')}
    ${part('item-facets', 'Facets', 'What visits did after they had chosen a value.')}
  `
}

const kinds = { list: 'List', product: 'Product', facet: 'Facet' } as const

const productsAbout = {
  list: 'What this list showed, and what came of it.',
  facet: 'What the visits that chose the value saw, clicked and bought.',
} as const

const listsAbout = {
  product: 'Where it was shown.',
  facet: 'Lists of the visits that chose the value.',
} as const

const rankFrame = html`
  <div class="chart-frame">
    <canvas
      data-chart="ranks"
      role="img"
      aria-label="Click rate by rank as a line; the table below has the same numbers."
    ></canvas>
  </div>
`

function totals({ totals: now, before, previous, currency, timeZone, item }: ItemReport) {
  const tiles = [
    tile('Shown', count(now.shown), change(now.shown, before?.shown ?? 0)),
    tile('Clicked', count(now.clicked), change(now.clicked, before?.clicked ?? 0)),
    tile(
      'Click rate',
      share(now.clicked / now.shown),
      now.shown > 0 ? interval(wilson(now.clicked, now.shown)) : '',
    ),
    tile('Added', count(now.added), change(now.added, before?.added ?? 0)),
    tile('Ordered', count(now.ordered), change(now.ordered, before?.ordered ?? 0)),
    tile('Revenue', money(now.revenue, currency), change(now.revenue, before?.revenue ?? 0)),
  ]
  const compared = previous
    ? ` Changes compare with the previous period: ${periodText(previous.from, previous.to, timeZone)}.`
    : ''
  const href = `/events?text=${encodeURIComponent(item.kind === 'list' ? item.name.slice(item.name.indexOf(':') + 1) : item.value || item.name)}`
  return html`<dl class="totals tiles">${tiles}</dl>
    <p class="quiet">Days are those of ${timeZone}.${compared} <a href=${href}>Its events</a></p>`
}

const tile = (name: string, value: string, note: string) => html`
  <div class="total">
    <dt class="total-name">${name}</dt>
    <dd class="total-count">${value}</dd>
    ${note ? html`<dd class="total-change">${note}</dd>` : nothing}
  </div>
`

/** The figures of relevance of one list. */
function figures({ relevance, currency }: ItemReport) {
  if (!relevance) return nothing
  const row = relevance
  const rate = (name: string, part: number, whole: number) =>
    tile(
      name,
      whole > 0 ? share(part / whole) : '–',
      whole > 0 ? interval(wilson(part, whole)) : '',
    )
  const coec = row.expectedClicks > 0 ? row.placedClicks / row.expectedClicks : undefined
  return html`
    <section class="report-section" aria-labelledby="relevance-title">
      <h2 id="relevance-title">Relevance</h2>
      <dl class="totals tiles">
        ${tile('Visits', count(row.visits), '')} ${rate('CTR', row.clicks, row.impressions)}
        ${rate('CTR@3', row.clickedAt3, row.ranked)}
        ${tile('MRR', decimal(row.mrr), `${count(row.ranked)} lists`)}
        ${tile('nDCG@10', decimal(row.ndcg), `${count(row.graded)} lists`)}
        ${tile('COEC', decimal(coec), `${count(row.placedClicks)} clicks`)}
        ${rate('Added to cart', row.addedReplies, row.replies)}
        ${tile('Revenue per visit', money(row.revenue / (row.visits || 1), currency), '')}
        ${rate('Without results', row.emptyVisits, row.visits)}
        ${rate('Refined', row.refined, row.visits)} ${rate('Abandoned', row.abandoned, row.visits)}
      </dl>
      ${relevanceTerms}
    </section>
  `
}
