import { html, nothing, type TemplateResult } from 'lit-html'
import type { Item, ItemReport, RelevanceRow } from '../analytics/report-type.ts'
import { itemTables, relevanceTable } from '../report-tables.ts'
import { figureChart, itemFigures, type ReportChart, rankChart } from './report-charts'
import type { SectionTools } from './report-loader'
import {
  chartFrame,
  figureTiles,
  periodNote,
  rankNote,
  relevanceTerms,
  reportSection,
  tilesView,
  trendView,
} from './report-parts'
import { withScope } from './report-scope'
import { reportTable } from './report-table'
import { misplacedSection } from './section-views'
import { cellView } from './table-cells'

const SECTIONS: Readonly<Record<Item['kind'], string>> = {
  ...{ list: 'lists', product: 'products', facet: 'facets' },
}

/** What the page of an item shows, in a sentence. */
export const itemHelp = {
  list: 'What this list showed, what shoppers did with it, and how well its order works.',
  product: 'What shoppers did with this product, and in which lists they saw it.',
  facet: 'What the visits that chose this value saw, clicked and bought.',
}

/** The section that has an item. */
export const itemSection = (kind = ''): string =>
  Object.hasOwn(SECTIONS, kind) ? SECTIONS[kind as Item['kind']] : 'overview'

/** The figure whose curve is shown. */
let pressed = 'Clicked'

/** The charts of an item's page. */
export function itemCharts(report: ItemReport): Readonly<Record<string, ReportChart>> {
  const figure = itemFigures.find(({ name }) => name === pressed)
  return {
    ...(figure && { trend: figureChart(figure, report) }),
    ranks: rankChart(report.ranks),
  }
}

/** The page of one list, product or facet value. */
export function itemView(report: ItemReport, tools: SectionTools): TemplateResult {
  const { item, currency, relevance, ranks } = report
  const options = (name: string) => ({ currency, csv: tools.csvOf(name) })
  const part = (name: keyof typeof itemTables, title: string, about: string, before?: unknown) => {
    const table = itemTables[name](report)
    return table.rows.length === 0
      ? nothing
      : reportSection('', title, about, [before, reportTable(table, options(name))])
  }
  const misplaced = (kind: 'too-low' | 'too-high', rows: ItemReport['tooLow']) =>
    rows.length === 0 ? nothing : misplacedSection(kind, rows, 0, tools, `item-${kind}`)
  return html`
    ${totals(report, tools)} ${relevance ? figures(relevance, currency) : nothing}
    ${misplaced('too-low', report.tooLow)} ${misplaced('too-high', report.tooHigh)}
    ${part('item-ranks', 'Clicks by rank', 'The rank is the place in the response of Browse.', chartFrame('ranks', 'Click rate by rank as a line'))}
    ${item.kind === 'list' ? rankNote(ranks.length > 0) : nothing}
    ${item.kind === 'product' ? nothing : part('item-products', 'Products', productsAbout[item.kind])}
    ${item.kind === 'list' ? nothing : part('item-lists', 'Lists', listsAbout[item.kind])}
    ${part('item-asked-next', 'What shoppers searched next', 'Visits that left this search without a click.')}
    ${part('item-facets', 'Facets', 'What shoppers did after choosing a value.')}
  `
}

const productsAbout = {
  list: 'What this list showed, and what shoppers did with it.',
  facet: 'What shoppers who chose the value saw, clicked and bought.',
} as const

const listsAbout = {
  product: 'Where it was shown.',
  facet: 'Lists of the visits that chose the value.',
} as const

function totals(report: ItemReport, { csvOf, redraw }: SectionTools) {
  const { item, currency } = report
  const press = (name: string) => {
    pressed = name
    redraw()
  }
  const text =
    item.kind === 'list' ? item.name.slice(item.name.indexOf(':') + 1) : item.value || item.name
  const trend = reportTable(itemTables['item-trend'](report), {
    currency,
    csv: csvOf('item-trend'),
  })
  return html`
    ${tilesView(figureTiles(itemFigures, report, pressed, press))}
    ${trendView(report, pressed, trend)}
    <p class="quiet">
      ${periodNote(report)} <a href=${withScope(`/events?text=${encodeURIComponent(text)}`)}>Its events</a>
    </p>
  `
}

function figures(relevance: RelevanceRow, currency: string) {
  const { columns, rows } = relevanceTable([relevance])
  const [, ...tiles] = columns.map((column, place) => ({
    name: column.name,
    value: cellView(rows[0]?.[place], column, currency),
  }))
  return reportSection('relevance', 'Relevance', '', [tilesView(tiles), relevanceTerms])
}
