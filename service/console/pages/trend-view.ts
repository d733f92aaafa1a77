import { html, nothing, type TemplateResult } from 'lit-html'
import type { Trend } from '../analytics/report-type.ts'
import type { ReportTable } from '../table-columns.ts'
import type { Measure } from './report-charts'
import { reportTable, type TableOptions } from './report-table'

/** What a trend shows. */
interface TrendParts {
  readonly trend: Trend
  readonly measures: readonly Measure[]
  readonly table: ReportTable
  /** Whether the last day is not over. */
  readonly isOpen: boolean
  readonly options: TableOptions
}

/** Lines over the days, and the same numbers as a table. */
export function trendView({ trend, measures, table, isOpen, options }: TrendParts): TemplateResult {
  const { now, before, unit, step } = trend
  const each = step === 1 ? `Each point is one ${unit}.` : `Each point is ${step} days.`
  const previous = before.length > 0 ? ' The dashed line is the previous period.' : ''
  const open = isOpen && unit === 'day' ? ' Today is not over, so the line to it is dashed.' : ''
  return html`
    <section class="report-section" aria-labelledby="trend">
      <h2 id="trend">Trend</h2>
      <p class="quiet">${each}${previous}${open}</p>
      <div class="trend">${measures.map(lineFrame)}</div>
      ${
        now.length === 0
          ? nothing
          : html`<details class="fold">
              <summary>The trend as a table</summary>
              ${reportTable(table, options)}
            </details>`
      }
    </section>
  `
}

const lineFrame = ({ name, title }: Measure) => html`
  <figure>
    <figcaption>${title}</figcaption>
    <div class="chart-frame">
      <canvas
        data-chart=${`trend-${name}`}
        role="img"
        aria-label=${`${title} over time as a line; the table below has the same numbers.`}
      ></canvas>
    </div>
  </figure>
`
