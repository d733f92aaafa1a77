import { html, nothing, render, type TemplateResult } from 'lit-html'
import * as columns from '../table-columns.ts'
import type { BrowseRequests } from '../wire.ts'
import {
  askService,
  type ConnectionStatus,
  emptyNote,
  liveHead,
  noAnswer,
  shopLink,
} from './console-page'
import { count } from './format'
import { reportTable } from './report-table'

/** Short enough to follow a visit to the shop. */
const REFRESH_MS = 2_000

const main = document.querySelector('main') as HTMLElement
main.replaceChildren()

let answer: BrowseRequests | undefined

function show(status: ConnectionStatus) {
  render(requestsView(status), main)
}

async function refresh() {
  try {
    answer = await askService<BrowseRequests>('/requests/list')
    show('open')
  } catch {
    show('lost')
  }
  setTimeout(refresh, REFRESH_MS)
}

const requestsView = (status: ConnectionStatus): TemplateResult => html`
  ${liveHead('Browse requests', status)}
  <p class="lead">
    All requests that pages have sent to Browse and search since the service started, whatever period and shoppers are
    chosen in Analytics. A request with <code>analytics=false</code> asks not to be counted.
  </p>
  ${answer?.requests.length ? [summary(answer), reportTable(tableOf(answer), { currency: '', csv: '' })] : emptyView(status)}
`

const summary = ({ totals: { all, uncounted }, requests }: BrowseRequests) => html`
  <p class="lead quiet">
    ${count(all)} ${all === 1 ? 'request' : 'requests'}, of which ${count(uncounted)} asked not to be
    counted.${all > requests.length ? ` The last ${count(requests.length)} are shown.` : ''}
  </p>
`

const tableOf = ({ requests }: BrowseRequests) =>
  columns.table('Requests, newest first', requests, [
    columns.moment('When', ({ at }) => at),
    columns.text('Request', ({ kind, query }) => `${kind} ${readable(query)}`),
    columns.text('Counted', ({ isUncounted }) => (isUncounted ? 'No' : 'Yes')),
    columns.count('Status', ({ status }) => status),
    columns.count('Found', ({ found }) => found),
    columns.count('Duration, ms', ({ milliseconds }) => milliseconds),
    columns.text('User', ({ uid }) => uid || '–'),
  ])

/** A decoded query string; the raw one if it cannot be decoded. */
function readable(query: string): string {
  try {
    return decodeURIComponent(query.replaceAll('+', ' '))
  } catch {
    return query
  }
}

function emptyView(status: ConnectionStatus) {
  if (status === 'opening') return nothing
  if (!answer) return noAnswer
  const text = 'Open a category or search in the shop, and its requests appear here.'
  return emptyNote('No requests yet.', text, shopLink)
}

show('opening')
void refresh()
