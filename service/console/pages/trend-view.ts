import { html, nothing, type TemplateResult } from 'lit-html'
import type { TrendRow } from '../analytics/report-type.ts'
import { trendTable } from '../report-tables.ts'
import { measures } from './report-charts'
import { reportTable, type TableOptions } from './report-table'

/** The trend of a report: what happened in each interval, now and in the time before. */
export interface Trend {
  readonly now: readonly TrendRow[]
  readonly before: readonly TrendRow[]
  /** How many days are one point. */
  readonly days: number
}

/** Four lines over the days, and the same numbers as a table. */
export function trendView(trend: Trend, options: TableOptions): TemplateResult {
  const { now, before, days } = trend
  const each = days === 1 ? 'Each point is a day.' : `Each point is ${days} days.`
  const dashed = before.length > 0 ? ' The dashed line is the time before.' : ''
  return html`
    <section class="report-section" aria-labelledby="trend">
      <h2 id="trend">Trend</h2>
      <p class="quiet">${each}${dashed}</p>
      <div class="trend">
        ${Object.entries(measures).map(([name, { title }]) => lineFrame(name, title))}
      </div>
      ${
        now.length === 0
          ? nothing
          : html`<details class="fold">
              <summary>The trend as a table</summary>
              ${reportTable(trendTable(now), options)}
            </details>`
      }
    </section>
  `
}

const lineFrame = (name: string, title: string) => html`
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
