import { html, nothing, render, type TemplateResult } from 'lit-html'
import { BOOK_FIELDS, type BookField } from '../books/book-mapping.ts'
import {
  type BooksPage,
  type BooksPreview,
  type BooksResult,
  type CountedCause,
  type Finding,
  type Problem,
  type ProblemRow,
  shareCounted,
} from '../books/books-result.ts'
import { causeWords, findingText, percent } from '../books/books-text.ts'
import * as columns from '../table-columns.ts'
import { createChartPainter } from './chart-painter'
import {
  addSampleButton,
  askService,
  changeService,
  emptyNote,
  fieldValue,
  selectField,
} from './console-page'
import { count, fullMoment, money, periodText } from './format'
import { chartFrame, reportSection, tilesView } from './report-parts'
import { reportTable } from './report-table'

/** As much of a file as a preview needs. */
const PREVIEW_BYTES = 500_000

/** Enough invented visits for orders in each group. */
const SAMPLE_VISITS = '5000'

const main = document.querySelector('main') as HTMLElement
main.replaceChildren()

/** What the page shows; a file is kept by the browser, and read again for each step. */
interface PageState {
  readonly page: BooksPage | undefined
  readonly file: File | undefined
  readonly map: Readonly<Partial<Record<BookField, string>>>
  readonly choices: Readonly<Record<'decimal' | 'dates' | 'zone', string>>
  readonly preview: BooksPreview | undefined
  readonly result: BooksResult | undefined
  readonly busy: string
  readonly problem: string
}

let state: PageState = {
  ...{ page: undefined, file: undefined, map: {}, preview: undefined, result: undefined },
  choices: { decimal: '', dates: '', zone: '' },
  ...{ busy: 'Loading…', problem: '' },
}

const paintCharts = createChartPainter()

function set(change: Partial<PageState>) {
  state = { ...state, ...change }
  render(view(state), main)
  paint()
}

/** Draws the share of orders counted over time, unless there is no result. */
function paint() {
  const days = state.result?.days ?? []
  const chart = {
    labels: days.map(({ day }) => day),
    unit: 'share' as const,
    series: [
      {
        name: 'Counted once',
        colour: '--clicked' as const,
        values: days.map(({ once, orders }) => once / (orders || 1)),
      },
      {
        name: 'Counted at all',
        colour: '--shown' as const,
        values: days.map(({ once, twice, orders }) => (once + twice) / (orders || 1)),
        isDashed: true as const,
      },
    ],
  }
  paintCharts({ counted: chart }, '')
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint)

/** Runs a step, and shows what goes wrong in it. */
async function attempt(busy: string, work: () => Promise<Partial<PageState>>) {
  set({ busy, problem: '' })
  try {
    set({ ...(await work()), busy: '' })
  } catch (error) {
    set({ busy: '', problem: (error as Error).message })
  }
}

const load = () =>
  attempt('Loading…', async () => {
    const page = await askService<BooksPage>('/books/data')
    return { page, result: page.result }
  })

function addressOf(path: string): string {
  const query = new URLSearchParams(Object.entries(state.choices).filter(([, given]) => given))
  for (const [field, column] of Object.entries(state.map)) query.append('map', `${field}=${column}`)
  return `${path}?${query}`
}

function previewFile() {
  const { file } = state
  if (!file) return
  void attempt('Reading the first rows…', async () => ({
    preview: await changeService<BooksPreview>(
      'POST',
      addressOf('/books/preview'),
      file.slice(0, PREVIEW_BYTES),
    ),
  }))
}

function open(file: File | undefined) {
  if (!file) return
  set({ file, map: {}, preview: undefined })
  previewFile()
}

function compare() {
  const { file } = state
  if (!file) return
  void attempt('Comparing the orders with the events…', async () => {
    const result = await changeService<BooksResult>('POST', addressOf('/books/compare'), file)
    return { result, file: undefined, preview: undefined }
  }).then(() => {
    if (state.problem === '') main.querySelector<HTMLElement>('#result')?.focus()
  })
}

const openSample = () =>
  attempt('Reading the sample books…', async () => {
    const reply = await fetch('/books/sample.csv')
    const file = new File([await reply.blob()], 'sample-books.csv')
    const preview = await changeService<BooksPreview>('POST', '/books/preview', file)
    return { file, map: {}, preview }
  })

const forget = () =>
  attempt('Removing…', async () => {
    await changeService('DELETE', '/books/data')
    return { result: undefined }
  })

const view = (shown: PageState): TemplateResult => html`
  <div class="head"><h1>Books</h1></div>
  <p class="lead">
    Compare your shop’s orders with the events: which were not counted, which twice, and why. The days are those of the
    file, whatever period and shoppers are chosen in Analytics. The file goes to this service only, and its orders are
    not stored; the result is.
    <a href="/docs/books">Which export to use</a>.
  </p>
  <p class="notice" role="alert">${shown.problem}</p>
  <p class="quiet" role="status">${shown.busy}</p>
  ${shown.page ? uploadView(shown, shown.page) : nothing}
  ${shown.preview ? mappingView(shown, shown.preview) : nothing}
  ${shown.result && !shown.preview ? resultView(shown.result) : nothing}
`

