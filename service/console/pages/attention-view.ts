import { html, type TemplateResult } from 'lit-html'
import type { AnalyticsReport } from '../analytics/report-type.ts'
import { analyticsTables } from '../report-tables.ts'
import { count } from './format'
import { reportTable, type TableOptions } from './report-table'

/** The number of cases examined, by kind. */
const cases = {
  'impressions with a known rank': ({ relevance }: AnalyticsReport) =>
    relevance.curve.reduce((sum, { shown }) => sum + shown, 0),
  searches: ({ totals }: AnalyticsReport) => totals.searches,
  clicks: ({ totals }: AnalyticsReport) => totals.clicked,
  'choices of facet values': ({ facets }: AnalyticsReport) =>
    facets.reduce((sum, { visits }) => sum + visits, 0),
  events: ({ totals }: AnalyticsReport) => totals.events + totals.bad,
} as const

/** With fewer cases, "none" would be premature. */
const ENOUGH = 50

/** A thing to look at, the cases it is drawn from, and what it means or what to do about it. */
type Concern = readonly [keyof typeof analyticsTables, keyof typeof cases, advice: string]

const concerns: readonly Concern[] = [
  [
    'too-low',
    'impressions with a known rank',
    'Clicked more often than their ranks explain. Move them up. The most certain come first.',
  ],
  [
    'too-high',
    'impressions with a known rank',
    'Clicked less often than their ranks explain. Check picture and price, or move them down.',
  ],
  ['empty-searches', 'searches', 'Add synonyms or products, or send these searches to a page.'],
  ['unclicked-searches', 'searches', 'Searched three times or more, and no result was clicked.'],
  [
    'asked-next',
    'searches',
    'Shoppers left the first search without a click and searched for the second.',
  ],
  ['unclicked-products', 'clicks', 'Shown ten times or more. Check picture, price and position.'],
  [
    'idle-facets',
    'choices of facet values',
    'Chosen in three visits or more; no product was clicked afterwards.',
  ],
  ['bad-events', 'events', 'These break the contract and are not counted. Each page needs a fix.'],
]

/** *Needs attention*: what a merchandiser should check first. */
export const attentionView = (
  report: AnalyticsReport,
  optionsOf: (table: string) => TableOptions,
): TemplateResult => html`
  <section class="report-section" aria-labelledby="attention">
    <h2 id="attention">Needs attention</h2>
    <div class="concerns">
      ${concerns.map(([table, looked, advice]) => {
        const own = analyticsTables[table](report)
        const options = { ...optionsOf(table), empty: emptyText(looked, cases[looked](report)) }
        return html`
          <div class="concern">
            <h3>${own.title}</h3>
            ${own.rows.length > 0 ? html`<p class="quiet">${advice}</p>` : ''}
            ${reportTable(own, options)}
          </div>
        `
      })}
    </div>
  </section>
`

/** Says that there are none, but only if enough cases were examined. */
const emptyText = (name: string, looked: number): string =>
  looked < ENOUGH
    ? `Too little data: this period has only ${count(looked)} ${name}.`
    : `None found among ${count(looked)} ${name}.`
