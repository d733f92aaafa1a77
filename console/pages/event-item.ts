import { html, nothing, type TemplateResult } from 'lit-html'
import type { StoredEvent } from 'svc-tag-service'
import { type ContractRow, contractRows } from './contract-rows'
import { actionName, happenedAt, summaryOf } from './event-summary'
import { duration, fullMoment, isoMoment, shortMoment } from './format'
import type { Followed, LiveActions } from './live-state'

/** What the user can do with an event in the list. */
export interface EventItemDeps extends LiveActions {
  readonly now: number
}

/** How the list shows an event. */
export interface EventItemState {
  readonly isOpen: boolean
  /** Milliseconds since the previous event of the visit; absent outside a timeline. */
  readonly since?: number
}

/** An event in the list; when opened, all its details. Text from the event is never treated as HTML. */
export function eventItem(
  event: StoredEvent,
  { isOpen, since }: EventItemState,
  deps: EventItemDeps,
): TemplateResult {
  const onToggle = ({ target }: Event) =>
    deps.onToggle(event.id, (target as HTMLDetailsElement).open)
  const { grade } = event
  return html`
    <li class=${`event event-${grade}`}>
      <details ?open=${isOpen} @toggle=${onToggle}>
        <summary>
          <span class="event-action">${actionName(event.action) || '(no action)'}</span>
          <span class="event-summary" dir="auto">${summaryOf(event)}</span>
          ${event.repeats > 0 ? html`<span class="event-repeats">${repeatsText(event)}</span>` : nothing}
          <span class="event-verdict">${gradeNames[grade]}</span>
          ${timeOf(event, since, deps.now)} ${reasons(event)}
        </summary>
        ${isOpen ? details(event, deps) : nothing}
      </details>
      ${since === undefined ? follow(event, deps) : nothing}
    </li>
  `
}

const gradeNames = { good: 'Good', note: 'Note', bad: 'Bad' } as const

function timeOf(event: StoredEvent, since: number | undefined, now: number) {
  const at = happenedAt(event)
  const text = since === undefined ? shortMoment(at, now) : `+${duration(since)}`
  return html`<time datetime=${isoMoment(at)} title=${fullMoment(at)}>${text}</time>`
}

function follow({ visitId, uid }: StoredEvent, { onFollow }: EventItemDeps) {
  const who = visitId || uid
  if (who === '') return nothing
  const whom = visitId ? { visit: visitId } : { shopper: uid }
  return html`
    <button class="small follow" type="button" @click=${() => onFollow(whom)}>
      Follow<span class="unseen"> the visit ${who}</span>
    </button>
  `
}

const repeatsText = ({ repeats }: StoredEvent) => `sent ${repeats + 1} times`

function reasons(event: StoredEvent) {
  const all = [...event.reasons, ...event.notes, ...conflicts(event)]
  return all.length === 0
    ? nothing
    : html`<span class="event-reasons">${all.map((reason) => html`<span>${reason}</span>`)}</span>`
}

/** Warns about the first event of a `t`; the later ones have notes that refer to it. */
function conflicts({ differing }: StoredEvent): readonly string[] {
  if (differing === 0) return []
  return [
    differing === 1
      ? 'Another event has the same uid and t, but different content.'
      : `${differing} other events have the same uid and t, but different content.`,
  ]
}

function details(event: StoredEvent, deps: EventItemDeps) {
  const { onCopy } = deps
  const url = `${location.origin}/v2/1p.jpg?${event.query}`
  const rows = contractRows(event)
  return html`
    <div class="event-details">
      <dl>
        <div>
          <dt>Action</dt>
          <dd><code>${event.action}</code></dd>
        </div>
        <div>
          <dt>Happened</dt>
          <dd>${fullMoment(event.at)} <code>t=${event.t}</code></dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>
            ${fullMoment(event.receivedAt)} as number
            <a href=${`/events?event=${event.id}`}>${event.id}</a>
          </dd>
        </div>
        <div><dt>Shopper</dt><dd>${followButton(event.uid, { shopper: event.uid }, deps)}</dd></div>
        <div><dt>Visit</dt><dd>${followButton(event.visitId, { visit: event.visitId }, deps)}</dd></div>
      </dl>
      <div class="beside">
        <div>
          <h3>Data</h3>
          <pre tabindex="0" aria-label="Data, decoded">${JSON.stringify(event.data, undefined, 2)}</pre>
        </div>
        ${rows.length > 0 ? contractTable(rows) : nothing}
      </div>
      <h3>
        Request
        <button class="small" type="button" @click=${() => onCopy(url)}>Copy the URL</button>
        <button class="small" type="button" @click=${() => onCopy(curlOf(url))}>Copy as curl</button>
        <button class="small" type="button" @click=${() => onCopy(linkTo(event))}>
          Copy a link to this event
        </button>
      </h3>
      <pre class="wrap" tabindex="0" aria-label="Request URL, as it arrived">${url}</pre>
    </div>
  `
}

/** A shell does not interpret anything between single quotes. */
const curlOf = (url: string) => `curl '${url.replaceAll("'", "'\\''")}'`

const linkTo = ({ id }: StoredEvent) => `${location.origin}/events?event=${id}`

const differences = {
  '': 'as specified',
  missing: 'missing',
  unknown: 'not in the contract',
  noted: 'accepted, with a note',
  wrong: 'wrong',
} as const

const contractTable = (rows: readonly ContractRow[]) => html`
  <div>
    <h3>The contract</h3>
    <table class="contract">
      <caption class="unseen">
        The contract's fields of this action, and what was sent
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Meaning</th>
          <th scope="col">Sent</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ field, says, difference }) => html`
            <tr class=${difference ? 'differs' : ''}>
              <th scope="row"><code>${field}</code></th>
              <td>${says}</td>
              <td>${differences[difference]}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`

const followButton = (id: string, whom: Followed, { onFollow }: EventItemDeps) =>
  id === ''
    ? html`<span class="quiet">none</span>`
    : html`<code>${id}</code>
        <button class="small" type="button" @click=${() => onFollow(whom)}>
          Follow this ${'visit' in whom ? 'visit' : 'shopper'}<span class="unseen"> with the id ${id}</span>
        </button>`