const uploadView = ({ file, result, busy }: PageState, page: BooksPage) => {
  const field = html`
    <label class="field field-wide">
      <span>CSV file with the orders</span>
      <input
        type="file"
        accept=".csv,.txt,text/csv"
        ?disabled=${busy !== ''}
        @change=${({ target }: Event) => open((target as HTMLInputElement).files?.[0])}
      />
    </label>
  `
  const sample = page.hasSample
    ? html`<button type="button" ?disabled=${busy !== ''} @click=${openSample}>Use the sample books</button>`
    : addSampleButton({ onRefresh: load, onProblem: (problem) => set({ problem }) }, SAMPLE_VISITS)
  return file || result
    ? html`<div class="tools">${field} ${page.hasSample ? sample : nothing}</div>`
    : html`<div class="tools">${field}</div>
        ${emptyNote('No books yet.', 'Choose the orders that your shop exports, or try it with invented traffic and its books.', sample)}`
}

function mappingView(
  { map, choices, busy, page, file }: PageState,
  preview: BooksPreview,
): TemplateResult {
  const { header, mapping, problem, orders, notes } = preview
  const columnNames = {
    '': 'none',
    ...Object.fromEntries(header.filter(Boolean).map((name) => [name, name])),
  }
  const choose = (field: BookField, column: string) => {
    set({ map: { ...map, [field]: column } })
    previewFile()
  }
  const decide = (name: keyof PageState['choices'], given: string) => {
    set({ choices: { ...choices, [name]: given } })
    previewFile()
  }
  return html`
    <section class="report-section">
      <h2>Columns of ${file?.name}</h2>
      <p class="quiet">What each column means is guessed from its name. Change what is wrong.</p>
      <div class="tools books-fields">
        ${(Object.keys(BOOK_FIELDS) as BookField[]).map((field) =>
          selectField(
            fieldNames[field],
            columnNames,
            mapping[field] ?? '',
            (column) => choose(field, column),
            BOOK_FIELDS[field],
          ),
        )}
        ${selectField('Decimal mark', { '': 'as the file shows', '.': 'point', ',': 'comma' }, choices.decimal, (given) => decide('decimal', given))}
        ${selectField('Dates like 05/11', { '': 'as the file shows', dmy: 'day first', mdy: 'month first' }, choices.dates, (given) => decide('dates', given))}
        <label class="field">
          <span>Time zone of the file</span>
          <input
            type="text"
            placeholder=${page?.timeZone ?? ''}
            .value=${choices.zone}
            @change=${(event: Event) => decide('zone', fieldValue(event).trim())}
          />
        </label>
      </div>
      ${
        problem
          ? html`<p class="notice" role="alert">${problem}</p>`
          : html`<p class="quiet">The first orders, as they are read. ${notes.join(' ')}</p>
            ${reportTable(previewTable(orders), { currency: page?.currency ?? 'EUR', csv: '' })}`
      }
      <p class="books-run">
        <button class="button" type="button" ?disabled=${problem !== '' || busy !== ''} @click=${compare}>
          Compare with the events
        </button>
      </p>
    </section>
  `
}

const fieldNames: Readonly<Record<BookField, string>> = {
  ...{ id: 'Order id', t: 'Event’s t', time: 'Time', total: 'Total', currency: 'Currency' },
  ...{ status: 'Status', refunded: 'Refunded', pid: 'Product', qty: 'Quantity' },
  ...{ price: 'Unit price', user: 'User id' },
}

const previewTable = (orders: BooksPreview['orders']) =>
  columns.table('The first orders', orders, [
    columns.text('Order', ({ id }) => id),
    columns.moment('Time', ({ at }) => at),
    columns.text('Total', ({ total, currency }) => money(total, currency)),
    columns.text('Status', ({ status }) => status),
  ])

function resultView(result: BooksResult): TemplateResult {
  const { orders, once, missing, twice, extra, statuses, values, timeZone, madeAt } = result
  const [value] = values
  const tiles = [
    { name: 'Orders in the books', value: count(orders), note: cancelledNote(statuses.cancelled) },
    { name: 'Counted once', value: count(once), note: percent(shareCounted(result)) },
    { name: 'Missing', value: count(missing) },
    { name: 'Counted twice', value: count(twice) },
    { name: 'Events without an order', value: count(extra) },
    ...(value
      ? [
          { name: 'Value in the books', value: money(value.books, value.currency, true) },
          { name: 'Of which counted', value: money(value.counted, value.currency, true) },
          { name: 'Refunds', value: money(value.refunds, value.currency, true) },
        ]
      : []),
  ]
  return html`
    <section class="report-section" id="result" tabindex="-1" aria-labelledby="result-title">
      <h2 id="result-title">${periodText(result.from, result.to + 1, timeZone)}</h2>
      <p class="quiet">
        Compared ${fullMoment(madeAt)}. Days follow the time zone ${timeZone}. ${foundText(result)}
        ${result.notes.join(' ')}
        <button class="small" type="button" @click=${forget}>Remove the result</button>
      </p>
      ${tilesView(tiles)}
    </section>
    ${findingsView(result)}
    ${reportSection('counted', 'Counted over time', 'The share of each day’s orders.', [
      chartFrame('counted', 'The share of orders counted, by day, as a line'),
      html`<details class="fold">
        <summary>The days as a table</summary>
        ${reportTable(dayTable(result), { currency: value?.currency ?? 'EUR', csv: '' })}
      </details>`,
    ])}
    ${values.length > 1 ? reportSection('values', 'Currencies', '', reportTable(valueTable(result), { currency: '', csv: '' })) : nothing}
    ${result.problems ? problemsView(result, result.problems) : html`<p class="quiet">Orders are not stored. Compare the file again to see each of them.</p>`}
  `
}

