import { html, nothing, render, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import type { ReportColumn, ReportTable } from '../table-columns.ts'
import { columnsThatFit } from './fitting-columns'
import { count } from './format'
import { cellView } from './table-cells'
import { nameOf, PAGE_ROWS, pageOf, type ShownRow, type TableView } from './table-order'

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

const ROOT_PX = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Keeps the sorting, filter, page and columns of a table while new numbers arrive, and shows the columns that fit. */
class ReportTableElement extends HTMLElement {
  #data: TableData | undefined
  #view: TableView = {
    ...{ isDescending: true, filter: '', page: 0, pins: new Set() },
    ...{ wanted: [], unwanted: [] },
  }
  #width = 0
  #observer = new ResizeObserver(([entry]) => {
    const width = Math.floor(entry?.contentRect.width ?? 0)
    if (width === 0 || width === this.#width) return
    this.#width = width
    this.#render()
  })

  connectedCallback() {
    this.#width = this.clientWidth
    this.#observer.observe(this)
    this.#render()
  }

  disconnectedCallback() {
    this.#observer.disconnect()
  }

  set data(data: TableData) {
    const { title } = data.table
    if (!this.#data)
      this.#view = {
        ...this.#view,
        pins: new Set(stored('pins', title)),
        ...{ wanted: stored('wanted', title), unwanted: stored('unwanted', title) },
      }
    this.#data = data
    if (this.#width > 0) this.#render()
  }

  #change(change: Partial<TableView>) {
    this.#view = { ...this.#view, ...change }
    this.#render()
  }

  #render() {
    if (!this.#data) return
    const { table, options } = this.#data
    const change = (next: Partial<TableView>) => this.#change(next)
    const pin = (name: string) => {
      const pins = new Set(this.#view.pins)
      if (!pins.delete(name)) pins.add(name)
      store('pins', table.title, [...pins])
      this.#change({ pins })
    }
    const show = (name: string, isShown: boolean) => {
      const wanted = this.#view.wanted.filter((one) => one !== name)
      const unwanted = this.#view.unwanted.filter((one) => one !== name)
      if (isShown) wanted.unshift(name)
      else unwanted.push(name)
      store('wanted', table.title, wanted)
      store('unwanted', table.title, unwanted)
      this.#change({ wanted, unwanted })
    }
    const fitting = columnsThatFit(table.columns, this.#width / ROOT_PX, this.#view, options.canPin)
    render(tableView(this.#data, this.#view, fitting, { change, pin, show }), this)
  }
}

customElements.define('report-table', ReportTableElement)

const storageKey = (what: string, title: string) => `console-${what}:${title}`

/** Texts that this browser keeps for a table. The browser may refuse storage. */
function stored(what: string, title: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(what, title)) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}

function store(what: string, title: string, texts: readonly string[]) {
  try {
    localStorage.setItem(storageKey(what, title), JSON.stringify(texts))
  } catch {
    // They last until the page is left.
  }
}

interface TableActions {
  change(next: Partial<TableView>): void
  pin(name: string): void
  show(column: string, isShown: boolean): void
}

function tableView(
  { table, options }: TableData,
  view: TableView,
  fitting: readonly number[],
  actions: TableActions,
) {
  const { title, columns, rows } = table
  const { rows: shown, matching, pages } = pageOf(table, view)
  const { csv, canPin = false } = options
  const isAll = fitting.length === columns.length
  return html`
    ${rows.length > PAGE_ROWS ? filterField(title, view, actions) : nothing}
    <div class="table-frame" role="region" aria-label=${title}>
      <table>
        <caption class="unseen">
          ${title}
        </caption>
        <thead>
          <tr>
            ${fitting.map((place) => headCell(columns[place] as ReportColumn, place, view, actions))}
            ${canPin ? html`<th scope="col"><span class="unseen">Pin</span></th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${shown.map((row) => bodyRow(row, columns, fitting, options, actions))}
        </tbody>
      </table>
    </div>
    <div class="table-foot">
      ${pages > 1 ? pager(matching, pages, view, actions) : nothing}
      ${isAll && view.unwanted.length === 0 ? nothing : columnChoice(table, fitting, actions)}
      ${csv === '' ? nothing : html`<p class="csv"><a href=${csv} download>CSV<span class="unseen"> of the table ${title}</span></a></p>`}
    </div>
  `
}

/** Chooses the columns; one that is chosen takes the place of the least decisive. */
const columnChoice = (
  { title, columns }: ReportTable,
  fitting: readonly number[],
  { show }: TableActions,
) => html`
  <details class="column-choice">
    <summary>
      ${fitting.length} of ${columns.length} columns<span class="unseen"> of ${title}: choose</span>
    </summary>
    <ul>
      ${columns.slice(1).map(
        ({ name }, index) => html`
          <li>
            <label>
              <input
                type="checkbox"
                .checked=${live(fitting.includes(index + 1))}
                @change=${({ target }: Event) => show(name, (target as HTMLInputElement).checked)}
              />
              ${name}
            </label>
          </li>
        `,
      )}
    </ul>
  </details>
`

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
  fitting: readonly number[],
  { currency, canPin }: TableOptions,
  { pin }: TableActions,
) {
  const name = nameOf(cells)
  return html`<tr class=${isPinned ? 'pinned' : ''}>
    ${fitting.map((place) => {
      const column = columns[place]
      const content = cellView(cells[place], column, currency)
      return place === 0
        ? html`<th scope="row" dir="auto">${content}</th>`
        : html`<td class=${alignment(column?.kind)} dir="auto">${content}</td>`
    })}
    ${
      canPin
        ? html`<td class="pin"><button
            type="button"
            title="Keep this row at the top"
            aria-pressed=${isPinned}
            aria-label=${`Pin ${name}`}
            @click=${() => pin(name)}
          >${isPinned ? '★' : '☆'}</button></td>`
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
