import { html, type TemplateResult } from 'lit-html'
import type { AnalyticsReport } from '../analytics/report-type.ts'
import { analyticsTables } from '../report-tables.ts'
import { count } from './format'
import { reportTable, type TableOptions } from './report-table'

/** One thing to look at: what it means, and what to do about it. */
interface Concern {
  readonly table: keyof typeof analyticsTables
  readonly advice: string
  /** How many cases were looked at, and what they are called. */
  readonly cases: (report: AnalyticsReport) => number
  readonly name: string
}

/** "None" is said of so many cases or more. */
const ENOUGH = 50

const concerns: readonly Concern[] = [
  {
    table: 'too-low',
    advice: 'Clicked more often than their ranks explain. Move them up. The surest is first.',
    cases: ({ relevance }) => relevance.curve.reduce((sum, { shown }) => sum + shown, 0),
    name: 'impressions with a known rank',
  },
  {
    table: 'too-high',
    advice:
      'Clicked less often than their ranks explain. Look at picture and price, or move them down.',
    cases: ({ relevance }) => relevance.curve.reduce((sum, { shown }) => sum + shown, 0),
    name: 'impressions with a known rank',
  },
  {
    table: 'empty-searches',
    advice: 'Add synonyms or products, or send these searches to a page.',
    cases: ({ totals }) => totals.searches,
    name: 'searches',
  },
  {
    table: 'unclicked-searches',
    advice: 'Searched three times or more, and no result was clicked.',
    cases: ({ totals }) => totals.searches,
    name: 'searches',
  },
  {
    table: 'asked-next',
    advice: 'Shoppers left the first search without a click and asked for the second.',
    cases: ({ totals }) => totals.searches,
    name: 'searches',
  },
  {
    table: 'unclicked-products',
    advice: 'Shown ten times or more. Look at picture, price and place.',
    cases: ({ totals }) => totals.clicked,
    name: 'clicks',
  },
  {
    table: 'idle-facets',
    advice: 'Chosen in three visits or more; no product was clicked afterwards.',
    cases: ({ facets }) => facets.reduce((sum, { visits }) => sum + visits, 0),
    name: 'choices of facet values',
  },
  {
    table: 'automated-visits',
    advice:
      'More lists than a person looks at, and no click: probably programs. Their impressions lower every click rate.',
    cases: ({ totals }) => totals.visits,
    name: 'visits',
  },
  {
    table: 'bad-events',
    advice: 'These break the contract and are not counted. Each page needs a fix.',
    cases: ({ totals }) => totals.events + totals.bad,
    name: 'events',
  },
]

/** *Needs attention*: what a merchandiser should look at first. */
export const attentionView = (
  report: AnalyticsReport,
  optionsOf: (table: string) => TableOptions,
): TemplateResult => html`
  <section class="report-section" aria-labelledby="attention">
    <h2 id="attention">Needs attention</h2>
    <div class="concerns">
      ${concerns.map((concern) => {
        const own = analyticsTables[concern.table](report)
        const options = { ...optionsOf(concern.table), empty: emptyText(concern, report) }
        return html`
          <div class="concern">
            <h3>${own.title}</h3>
            ${own.rows.length > 0 ? html`<p class="quiet">${concern.advice}</p>` : ''}
            ${reportTable(own, options)}
          </div>
        `
      })}
    </div>
  </section>
`

/** Says that there is none only when enough cases were looked at. */
function emptyText({ cases, name }: Concern, report: AnalyticsReport): string {
  const looked = cases(report)
  return looked < ENOUGH
    ? `Too little to say: this time has only ${count(looked)} ${name}.`
    : `None found among ${count(looked)} ${name}.`
}