const cancelledNote = (cancelled: number) =>
  cancelled > 0 ? `${count(cancelled)} cancelled left out` : ''

function foundText({ certainty: { likely, possible } }: BooksResult): string {
  const parts = [
    likely > 0 && `${count(likely)} by products and time`,
    possible > 0 && `${count(possible)} by value and time`,
  ].filter(Boolean)
  return parts.length > 0 ? `Found without an id: ${parts.join(', ')}.` : ''
}

const findingsView = ({ findings, causes, missing }: BooksResult) =>
  reportSection(
    'findings',
    'What stands out',
    'Groups in which more goes wrong than chance explains (exact test, corrected for the number of groups), the most surprising first.',
    findings.length > 0
      ? html`<ol class="books-findings">${findings.map(findingView)}</ol>`
      : html`<p>No group stands out.</p>
          ${missing > 0 ? html`<ul class="books-causes">${causes.map(causeView)}</ul>` : nothing}`,
  )

const findingView = (finding: Finding) => html`
  <li>
    <h3>${capital(findingText(finding))}</h3>
    <p class="quiet">
      With so many orders, the true rate of this group is between ${percent(finding.interval[0])} and
      ${percent(finding.interval[1])}.
    </p>
    <ul class="books-causes">
      ${finding.causes.slice(0, 3).map(causeView)} ${adviceOf(finding)}
    </ul>
  </li>
`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const causeView = (cause: CountedCause) => {
  const { text, doc } = causeWords(cause)
  return html`<li>${capital(text)}. <a href=${`/docs/${doc}`}>What to do</a></li>`
}

function adviceOf({ problem }: Finding) {
  if (problem === 'missing') return nothing
  return html`<li>
    ${
      problem === 'twice'
        ? 'This page reports orders again: give it the order id, or leave its order out.'
        : 'These events have no order in the books: test orders, previews of the confirmation, or another shop.'
    }
    <a href="/docs/books#what-to-do">What to do</a>
  </li>`
}

const dayTable = ({ days }: BooksResult) =>
  columns.table('Orders by day', days, [
    columns.text('Day', ({ day }) => day),
    columns.count('Orders', ({ orders }) => orders),
    columns.count('Counted once', ({ once }) => once),
    columns.count('Twice', ({ twice }) => twice),
    columns.count('Missing', ({ orders, once, twice }) => orders - once - twice),
    columns.money('Refunds', ({ refunds }) => refunds),
  ])

const valueTable = ({ values }: BooksResult) =>
  columns.table('Value by currency', values, [
    columns.text('Currency', ({ currency }) => currency),
    columns.text('In the books', ({ books, currency }) => money(books, currency)),
    columns.text('Counted', ({ counted, currency }) => money(counted, currency)),
    columns.text('Refunds', ({ refunds, currency }) => money(refunds, currency)),
  ])

const problemNames: Readonly<Record<Problem, string>> = {
  missing: 'Missing',
  twice: 'Counted twice',
  extra: 'Event without an order',
}

const problemsView = ({ missing, twice, extra }: BooksResult, problems: readonly ProblemRow[]) =>
  reportSection(
    'orders',
    'Orders',
    missing + twice + extra > problems.length
      ? `The first ${count(problems.length)} of ${count(missing + twice + extra)}. Each links to the events of its visit.`
      : 'Each links to the events of its visit, if the visit is known.',
    reportTable(problemTable(problems), {
      currency: '',
      csv: '',
      empty: 'Every order was counted once.',
    }),
  )

const problemTable = (problems: readonly ProblemRow[]) =>
  columns.table('Orders that are not as they should be', problems, [
    columns.link('Order', ({ id, row, visit }) => ({
      text: id === '' ? 'events' : `${id} (row ${row})`,
      href: visit === '' ? '' : `/events?visit=${encodeURIComponent(visit)}`,
    })),
    columns.text('Problem', ({ problem }) => problemNames[problem]),
    columns.moment('Time', ({ at }) => at),
    columns.text('Total', ({ total, currency }) =>
      currency === '' ? total.toFixed(2) : money(total, currency),
    ),
    columns.text(
      'Why',
      ({ cause, pages }) => (cause ? causeWords({ ...cause, orders: 1 }).text : pages.join(' · ')),
      1,
    ),
    columns.text('Groups', ({ groups }) => Object.values(groups).join(' · ')),
  ])

void load()
