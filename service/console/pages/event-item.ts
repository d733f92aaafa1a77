import { html, nothing, type TemplateResult } from 'lit-html'
import type { StoredEvent } from '../../store/stored-event.ts'
import { actionName, gistOf } from './gist'
import { fullMoment, isoMoment, shortMoment } from './moment'

/** What an event in the list can ask for. */
export interface EventItemDeps {
  readonly now: number
  /** Shows only the events of a visit or a user. */
  onWho(who: string): void
  onCopy(text: string): void
  onToggle(id: number, isOpen: boolean): void
}

/** One event in the list; opened, everything that is known of it. Foreign text stays text. */
export function eventItem(
  event: StoredEvent,
  isOpen: boolean,
  deps: EventItemDeps,
): TemplateResult {
  const onToggle = ({ target }: Event) =>
    deps.onToggle(event.id, (target as HTMLDetailsElement).open)
  return html`
    <li class=${event.isGood ? 'event' : 'event event-bad'}>
      <details @toggle=${onToggle}>
        <summary>
          <span class="event-action">${actionName(event.action) || '(no action)'}</span>
          <span class="event-gist" dir="auto">${gistOf(event)}</span>
          ${event.repeats > 0 ? html`<span class="event-repeats">${repeatsText(event)}</span>` : nothing}
          <span class="event-verdict">${event.isGood ? 'Good' : 'Bad'}</span>
          <time datetime=${isoMoment(event.receivedAt)}>${shortMoment(event.receivedAt, deps.now)}</time>
          ${reasons(event)}
        </summary>
        ${isOpen ? details(event, deps) : nothing}
      </details>
    </li>
  `
}

const repeatsText = ({ repeats, differing }: StoredEvent) =>
  `sent ${repeats + 1} times${differing > 0 ? ' and not the same' : ''}`

const reasons = ({ reasons: all }: StoredEvent) =>
  all.length === 0
    ? nothing
    : html`<span class="event-reasons">${all.map((reason) => html`<span>${reason}</span>`)}</span>`

function details(event: StoredEvent, { onWho, onCopy }: EventItemDeps) {
  const url = `${location.origin}/v2/1p.jpg?${event.query}`
  return html`
    <div class="event-details">
      <dl>
        <div>
          <dt>Action</dt>
          <dd><code>${event.action}</code></dd>
        </div>
        <div>
          <dt>Happened</dt>
          <dd>${fullMoment(Number.parseInt(event.t, 10))} <code>t=${event.t}</code></dd>
        </div>
        <div><dt>Received</dt><dd>${fullMoment(event.receivedAt)} as number ${event.id}</dd></div>
        ${event.differing > 0 ? html`<div><dt>Repeats</dt><dd>${differingText(event)}</dd></div>` : nothing}
        <div><dt>User</dt><dd>${whoButton(event.uid, onWho)}</dd></div>
        <div><dt>Visit</dt><dd>${whoButton(event.visitId, onWho)}</dd></div>
      </dl>
      <h3>Data</h3>
      <pre tabindex="0" aria-label="Data, decoded">${JSON.stringify(event.data, undefined, 2)}</pre>
      <h3>
        Request
        <button class="small" type="button" @click=${() => onCopy(url)}>Copy the URL</button>
      </h3>
      <pre class="wrap" tabindex="0" aria-label="Request URL, as it arrived">${url}</pre>
    </div>
  `
}

const differingText = ({ differing }: StoredEvent) =>
  `${differing} of the repeats said something else under the same t; the first is kept.`

const whoButton = (id: string, onWho: (who: string) => void) =>
  id === ''
    ? html`<span class="quiet">none</span>`
    : html`<code>${id}</code>
        <button class="small" type="button" @click=${() => onWho(id)}>
          Only this<span class="unseen"> one: ${id}</span>
        </button>`
