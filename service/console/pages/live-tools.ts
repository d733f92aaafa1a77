import { html, nothing, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { queryOf } from './live-connection'
import type { LiveFilter, LiveState } from './live-state'
import { sampleNote } from './sample-note'

/** Actions of the tools. */
interface ToolDeps {
  onFilter(change: Partial<LiveFilter>): void
  onView(view: LiveState['view']): void
  onPause(): void
  onHideOlder(): void
  onChanged(): void
  onProblem(message: string): void
}

/** As sample traffic is marked: by the beginning of its user ids. */
const SAMPLE = 'sample.'

/**
 * The filter of the live page, and what can be done with the events that pass it. A field takes its text only when the filter changes:
 * what is being typed stays when an event arrives.
 */
export function liveTools(state: LiveState, actions: ToolDeps): TemplateResult {
  const { filter, isPaused, events, view } = state
  const onField = (name: 'who' | 'text') => (event: Event) =>
    actions.onFilter({ [name]: fieldValue(event).trim() })
  const onState = (event: Event) =>
    actions.onFilter({ state: fieldValue(event) as LiveFilter['state'] })
  const hasSamples = events.some(({ uid }) => uid.startsWith(SAMPLE))
  return html`
    <div class="tools">
      <label class="field field-wide">
        <span>Find</span>
        <input
          type="search"
          placeholder="A product, a query, a page"
          autocomplete="off"
          spellcheck="false"
          .value=${filter.text}
          @change=${onField('text')}
        />
      </label>
      <label class="field field-wide">
        <span>Visit or shopper</span>
        <input
          type="search"
          placeholder="The beginning of an id"
          autocomplete="off"
          spellcheck="false"
          .value=${filter.who}
          @change=${onField('who')}
        />
      </label>
      <label class="field">
        <span>Show</span>
        <select @change=${onState} .value=${live(filter.state)}>
          <option value="">Good and bad</option>
          <option value="good">Good, with or without a note</option>
          <option value="note">Good with a note</option>
          <option value="bad">Bad only</option>
        </select>
      </label>
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

const fieldValue = ({ target }: Event) => (target as HTMLInputElement | HTMLSelectElement).value

/** Says what the events are limited to, where no field shows it. */
function limit({ event, visit, shopper }: LiveFilter, { onFilter }: ToolDeps) {
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
      All events that fit, as <a href=${hrefOf('ndjson')} download>NDJSON</a> or
      <a href=${hrefOf('csv')} download>CSV</a>
    </p>
  `
}
