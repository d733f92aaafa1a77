import { html, nothing, render, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import type { LoggedRequest } from '../../browse/request-log.ts'
import type { BrowseRequests } from '../wire.ts'
import { askService, emptyNote, noAnswer, searchField, shopLink } from './console-page'
import { count, isoMoment, shortMoment } from './format'

/** Quick enough to watch a walk through the shop. */
const REFRESH_MS = 2_000

const main = document.querySelector('main') as HTMLElement
main.replaceChildren()

const given = new URLSearchParams(location.search)
let state: RequestsState = {
  status: 'asking',
  answer: undefined,
  isPaused: false,
  filter: { text: given.get('text') ?? '', isUncountedOnly: given.has('uncounted') },
}
let timer: ReturnType<typeof setTimeout> | undefined

function show(next: RequestsState) {
  state = next
  render(requestsView(state, actions, Date.now()), main)
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

const actions: RequestsActions = {
  onFilter(change) {
    const filter = { ...state.filter, ...change }
    show({ ...state, filter })
    const query = new URLSearchParams({
      ...(filter.text && { text: filter.text }),
      ...(filter.isUncountedOnly && { uncounted: '1' }),
    }).toString()
    history.replaceState(null, '', query ? `?${query}` : location.pathname)
  },
  onPause() {
    show({ ...state, isPaused: !state.isPaused })
    if (!state.isPaused) void refresh()
  },
}

/** Everything that the page of Browse requests shows. */
export interface RequestsState {
  readonly status: 'asking' | 'known' | 'lost'
  readonly answer: BrowseRequests | undefined
  readonly isPaused: boolean
  readonly filter: RequestsFilter
}

interface RequestsFilter {
  /** Stands anywhere in the decoded query or the user id. */
  readonly text: string
  /** Only those with `analytics=false`. */
  readonly isUncountedOnly: boolean
}

/** Actions of a person on the page. */
export interface RequestsActions {
  onFilter(change: Partial<RequestsFilter>): void
  onPause(): void
}

/** The whole page of Browse requests. */
export function requestsView(
  state: RequestsState,
  actions: RequestsActions,
  now: number,
): TemplateResult {
  const { answer, filter } = state
  const requests = answer?.requests.filter((request) => isWanted(request, filter)) ?? []
  return html`
    <div class="head">
      <h1>Browse requests</h1>
      <p class=${`status status-${statusOf(state)}`} role="status">${statusText(state)}</p>
    </div>
    <p class="lead">
      What pages asked of Browse and search since the service started. A request with
      <code>analytics=false</code> asks not to be counted.
    </p>
    ${tools(state, actions)} ${answer ? summary(answer) : nothing}
    ${requests.length > 0 ? table(requests, now) : emptyView(state)}
  `
}

const statusOf = ({ status, isPaused }: RequestsState) => {
  if (status === 'lost') return 'lost'
  return isPaused ? 'paused' : 'open'
}

function statusText({ status, isPaused }: RequestsState): string {
  if (status === 'lost') return 'The service does not answer. Trying again…'
  if (isPaused) return 'Paused'
  return status === 'asking' ? 'Asking…' : 'Live'
}

const isWanted = ({ query, uid, isUncounted }: LoggedRequest, filter: RequestsFilter) =>
  (!filter.isUncountedOnly || isUncounted) &&
  `${readable(query)} ${uid}`.toLowerCase().includes(filter.text.toLowerCase())

function tools({ filter, isPaused }: RequestsState, { onFilter, onPause }: RequestsActions) {
  const onUncounted = ({ target }: Event) =>
    onFilter({ isUncountedOnly: (target as HTMLInputElement).checked })
  return html`
    <div class="tools">
      ${searchField('Find', 'A page, a query, a filter, a user', filter.text, { input: (text) => onFilter({ text }) })}
      <label class="check">
        <input type="checkbox" .checked=${live(filter.isUncountedOnly)} @change=${onUncounted} />
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

const table = (requests: readonly LoggedRequest[], now: number) => html`
  <div class="table-frame table-tall" tabindex="0" role="region" aria-label="Requests, newest first">
    <table class="requests">
      <caption class="unseen">
        Requests, newest first
      </caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Request</th>
          <th scope="col">Counted</th>
          <th scope="col" class="number">Status</th>
          <th scope="col" class="number">Found</th>
          <th scope="col" class="number">Took</th>
          <th scope="col">User</th>
        </tr>
      </thead>
      <tbody>
        ${requests.map((request) => row(request, now))}
      </tbody>
    </table>
  </div>
`

const row = (request: LoggedRequest, now: number) => html`
  <tr>
    <th scope="row">
      <time datetime=${isoMoment(request.at)}>${shortMoment(request.at, now)}</time>
    </th>
    <td class="request-text">
      <b>${request.kind}</b> <code dir="auto">${readable(request.query)}</code>
    </td>
    <td>${request.isUncounted ? html`<b class="uncounted">No</b>` : 'Yes'}</td>
    <td class=${request.status >= 400 ? 'number failed' : 'number'}>${request.status}</td>
    <td class="number">${request.found === undefined ? '–' : count(request.found)}</td>
    <td class="number">${request.milliseconds} ms</td>
    <td><code>${request.uid || '–'}</code></td>
  </tr>
`

/** A query string as a person reads it; as it is where it cannot be decoded. */
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
    return emptyNote('No request fits.', 'None of the requests so far is like that.')
  const text = 'Open a category or search in the shop, and see its requests here.'
  return emptyNote('No requests yet.', text, shopLink)
}

show(state)
void refresh()
