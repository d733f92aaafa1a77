import { html, nothing, render, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import type { LoggedRequest } from '../../browse/request-log.ts'
import * as columns from '../table-columns.ts'
import type { BrowseRequests } from '../wire.ts'
import { askService, emptyNote, noAnswer, shopLink } from './console-page'
import { count } from './format'
import { reportTable } from './report-table'

/** Short enough to follow a visit to the shop. */
const REFRESH_MS = 2_000

const main = document.querySelector('main') as HTMLElement
main.replaceChildren()

let state: RequestsState = {
  status: 'asking',
  answer: undefined,
  isPaused: false,
  isUncountedOnly: new URLSearchParams(location.search).has('uncounted'),
}
let timer: ReturnType<typeof setTimeout> | undefined

function show(next: RequestsState) {
  state = next
  render(requestsView(state), main)
}

async function refresh() {
  clearTimeout(timer)
  try {
    const answer = await askService<BrowseRequests>('/requests/list')
    if (!state.isPaused) show({ ...state, answer, status: 'known' })
  } catch {
    show({ ...state, status: 'lost' })
  }
  if (!state.isPaused) timer = setTimeout(refresh, REFRESH_MS)
}

function onUncounted() {
  const isUncountedOnly = !state.isUncountedOnly
  show({ ...state, isUncountedOnly })
  history.replaceState(null, '', isUncountedOnly ? '?uncounted=1' : location.pathname)
}

function onPause() {
  show({ ...state, isPaused: !state.isPaused })
  if (!state.isPaused) void refresh()
}

/** The state of the Browse requests page. */
interface RequestsState {
  readonly status: 'asking' | 'known' | 'lost'
  readonly answer: BrowseRequests | undefined
  readonly isPaused: boolean
  /** Show only requests with `analytics=false`. */
  readonly isUncountedOnly: boolean
}

function requestsView(shown: RequestsState): TemplateResult {
  const { answer, isUncountedOnly } = shown
  const requests =
    answer?.requests.filter(({ isUncounted }) => isUncounted || !isUncountedOnly) ?? []
  return html`
    <div class="head">
      <h1>Browse requests</h1>
      <p class=${`status status-${statusOf(shown)}`} role="status">${statusText(shown)}</p>
    </div>
    <p class="lead">
      Requests that pages have sent to Browse and search since the service started. A request with
      <code>analytics=false</code> asks not to be counted.
    </p>
    ${tools(shown)} ${answer ? summary(answer) : nothing}
    ${requests.length > 0 ? reportTable(tableOf(requests), { currency: '', csv: '' }) : emptyView(shown)}
  `
}

const statusOf = ({ status, isPaused }: RequestsState) => {
  if (status === 'lost') return 'lost'
  return isPaused ? 'paused' : 'open'
}

function statusText({ status, isPaused }: RequestsState): string {
  if (status === 'lost') return 'The service does not respond. Retrying…'
  if (isPaused) return 'Paused'
  return status === 'asking' ? 'Asking…' : 'Live'
}

function tools({ isUncountedOnly, isPaused }: RequestsState) {
  return html`
    <div class="tools">
      <label class="check">
        <input type="checkbox" .checked=${live(isUncountedOnly)} @change=${onUncounted} />
        Only <code>analytics=false</code>
      </label>
      <div class="tools-buttons">
        <button type="button" @click=${onPause}>${isPaused ? 'Resume' : 'Pause'}</button>
      </div>
    </div>
  `
}

const summary = ({ totals: { all, uncounted }, requests }: BrowseRequests) => html`
  <p class="quiet">
    ${count(all)} ${all === 1 ? 'request' : 'requests'}, of which ${count(uncounted)} asked not to be
    counted.${all > requests.length ? ` The last ${count(requests.length)} are shown.` : ''}
  </p>
`

const tableOf = (requests: readonly LoggedRequest[]) =>
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

function emptyView({ answer, status }: RequestsState) {
  if (status === 'asking') return nothing
  if (!answer) return noAnswer
  if (answer.requests.length > 0)
    return emptyNote('No matching requests.', 'No request so far matches this filter.')
  const text = 'Open a category or search in the shop, and its requests appear here.'
  return emptyNote('No requests yet.', text, shopLink)
}

show(state)
void refresh()
