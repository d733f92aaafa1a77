import { html, nothing, render, type TemplateResult } from 'lit-html'
import type { ReportColumn, ReportTable } from '../table-columns.ts'
import { count } from './format'
import { cellView, nameOf, PAGE_ROWS, pageOf, type ShownRow, type TableView } from './table-order'

/** The parts of a table other than its rows. */
export interface TableOptions {
  readonly currency: string
  /** The URL of the same table as CSV. */
  readonly csv: string
  /** The text shown if there are no rows. */
  readonly empty?: string
  /** Whether rows can be pinned; this browser remembers the pins. */
  readonly canPin?: boolean
}

/** A table that users can sort, filter and page through; the first column is the row header. */
export const reportTable = (table: ReportTable, options: TableOptions): TemplateResult =>
  table.rows.length === 0
    ? html`<p class="quiet">${options.empty ?? 'Nothing in this period.'}</p>`
    : html`<report-table .data=${{ table, options }}></report-table>`

interface TableData {
  readonly table: ReportTable
  readonly options: TableOptions
}

/** Keeps the sorting, filter and page of a table while new numbers arrive. */
class ReportTableElement extends HTMLElement {
  #data: TableData | undefined
  #view: TableView = { isDescending: true, filter: '', page: 0, pins: new Set() }

  set data(data: TableData) {
    if (!this.#data) this.#view = { ...this.#view, pins: storedPins(data.table.title) }
    this.#data = data
    this.#render()
  }

  #change(change: Partial<TableView>) {
    this.#view = { ...this.#view, ...change }
    this.#render()
  }

  #render() {
    if (!this.#data) return
    const { table } = this.#data
    const change = (next: Partial<TableView>) => this.#change(next)
    const pin = (name: string) => {
      const pins = new Set(this.#view.pins)
      if (!pins.delete(name)) pins.add(name)
      storePins(table.title, pins)
      this.#change({ pins })
    }
    render(tableView(this.#data, this.#view, { change, pin }), this)
  }
}

customElements.define('report-table', ReportTableElement)

const storageKey = (title: string) => `console-pins:${title}`

/** The browser may refuse storage. */
function storedPins(title: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(title)) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.map(String) : [])
  } catch {
    return new Set()
  }
}

function storePins(title: string, pins: ReadonlySet<string>) {
  try {
    localStorage.setItem(storageKey(title), JSON.stringify([...pins]))
  } catch {
    // The pins last until the page is left.
  }
}

interface TableActions {
  change(next: Partial<TableView>): void
  pin(name: string): void
}

function tableView({ table, options }: TableData, view: TableView, actions: TableActions) {
  const { title, columns, rows } = table
  const { rows: shown, matching, pages } = pageOf(table, view)
  const { csv, canPin = false } = options
  return html`
    ${rows.length > PAGE_ROWS ? filterField(title, view, actions) : nothing}
    <div class="table-frame" tabindex="0" role="region" aria-label=${title}>
      <table>
        <caption class="unseen">
          ${title}
        </caption>
        <thead>
          <tr>
            ${columns.map((column, place) => headCell(column, place, view, actions))}
            ${canPin ? html`<th scope="col"><span class="unseen">Pin</span></th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${shown.map((row) => bodyRow(row, columns, options, actions))}
        </tbody>
      </table>
    </div>
    <div class="table-foot">
      ${pages > 1 ? pager(matching, pages, view, actions) : nothing}
      ${csv === '' ? nothing : html`<p class="csv"><a href=${csv} download>CSV<span class="unseen"> of the table ${title}</span></a></p>`}
    </div>
  `
}

const filterField = (title: string, { filter }: TableView, { change }: TableActions) => html`
  <label class="table-filter">
    <span class="unseen">Filter ${title}</span>
    <input
      type="search"
      placeholder="Filter these rows"
      autocomplete="off"
      spellcheck="false"
      .value=${filter}
      @input=${(event: Event) => change({ filter: (event.target as HTMLInputElement).value, page: 0 })}
    />
  </label>
`

function headCell(
  { name, kind }: ReportColumn,
  place: number,
  view: TableView,
  { change }: TableActions,
) {
  const isSorted = view.column === place
  const order = view.isDescending ? 'descending' : 'ascending'
  const isFirstDescending = kind !== 'text'
  const onSort = () =>
    change({
      column: place,
      page: 0,
      isDescending: isSorted ? !view.isDescending : isFirstDescending,
    })
  return html`<th scope="col" class=${alignment(kind)} aria-sort=${isSorted ? order : nothing}>
    <button class="sort" type="button" @click=${onSort}>${name}</button>
  </th>`
}

function bodyRow(
  { cells, isPinned }: ShownRow,
  columns: readonly ReportColumn[],
  { currency, canPin }: TableOptions,
  { pin }: TableActions,
) {
  const name = nameOf(cells)
  return html`<tr class=${isPinned ? 'pinned' : ''}>
    ${cells.map((value, place) => {
      const column = columns[place]
      const content = cellView(value, column, currency)
      return place === 0
        ? html`<th scope="row" dir="auto">${content}</th>`
        : html`<td class=${alignment(column?.kind)} dir="auto">${content}</td>`
    })}
    ${
      canPin
        ? html`<td class="number"><button
            class="small"
            type="button"
            aria-pressed=${isPinned}
            aria-label=${`Pin ${name}`}
            @click=${() => pin(name)}
          >${isPinned ? 'Pinned' : 'Pin'}</button></td>`
        : nothing
    }
  </tr>`
}

function pager(matching: number, pages: number, { page }: TableView, { change }: TableActions) {
  const current = Math.min(page, pages - 1)
  return html`
    <p class="pager">
      <button class="small" type="button" ?disabled=${current === 0} @click=${() => change({ page: current - 1 })}>
        Back
      </button>
      <span aria-live="polite">Page ${current + 1} of ${pages}, ${count(matching)} rows</span>
      <button
        class="small"
        type="button"
        ?disabled=${current >= pages - 1}
        @click=${() => change({ page: current + 1 })}
      >
        Next
      </button>
    </p>
  `
}

const alignment = (kind: ReportColumn['kind'] | undefined) =>
  kind === undefined || kind === 'text' ? '' : 'number'
