import { html, nothing, type TemplateResult } from 'lit-html'
import type { ActionCount } from 'svc-tag-service'
import { sampleNote, searchField, selectField } from './console-page'
import { actionName } from './event-summary'
import { count } from './format'
import { queryOf } from './live-connection'
import type { LiveActions, LiveFilter, LiveState } from './live-state'

/** The prefix of the user ids in sample traffic. */
const SAMPLE = 'sample.'

/**
 * The live page's filter, and actions on the events that pass it. A field's text is set only when the filter
 * changes, so that arriving events do not interrupt typing.
 */
export function liveTools(state: LiveState, actions: LiveActions): TemplateResult {
  const { filter, isPaused, events, view } = state
  const hasSamples = events.some(({ uid }) => uid.startsWith(SAMPLE))
  return html`
    <div class="tools">
      ${searchField('Find', 'A product, a query, a page', filter.text, (text) => actions.onFilter({ text }))}
      ${searchField('Visit or shopper', 'A complete id', filter.who, (who) => actions.onFilter({ who }))}
      ${selectField('Show', states, filter.state, (state) => actions.onFilter({ state: state as LiveFilter['state'] }))}
      <div class="tools-buttons">
        <button
          type="button"
          aria-pressed=${view === 'visits'}
          @click=${() => actions.onView(view === 'visits' ? 'list' : 'visits')}
        >
          By visit
        </button>
        <button type="button" @click=${actions.onPause}>${isPaused ? 'Resume' : 'Pause'}</button>
        <button type="button" ?disabled=${events.length === 0} @click=${actions.onHideOlder}>
          Hide older
        </button>
      </div>
    </div>
    ${events.length > 0 ? exports(filter) : nothing} ${limit(filter, actions)}
    ${sampleNote(hasSamples ? 'Some of these events are sample traffic.' : '', actions)}
  `
}

const states = {
  '': 'Good and bad',
  good: 'Good, with or without a note',
  note: 'Good with a note',
  bad: 'Bad only',
}

/** Names a limit that no field shows. */
function limit({ event, visit, shopper }: LiveFilter, { onFilter }: LiveActions) {
  const limits = [
    event && `event number ${event}`,
    visit && `the visit ${visit}`,
    shopper && `the shopper ${shopper}`,
  ].filter(Boolean)
  if (limits.length === 0) return nothing
  return html`
    <p class="sample-note">
      <span>Only ${limits.join(' and ')}.</span>
      <button
        class="small"
        type="button"
        @click=${() => onFilter({ event: '', visit: '', shopper: '' })}
      >
        Show all events
      </button>
    </p>
  `
}

function exports(filter: LiveFilter) {
  const hrefOf = (format: string) => {
    const query = queryOf(filter)
    query.set('format', format)
    return `/events/export?${query}`
  }
  return html`
    <p class="csv">
      All matching events, as <a href=${hrefOf('ndjson')} download>NDJSON</a> or
      <a href=${hrefOf('csv')} download>CSV</a>
    </p>
  `
}

/**
 * The number of events that pass the filter, by action; each is a button that selects the action. Renders nothing
 * until the service has answered.
 */
export function liveTotals(
  { totals, filter, isWhole, connection }: LiveState,
  { onFilter }: LiveActions,
): TemplateResult | typeof nothing {
  if (totals.length === 0 && connection === 'lost') return nothing
  const shown = totals.filter(({ action, good, bad }) => action !== 'other' || good + bad > 0)
  return html`
    <ul class="totals" aria-label="Totals, and filter by action">
      ${[sumOf(totals), ...shown].map((row) => total(row, filter.action, onFilter))}
    </ul>
    ${isWhole ? nothing : html`<p class="quiet">Only the newest events are counted; older ones may match, too.</p>`}
  `
}

const sumOf = (totals: readonly ActionCount[]): ActionCount =>
  totals.reduce(
    (sum, { good, bad, repeats }) => ({
      action: '',
      good: sum.good + good,
      bad: sum.bad + bad,
      repeats: sum.repeats + repeats,
    }),
    { action: '', good: 0, bad: 0, repeats: 0 },
  )

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
      <span class="total-count">${count(good + bad)}</span>
      <span class="total-bad">
        ${bad > 0 ? html`<b>${count(bad)} bad</b>` : nothing}
        ${repeats > 0 ? html`<i>${count(repeats)} repeated</i>` : nothing}
      </span>
    </button>
  </li>
`
