import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { repeat } from 'lit-html/directives/repeat.js'
import type { ActionCount, StoredEvent } from '../../store/stored-event.ts'
import { eventItem } from './event-item'
import { actionName } from './gist'
import type { LiveFilter, LiveState } from './live-state'

/** What a person can do on the live page. */
export interface LiveActions {
  onFilter(change: Partial<LiveFilter>): void
  onPause(): void
  onClear(): void
  onShowAll(): void
  onOlder(): void
  onToggle(id: number, isOpen: boolean): void
  onCopy(text: string): void
}

/** The whole live page. */
export function liveView(state: LiveState, actions: LiveActions, now: number): TemplateResult {
  return html`
    <div class="head">
      <h1>Events</h1>
      ${connection(state)}
    </div>
    ${totals(state, actions)} ${tools(state, actions)}
    ${state.isPaused && state.missed > 0 ? missed(state, actions) : nothing}
    ${state.events.length > 0 ? list(state, actions, now) : emptyList(state, actions)}
  `
}

const connectionTexts = {
  opening: 'Connecting…',
  open: 'Live',
  lost: 'The service does not answer. Trying again…',
}

const connection = ({ connection: status, isPaused }: LiveState) => html`
  <p class="status status-${isPaused && status === 'open' ? 'paused' : status}" role="status">
    ${isPaused && status === 'open' ? 'Paused' : connectionTexts[status]}
  </p>
`

function totals({ totals: counts, filter }: LiveState, { onFilter }: LiveActions) {
  const shown = counts.filter(({ action, good, bad }) => action !== 'other' || good + bad > 0)
  const all = counts.reduce(
    (sum, { good, bad, repeats }) => ({
      action: '',
      good: sum.good + good,
      bad: sum.bad + bad,
      repeats: sum.repeats + repeats,
    }),
    { action: '', good: 0, bad: 0, repeats: 0 },
  )
  return html`
    <ul class="totals" aria-label="Totals, and filter by action">
      ${[all, ...shown].map((count) => total(count, filter.action, onFilter))}
    </ul>
  `
}

const total = (
  { action, good, bad, repeats }: ActionCount,
  chosen: string,
  onFilter: LiveActions['onFilter'],
) => html`
  <li>
    <button
      type="button"
      class="total"
      aria-pressed=${chosen === action}
      @click=${() => onFilter({ action: chosen === action ? '' : action })}
    >
      <span class="total-name">${actionName(action) || 'All'}</span>
      <span class="total-count">${(good + bad).toLocaleString('en')}</span>
      <span class="total-bad">
        ${bad > 0 ? html`<b>${bad.toLocaleString('en')} bad</b>` : nothing}
        ${repeats > 0 ? html`<i>${repeats.toLocaleString('en')} repeated</i>` : nothing}
      </span>
    </button>
  </li>
`

function tools({ filter, isPaused, events }: LiveState, actions: LiveActions) {
  const onWho = (event: Event) => actions.onFilter({ who: fieldValue(event).trim() })
  const onState = (event: Event) =>
    actions.onFilter({ state: fieldValue(event) as LiveFilter['state'] })
  return html`
    <div class="tools">
      <label class="field field-wide">
        <span>Visit or user</span>
        <input
          type="search"
          placeholder="The beginning of an id"
          autocomplete="off"
          spellcheck="false"
          .value=${live(filter.who)}
          @change=${onWho}
        />
      </label>
      <label class="field">
        <span>Show</span>
        <select @change=${onState} .value=${live(filter.state)}>
          <option value="">Good and bad</option>
          <option value="good">Good only</option>
          <option value="bad">Bad only</option>
        </select>
      </label>
      <div class="tools-buttons">
        <button type="button" @click=${actions.onPause}>${isPaused ? 'Resume' : 'Pause'}</button>
        <button type="button" ?disabled=${events.length === 0} @click=${actions.onClear}>
          Clear<span class="unseen"> the view</span>
        </button>
      </div>
    </div>
  `
}

const fieldValue = ({ target }: Event) => (target as HTMLInputElement | HTMLSelectElement).value

const missed = ({ missed: count }: LiveState, { onPause }: LiveActions) => html`
  <p class="missed">
    <button type="button" @click=${onPause}>
      ${count === 1 ? 'Show the new event' : `Show ${count.toLocaleString('en')} new events`}
    </button>
  </p>
`

function list(state: LiveState, actions: LiveActions, now: number) {
  const deps = { ...actions, now, onWho: (who: string) => actions.onFilter({ who }) }
  const item = (event: StoredEvent) => eventItem(event, state.opened.has(event.id), deps)
  return html`
    <ol class="events" aria-label="Events, newest first">
      ${repeat(state.events, ({ id }) => id, item)}
    </ol>
    ${state.hasOlder ? older(actions) : nothing}
  `
}

const older = ({ onOlder }: LiveActions) =>
  html`<p class="older"><button type="button" @click=${onOlder}>Older events</button></p>`

function emptyList(state: LiveState, actions: LiveActions) {
  const { filter, connection: status, clearedUpTo } = state
  if (status !== 'open') return nothing
  const isFiltered = filter.action !== '' || filter.who !== '' || filter.state !== ''
  if (clearedUpTo > 0) {
    return emptyNote('Nothing new yet.', 'What arrives from now on is shown here.', {
      text: 'Show what was cleared',
      onPress: actions.onShowAll,
    })
  }
  if (isFiltered) {
    return emptyNote('No event fits.', 'None of the events so far is like that.', {
      text: 'Show all events',
      onPress: () => actions.onFilter({ action: '', who: '', state: '' }),
    })
  }
  return emptyNote('No events yet.', 'Walk through the shop, and see them arrive here.', {
    text: 'Open the shop',
    href: '/',
  })
}

type NextStep = { readonly text: string } & (
  | { readonly href: string; readonly onPress?: never }
  | { readonly onPress: () => void; readonly href?: never }
)

const emptyNote = (title: string, text: string, next: NextStep) => html`
  <div class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
    ${
      next.href === undefined
        ? html`<button type="button" @click=${next.onPress}>${next.text}</button>`
        : html`<a class="button" href=${next.href}>${next.text}</a>`
    }
  </div>
`
