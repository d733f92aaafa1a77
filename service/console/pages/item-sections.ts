import { html, nothing, type TemplateResult } from 'lit-html'
import type { ItemReport, RelevanceRow } from '../analytics/report-type.ts'
import { itemTables, relevanceTable } from '../report-tables.ts'
import { interval, money, share, wilson } from './format'
import { itemMeasures } from './report-charts'
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
import { reportTable } from './report-table'
import { cellView } from './table-order'

/** The page of one list, product or facet value. */
export function itemSections(report: ItemReport, csvOf: (table: string) => string): TemplateResult {
  const { item, currency, relevance, ranks } = report
  const options = (name: string) => ({ currency, csv: csvOf(name) })
  const part = (name: keyof typeof itemTables, title: string, about: string, before?: unknown) => {
    const table = itemTables[name](report)
    return table.rows.length === 0
      ? nothing
      : reportSection('', title, about, [before, reportTable(table, options(name))])
  }
  return html`
    <p class="crumbs"><a href="/analytics">All of Analytics</a> › ${kinds[item.kind]}: <b>${report.label}</b></p>
    ${totals(report)} ${relevance ? figures(relevance, currency) : nothing}
    ${trendView(report, itemMeasures, reportTable(itemTables['item-trend'](report), options('item-trend')))}
    ${part('item-too-low', 'Ranked too low', 'Clicked more often than their ranks explain. Move them up.')}
    ${part('item-too-high', 'Ranked too high', 'Clicked less often than their ranks explain.')}
    ${part('item-ranks', 'Clicks by rank', 'The rank is the position in the Browse response.', chartFrame('ranks', 'Click rate by rank as a line'))}
    ${item.kind === 'list' ? rankNote(ranks.length > 0) : nothing}
    ${item.kind === 'product' ? nothing : part('item-products', 'Products', productsAbout[item.kind])}
    ${item.kind === 'list' ? nothing : part('item-lists', 'Lists', listsAbout[item.kind])}
    ${part('item-asked-next', 'What shoppers searched next', 'Visits that left this search without a click.')}
    ${part('item-facets', 'Facets', 'What shoppers did after choosing a value.')}
  `
}

const kinds = { list: 'List', product: 'Product', facet: 'Facet' } as const

const productsAbout = {
  list: 'What this list showed, and what shoppers did with it.',
  facet: 'What shoppers who chose the value saw, clicked and bought.',
} as const

const listsAbout = {
  product: 'Where it was shown.',
  facet: 'Lists of the visits that chose the value.',
} as const

function totals(report: ItemReport) {
  const { totals: now, before, currency, item } = report
  const number = tileOf(now, before)
  const tiles = [
    number('Shown', ({ shown }) => shown),
    number('Clicked', ({ clicked }) => clicked),
    {
      name: 'Click rate',
      value: share(now.clicked / now.shown),
      note: now.shown > 0 ? interval(wilson(now.clicked, now.shown)) : '',
    },
    number('Added', ({ added }) => added),
    number('Ordered', ({ ordered }) => ordered),
    number(
      'Revenue',
      ({ revenue }) => revenue,
      (value) => money(value, currency),
    ),
  ]
  const href = `/events?text=${encodeURIComponent(item.kind === 'list' ? item.name.slice(item.name.indexOf(':') + 1) : item.value || item.name)}`
  return html`${tilesView(tiles)}
    <p class="quiet">${periodNote(report)} <a href=${href}>Its events</a></p>`
}

function figures(relevance: RelevanceRow, currency: string) {
  const { columns, rows } = relevanceTable([relevance])
  const [, ...tiles] = columns.map((column, place) => ({
    name: column.name,
    value: cellView(rows[0]?.[place], column, currency),
  }))
  return reportSection('relevance', 'Relevance', '', [tilesView(tiles), relevanceTerms])
}
