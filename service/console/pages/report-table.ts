import { html, nothing, type TemplateResult } from 'lit-html'
import type { Cell, ReportColumn, ReportTable } from '../report-tables.ts'
import { shortMoment } from './format-time'
import { count, money, share } from './numbers'

/** Parts of a table besides its rows. */
export interface TableOptions {
  readonly currency: string
  /** Where the same table is to be had as CSV. */
  readonly csv: string
  /** Said in place of a table without rows. */
  readonly empty?: string
}

/** A table that can be read aloud: the first column names its row. Its CSV is a link below it. */
export function reportTable(
  { title, columns, rows }: ReportTable,
  { currency, csv, empty = 'Nothing in this time.' }: TableOptions,
): TemplateResult {
  if (rows.length === 0) return html`<p class="quiet">${empty}</p>`
  const cell = (value: Cell, column: ReportColumn | undefined) => cellText(value, column, currency)
  return html`
    <div class="table-frame" tabindex="0" role="region" aria-label=${title}>
      <table>
        <caption class="unseen">
          ${title}
        </caption>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col" class=${alignment(column)}>${column.name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) => html`<tr>
              ${row.map((value, place) =>
                place === 0
                  ? html`<th scope="row" dir="auto">${cell(value, columns[place])}</th>`
                  : html`<td class=${alignment(columns[place])} dir="auto">${cell(value, columns[place])}</td>`,
              )}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${csv === '' ? nothing : html`<p class="csv"><a href=${csv} download>CSV<span class="unseen"> of the table ${title}</span></a></p>`}
  `
}

function cellText(value: Cell, column: ReportColumn | undefined, currency: string) {
  if (typeof value === 'object') return html`<a href=${value.href}>${value.text}</a>`
  if (typeof value === 'string') return value
  switch (column?.kind) {
    case 'share':
      return share(value)
    case 'money':
      return money(value ?? 0, currency)
    case 'moment':
      return shortMoment(value ?? 0, Date.now())
    default:
      return count(value ?? 0)
  }
}

const alignment = (column: ReportColumn | undefined) =>
  column === undefined || column.kind === 'text' ? '' : 'number'
