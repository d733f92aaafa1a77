import { html, type TemplateResult } from 'lit-html'

/** One column: what it is called, and what a row has there. */
export interface TableColumn<Row> {
  readonly name: string
  readonly cell: (row: Row) => string | TemplateResult
  /** Numbers stand at the right. */
  readonly isNumber?: boolean
}

/** A table that can be read aloud: the first column names its row. */
export function reportTable<Row>(
  caption: string,
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
): TemplateResult {
  return html`
    <div class="table-frame" tabindex="0" role="region" aria-label=${caption}>
      <table>
        <caption class="unseen">${caption}</caption>
        <thead>
          <tr>${columns.map((column) => html`<th scope="col" class=${alignment(column)}>${column.name}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.map((row) => html`<tr>${columns.map((column, place) => cell(row, column, place))}</tr>`)}
        </tbody>
      </table>
    </div>
  `
}

const cell = <Row>(row: Row, column: TableColumn<Row>, place: number) =>
  place === 0
    ? html`<th scope="row" dir="auto">${column.cell(row)}</th>`
    : html`<td class=${alignment(column)} dir="auto">${column.cell(row)}</td>`

const alignment = ({ isNumber }: { readonly isNumber?: boolean }) => (isNumber ? 'number' : '')
