import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import type { LoggedRequest } from '../../browse/request-log.ts'
import type { BrowseRequests } from '../wire.ts'
import { isoMoment, shortMoment } from './format-time'
import { noAnswer } from './no-answer'
import { count } from './numbers'

/** Everything that the page of Browse requests shows. */
export interface RequestsState {
  readonly status: 'asking' | 'known' | 'lost'
  readonly answer: BrowseRequests | undefined
  readonly isPaused: boolean
  readonly filter: RequestsFilter
}

/** Which requests to show. */
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
    ${requests.length > 0 ? table(requests, now) : emptyNote(state)}
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
  const onText = ({ target }: Event) =>
    onFilter({ text: (target as HTMLInputElement).value.trim() })
  const onUncounted = ({ target }: Event) =>
    onFilter({ isUncountedOnly: (target as HTMLInputElement).checked })
  return html`
    <div class="tools">
      <label class="field field-wide">
        <span>Find</span>
        <input
          type="search"
          placeholder="A page, a query, a filter, a user"
          autocomplete="off"
          spellcheck="false"
          .value=${filter.text}
          @input=${onText}
        />
      </label>
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

function emptyNote({ answer, status }: RequestsState) {
  if (status === 'asking') return nothing
  if (!answer) return noAnswer
  const isNone = answer.requests.length === 0
  return html`
    <div class="empty">
      <h2>${isNone ? 'No requests yet.' : 'No request fits.'}</h2>
      <p>
        ${isNone ? 'Open a category or search in the shop, and see its requests here.' : 'None of the requests so far is like that.'}
      </p>
      ${isNone ? html`<a class="button" href="/">Open the shop</a>` : nothing}
    </div>
  `
}
