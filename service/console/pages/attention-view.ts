import { html, type TemplateResult } from 'lit-html'
import type { AnalyticsReport } from '../analytics/report-type.ts'
import { analyticsTables } from '../report-tables.ts'
import { reportTable, type TableOptions } from './report-table'

/** One thing to look at: what it means, and what to do about it. */
interface Concern {
  readonly table: keyof typeof analyticsTables
  readonly advice: string
  readonly empty: string
}

const concerns: readonly Concern[] = [
  {
    table: 'empty-searches',
    advice: 'Add synonyms or products, or send these searches to a page.',
    empty: 'Every search found something.',
  },
  {
    table: 'unclicked-searches',
    advice: 'Searched three times or more, with results that nobody clicked.',
    empty: 'Every frequent search was clicked.',
  },
  {
    table: 'unclicked-products',
    advice: 'Shown ten times or more. Look at picture, price and place.',
    empty: 'Every product that was shown often was clicked.',
  },
  {
    table: 'idle-facets',
    advice: 'Chosen in three visits or more; no product was clicked afterwards.',
    empty: 'Every frequent facet value led to a click.',
  },
  {
    table: 'bad-events',
    advice: 'These break the contract and are not counted. Each page needs a fix.',
    empty: 'No bad event.',
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
      ${concerns.map(({ table, advice, empty }) => {
        const own = analyticsTables[table](report)
        return html`
          <div class="concern">
            <h3>${own.title}</h3>
            ${own.rows.length > 0 ? html`<p class="quiet">${advice}</p>` : ''}
            ${reportTable(own, { ...optionsOf(table), empty })}
          </div>
        `
      })}
    </div>
  </section>
`
